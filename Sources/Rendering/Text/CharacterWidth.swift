/// The width of text in columns of a terminal, by Unicode 14.0.0 (East Asian Width and general category).
///
/// Wide and fullwidth characters are two columns, combining marks and invisible format characters none. A grapheme
/// cluster with a wide scalar or an emoji variation selector (U+FE0F) is two columns whatever else it holds: emoji with
/// skin tones, families joined by U+200D, keycaps, decomposed Hangul. Clusters are those of Swift's standard library.
package enum CharacterWidth {
    /// Returns the width of text without control characters; see `TerminalText`.
    package static func columns(of text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the width of UTF-8 without control characters.
    static func columns(of bytes: ArraySlice<UInt8>) -> Int {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
        return String(decoding: bytes, as: UTF8.self).reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the width of a grapheme cluster.
    static func columns(of character: Character) -> Int {
        var sum = 0
        for scalar in character.unicodeScalars {
            let width = columns(of: scalar)
            if width == 2 || (scalar == "\u{FE0F}" && sum > 0) { return 2 }
            sum += width
        }
        return sum
    }

    /// Returns the width of a single scalar.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 && scalar.value >= 0x20 { return 1 }
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle] >> 2 <= scalar.value { low = middle } else { high = middle }
        }
        return Int(runs[low] & 3)
    }

    /// Returns the longest prefix that fits, followed by `…`, in `limit` columns, 1 or more.
    static func cut(_ text: String, to limit: Int) -> String {
        var kept = ""
        var width = 1
        for character in text {
            width += columns(of: character)
            if width > limit { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Returns the text, cut if it is wider than `limit` columns.
    static func fitted(_ text: String, to limit: Int) -> String {
        columns(of: text) <= limit ? text : cut(text, to: limit)
    }

    static func fitted(_ text: ArraySlice<UInt8>, to limit: Int) -> [UInt8] {
        Array(fitted(String(decoding: text, as: UTF8.self), to: limit).utf8)
    }

    /// Returns text in lines of at most `limit` columns, 1 or more, broken at spaces where that is possible.
    static func wrapped(_ text: String, to limit: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty || columns(of: line) + 1 + columns(of: String(word)) <= limit {
                lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.flatMap { columns(of: $0) <= limit ? [$0] : broken($0, to: limit) }
    }

    private static func broken(_ text: String, to limit: Int) -> [String] {
        var (lines, width) = ([""], 0)
        for character in text {
            let columns = columns(of: character)
            if width + columns > limit, width > 0 {
                lines.append("")
                width = 0
            }
            lines[lines.count - 1].append(character)
            width += columns
        }
        return lines
    }
}
