extension String {
    /// Returns the text with every occurrence of a key, plain, percent-encoded or as in JSON, replaced by `***`.
    func masking(_ key: String) -> String {
        guard !key.isEmpty else { return self }
        return key.formsOfKey.reduce(self) { $0.replacing($1) }
    }

    /// The key and the forms in which servers repeat it: percent-encoded with digits of either case, and with the escaped
    /// slashes that JSON allows.
    var formsOfKey: [String] {
        let encoded = percentEncoded(keeping: "")
        var lowercase = encoded
        if encoded != self {
            let parts = encoded.split(separator: "%", omittingEmptySubsequences: false)
            let rest = parts.dropFirst().map { "%" + $0.prefix(2).lowercased() + $0.dropFirst(2) }
            lowercase = String(parts[0]) + rest.joined()
        }
        let escaped = split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
        var forms: [String] = []
        for form in [self, encoded, lowercase, escaped] where !forms.contains(form) { forms.append(form) }
        return forms
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
