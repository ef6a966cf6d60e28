// The standard library's functions that search text for text bring its engine for regular expressions into a static
// program: 0.9 MB. `.ci/install` compiles without these.
extension StringProtocol {
    /// Returns the range of the first occurrence of the bytes of another text, nil without one or if that text is
    /// empty.
    package func firstRange(ofBytes other: String) -> Range<String.Index>? {
        let width = other.utf8.count
        guard width > 0 else { return nil }
        var start = utf8.startIndex
        while let end = utf8.index(start, offsetBy: width, limitedBy: utf8.endIndex) {
            if utf8[start..<end].elementsEqual(other.utf8) { return start..<end }
            start = utf8.index(after: start)
        }
        return nil
    }

    /// Returns true if the bytes of another text occur in this one.
    package func contains(bytes other: String) -> Bool { firstRange(ofBytes: other) != nil }

    /// Returns the parts between the occurrences of another text.
    package func split(bytes separator: String) -> [SubSequence] {
        var parts: [SubSequence] = []
        var rest = self[...]
        while let range = rest.firstRange(ofBytes: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }

    /// Returns the text with another one in place of each occurrence of a word.
    package func replacing(bytes word: String, with other: String) -> String {
        split(bytes: word).joined(separator: other)
    }
}

extension String {
    /// Returns true if the bytes of another text are the last ones of this one.
    package func hasSuffix(bytes other: String) -> Bool {
        var (text, other) = (self, other)
        return text.withUTF8 { text in
            other.withUTF8 { unsafe text.count >= $0.count && text[(text.count - $0.count)...].elementsEqual($0) }
        }
    }
}

extension UInt8 {
    /// Whether it is white space of JSON and XML.
    @inlinable
    package var isWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
