import Platform

extension String {
    /// Returns the text with every occurrence of a key, plain, percent-encoded or as in JSON, replaced by `***`. A key
    /// of fewer than six bytes, which occurs in ordinary words, is replaced where it is a word of its own.
    func masking(_ key: String) -> String {
        let bytes = Array(utf8)
        let masked = bytes.masking(key)
        return masked == bytes ? self : String(decoding: masked, as: UTF8.self)
    }

    /// The key and the forms in which servers repeat it: percent-encoded with digits of either case, and with the
    /// escaped slashes that JSON allows.
    fileprivate var formsOfKey: [String] {
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
}

extension [UInt8] {
    /// The length from which a key does not occur in other texts by chance.
    private static let longKey = 6

    /// Returns the bytes with every occurrence of a key replaced, as `String.masking` does.
    func masking(_ key: String) -> [UInt8] {
        guard !key.isEmpty else { return self }
        let forms = key.formsOfKey.map { [UInt8]($0.utf8) }
        let isWord = key.utf8.count < Self.longKey
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var index = 0
        while index < count {
            let form = forms.first { form in
                form[0] == self[index] && self[index...].starts(with: form)
                    && (!isWord || isWordOfItsOwn(index..<(index + form.count)))
            }
            if let form {
                bytes += "***".utf8
                index += form.count
            } else {
                bytes.append(self[index])
                index += 1
            }
        }
        return bytes
    }

    /// Whether no letter or digit comes right before and after a place, other than the last of an escape (`%3D`, `\n`).
    private func isWordOfItsOwn(_ place: Range<Int>) -> Bool {
        let before = self[..<place.lowerBound]
        let isEscaped = before.dropLast().last == UInt8(ascii: "\\") || before.dropLast(2).last == UInt8(ascii: "%")
        let isBegun = !isEscaped && Self.isInWord(before.last) && Self.isInWord(self[place.lowerBound])
        return !isBegun
            && !(Self.isInWord(self[place.upperBound...].first) && Self.isInWord(self[place.upperBound - 1]))
    }

    private static func isInWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}
