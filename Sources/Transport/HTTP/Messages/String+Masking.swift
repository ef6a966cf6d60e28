import Platform

extension String {
    /// Returns the text with every occurrence of a key, plain, percent-encoded or as in JSON, replaced by `***`.
    func masking(_ key: String) -> String {
        guard !key.isEmpty else { return self }
        return key.formsOfKey.reduce(self) { $0.replacing(bytes: $1, with: "***") }
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
}
