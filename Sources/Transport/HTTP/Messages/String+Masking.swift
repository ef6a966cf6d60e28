extension String {
    /// Returns the text with every occurrence of a key, plain or percent-encoded, replaced by `***`.
    func masking(_ key: String) -> String {
        guard !key.isEmpty else { return self }
        let plain = replacing(key)
        let encoded = key.percentEncoded(keeping: "")
        return encoded == key ? plain : plain.replacing(encoded)
    }

    /// False for a text so short that it occurs in other texts by chance.
    var isLongEnoughForKey: Bool { utf8.count >= 6 }

    /// Returns the range of the first occurrence of the bytes of another text.
    func firstRange(ofBytes other: String) -> Range<String.Index>? {
        let width = other.utf8.count
        guard width > 0 else { return nil }
        var start = utf8.startIndex
        while let end = utf8.index(start, offsetBy: width, limitedBy: utf8.endIndex) {
            if utf8[start..<end].elementsEqual(other.utf8) { return start..<end }
            start = utf8.index(after: start)
        }
        return nil
    }

    private func replacing(_ key: String) -> String {
        var rest = self
        var result = ""
        while let range = rest.firstRange(ofBytes: key) {
            result += rest[..<range.lowerBound] + "***"
            rest = String(rest[range.upperBound...])
        }
        return result + rest
    }
}
