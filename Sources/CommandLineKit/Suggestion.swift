/// What was probably meant by a name that does not exist.
package enum Suggestion {
    /// The candidate nearest to the text, or nil when none is near.
    ///
    /// Near is a distance (insertions, deletions, substitutions, neighbours swapped; upper and lower case are the same)
    /// of at most a third of the longer one's length and never more than three, or a text of two characters and more
    /// with which just one candidate begins. Among equals the first is taken.
    package static func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
        let typed = Array(text.lowercased())
        guard !typed.isEmpty, typed.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        var completions: [String] = []
        for candidate in candidates {
            let name = Array(candidate.lowercased())
            if typed.count >= 2, name.starts(with: typed) { completions.append(candidate) }
            let longest = max(typed.count, name.count)
            let cutoff = min(3, longest <= 2 ? 0 : max(1, longest / 3), (best?.distance ?? 4) - 1)
            guard abs(typed.count - name.count) <= cutoff else { continue }
            let distance = distance(typed, name)
            if distance <= cutoff { best = (candidate, distance) }
        }
        if let best, best.distance <= 1 || completions.count != 1 { return best.name }
        return completions.count == 1 ? completions.first : nil
    }

    /// Damerau-Levenshtein distance in its restricted form (optimal string alignment).
    static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                let substitution = last[j] + (a[i] == b[j] ? 0 : 1)
                var cost = min(row[j] + 1, last[j + 1] + 1, substitution)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
