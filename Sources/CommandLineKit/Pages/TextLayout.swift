import Platform

/// Breaks plain ASCII text into lines.
extension HelpPage {
    /// Fills words into lines that all begin with an indentation.
    func filled(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if line.isEmpty {
                line = margin + word
            } else if line.utf8.count + 1 + word.utf8.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = margin + word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Fills paragraphs separated by an empty line.
    func paragraphs(_ text: String, indent: Int = 0) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(bytes: "\n\n") where !paragraph.isEmpty {
            if !lines.isEmpty { lines.append("") }
            lines += filled(String(paragraph), indent: indent)
        }
        return lines
    }

    /// Returns a label with its description from a column on; on the next line if the label leaves no
    /// two spaces before the column.
    func entry(_ label: String, indent: Int, column: Int, _ text: String) -> [String] {
        let label = String(repeating: " ", count: indent) + label
        var lines = filled(text, indent: column)
        guard label.utf8.count + 1 < column, let first = lines.first else { return [label] + lines }
        lines[0] = label + first.dropFirst(label.utf8.count)
        return lines
    }

    /// Returns a command line. A line that continues ends with a backslash; text in single quotes is not broken.
    func commandLine(_ line: String, indent: Int) -> [String] {
        var isQuoted = false
        let words = line.split { character in
            if character == "'" { isQuoted.toggle() }
            return character == " " && !isQuoted
        }
        var lines: [String] = []
        for (index, word) in words.enumerated() {
            let room = width - (index < words.count - 1 ? 2 : 0)
            if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= room {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(repeating: " ", count: indent + (lines.isEmpty ? 0 : 4)) + word)
            }
        }
        return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
    }

    /// Returns a text with all lines indented except the first.
    func hanging(_ text: String, indent: Int) -> [String] {
        let lines = filled(text, indent: 0)
        return lines.prefix(1) + filled(lines.dropFirst().joined(separator: " "), indent: indent)
    }
}
