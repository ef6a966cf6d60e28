/// Finds a similar name for one that does not exist.
package enum Suggestion {
    /// Returns the candidate nearest to the text; nil if none is near.
    ///
    /// A candidate is near if its distance (insertions, deletions, substitutions, transpositions of neighbours;
    /// ignoring case) is at most a third of the longer length and at most three. A text of at least two characters is
    /// also near if exactly one candidate begins with it. Of equally near candidates the first is returned. If none is
    /// near, it is the shortest of which the text is an abbreviation: `change_pct` of `change_percent`.
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
        if completions.count == 1 { return completions.first }
        return candidates.filter { isAbbreviation(typed, of: Array($0.lowercased())) }.min { $0.count < $1.count }
    }

    /// Whether a text of at least four characters and half the length of a name has the same first character, and its
    /// characters in their order.
    private static func isAbbreviation(_ text: [Character], of name: [Character]) -> Bool {
        guard text.count >= 4, text.count * 2 >= name.count, text.first == name.first else { return false }
        var rest = text[...]
        for character in name where character == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    /// Returns the first candidate from which a text differs by one edit: a character that is missing, added or another
    /// one, or two neighbours that are swapped.
    package static func oneEditAway(from text: String, in candidates: some Sequence<String>) -> String? {
        let typed = Array(text.utf8)
        return candidates.first { abs($0.utf8.count - typed.count) <= 1 && distance(typed, Array($0.utf8)) == 1 }
    }

    /// Computes the Damerau-Levenshtein distance in its restricted form (optimal string alignment).
    static func distance<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Int {
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
