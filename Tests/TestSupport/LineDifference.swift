/// The unified difference of two texts: `-` for removed lines, `+` for new ones, two lines around them, and before each
/// group of them the file and the number of its first line.
package struct LineDifference: CustomStringConvertible {
    private static let context = 2

    package let description: String

    /// Compares a text of a file with a new one.
    package init(from old: String, to new: String, of path: String) {
        let marked = Self.marked(Self.lines(old), Self.lines(new))
        var isShown = [Bool](repeating: false, count: marked.count)
        for index in marked.indices where marked[index].mark != " " {
            for near in max(0, index - Self.context)...min(marked.count - 1, index + Self.context) {
                isShown[near] = true
            }
        }
        var output: [String] = []
        var line = 1
        for index in marked.indices {
            if isShown[index] {
                if index == 0 || !isShown[index - 1] { output.append("\(path):\(line)") }
                output.append("\(marked[index].mark) \(marked[index].line)")
            }
            if marked[index].mark != "+" { line += 1 }
        }
        description = output.joined(separator: "\n")
    }

    /// The lines of a text, with a visible line end where it is not a single newline.
    private static func lines(_ text: String) -> [String] {
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(
                line.flatMap {
                    $0.isASCII && $0.properties.generalCategory == .control
                        ? Array($0.escaped(asASCII: true).unicodeScalars) : [$0]
                }.map(Character.init))
        }
        if lines.last == "" { lines.removeLast() } else { lines.append("(no newline at the end)") }
        return lines
    }

    private static func marked(_ old: [String], _ new: [String]) -> [(mark: Character, line: String)] {
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(\.offset))
        let inserted = Set(difference.insertions.map(\.offset))
        var result: [(Character, String)] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if removed.contains(left) {
                result.append(("-", old[left]))
                left += 1
            } else if inserted.contains(right) {
                result.append(("+", new[right]))
                right += 1
            } else {
                result.append((" ", old[left]))
                left += 1
                right += 1
            }
        }
        return result
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
