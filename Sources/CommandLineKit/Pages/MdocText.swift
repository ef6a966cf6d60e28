import Platform

/// Converts text to mdoc(7) source that mandoc and groff show in the same way.
enum MdocText {
    /// Converts literal text. Its hyphens become minus signs.
    static func literal(_ text: some StringProtocol) -> String {
        guarded(escaped(text).map { $0 == "-" ? #"\-"# : String($0) }.joined())
    }

    /// Converts an argument of a macro. It is one word, whatever it contains, and never a macro or punctuation
    /// itself.
    static func argument(_ text: some StringProtocol) -> String {
        let escaped = literal(text)
        if text.isEmpty || text.contains(" ") { return "\"\(escaped)\"" }
        return (isMacroLike(text) ? #"\&"# : "") + unbroken(text) + escaped
    }

    /// Converts prose to input lines. A new sentence begins on a new line, and lines have at most 78 bytes if the
    /// words allow it.
    ///
    /// Text in backquotes is literal and becomes a `Cm` on its own line, with the punctuation after it.
    static func lines(_ prose: String) -> [String] {
        var lines: [String] = []
        var line = ""
        func flush() {
            if !line.isEmpty { lines.append(guarded(line)) }
            line = ""
        }
        for piece in pieces(of: prose) {
            if piece.isCode {
                flush()
                lines.append(piece.macro)
                continue
            }
            for word in piece.words.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                let source = Self.word(word)
                if line.utf8.count + source.utf8.count > 77 { flush() }
                line += line.isEmpty ? source : " " + source
                if endsSentence(word) { flush() }
            }
        }
        flush()
        return lines
    }

    // MARK: - Words

    /// A run of prose, or code with the punctuation that follows it.
    private struct Piece {
        var words: Substring
        var isCode = false
        /// The section of the manual, for code that is the name of a page: `` `crypto`(1) ``.
        var section = ""
        var tail = ""

        var macro: String {
            let marks = tail.map { " \($0)" }.joined()
            guard section.isEmpty else { return ".Xr \(words) \(section)\(marks)" }
            return ".Cm " + words.split(separator: " ").map(argument).joined(separator: " ") + marks
        }
    }

    private static func pieces(of prose: String) -> [Piece] {
        let parts = prose.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return [Piece(words: prose[...])] }
        var pieces: [Piece] = []
        for (index, part) in parts.enumerated() {
            if index % 2 == 1 {
                pieces.append(Piece(words: part, isCode: true))
            } else {
                var part = part
                if index > 0, part.first == "(", let end = part.firstIndex(of: ")") {
                    pieces[pieces.count - 1].section = String(part[part.index(after: part.startIndex)..<end])
                    part = part[part.index(after: end)...]
                }
                let marks = index == 0 ? "" : String(part.prefix { ".,;:)?!".contains($0) })
                if !marks.isEmpty { pieces[pieces.count - 1].tail = marks }
                pieces.append(Piece(words: part.dropFirst(marks.count)))
            }
        }
        return pieces
    }

    /// Converts a word of prose. A word that begins with a hyphen is an option or a number, with minus signs; so has a
    /// URL, since a line may end after a hyphen.
    private static func word(_ word: some StringProtocol) -> String {
        let isTyped = word.drop { "'\"([".contains($0) }.first == "-" || word.contains(bytes: "://")
        // A single mark is a symbol, not the end of a sentence.
        let isMark = word == "!" || word == "?" || word == "."
        return unbroken(word) + (isTyped ? literal(word) : escaped(word)) + (isMark ? #"\&"# : "")
    }

    /// Returns the escape that prevents groff from hyphenating names such as `id:bitcoin` and `market_cap`.
    private static func unbroken(_ word: some StringProtocol) -> String {
        let isName = word.dropLast().contains { ":/_={<".contains($0) } && word.contains(where: \.isLetter)
        return isName ? #"\%"# : ""
    }

    private static func endsSentence(_ word: some StringProtocol) -> Bool {
        var rest = word[...]
        while let last = rest.last, "'\")]".contains(last) { rest.removeLast() }
        return rest.count > 1 && rest.last.map { ".?!".contains($0) } == true && !rest.hasSuffix("...")
    }

    /// Escapes a line that would otherwise be a request because it begins with a control character.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") ? #"\&"# + line : line
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        var source = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": source += #"\e"#
            case "'": source += #"\(aq"#
            case "`": source += #"\(ga"#
            case "^": source += #"\(ha"#
            case "~": source += #"\(ti"#
            case "\"": source += #"\(dq"#
            case "\t", "\n": source += " "
            case " "..."~": source.unicodeScalars.append(scalar)
            default: source += unicodeEscape(scalar)
            }
        }
        return source
    }

    private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
    }

    /// Whether a text looks like a macro (two or three letters, the first a capital) or is a single punctuation mark.
    private static func isMacroLike(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.count == 1 { return !text.allSatisfy { $0.isLetter || $0.isNumber } }
        let isCapital = bytes[0] == UInt8(ascii: "%") || (0x41...0x5A).contains(bytes[0])
        return bytes.count <= 3 && isCapital && bytes.dropFirst().allSatisfy { (0x61...0x7A).contains($0) }
    }
}
