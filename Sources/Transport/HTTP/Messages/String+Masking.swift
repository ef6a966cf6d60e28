import Platform

extension String {
    /// Returns the text with every occurrence of a key replaced by `***`: each byte of it plain, percent-encoded or
    /// escaped as JSON allows. A key of fewer than six bytes, which occurs in ordinary words, is replaced where it is a
    /// word of its own. Without a key it is the same text.
    func masking(_ key: String?) -> String {
        guard let key else { return self }
        let bytes = Array(utf8)
        let masked = bytes.masking(key)
        return masked == bytes ? self : String(decoding: masked, as: UTF8.self)
    }
}

extension [UInt8] {
    /// The length from which a key does not occur in other texts by chance.
    private static let longKey = 6

    /// Returns the bytes with every occurrence of a key replaced, as `String.masking` does.
    func masking(_ key: String?) -> [UInt8] {
        let key = Array((key ?? "").utf8)
        if key.isEmpty { return self }
        let isWord = key.count < Self.longKey
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var index = 0
        while index < count {
            if let end = end(of: key, from: index), !isWord || isWordOfItsOwn(index..<end) {
                bytes += "***".utf8
                index = end
            } else {
                bytes.append(self[index])
                index += 1
            }
        }
        return bytes
    }

    /// Returns the end of a key that begins at a place; nil if it does not. Each of its bytes is the byte itself,
    /// `%2F`, `\u002f`, or a backslash and the byte.
    func end(of key: [UInt8], from place: Int) -> Int? {
        var place = place
        for byte in key {
            guard place < count else { return nil }
            if self[place] == byte {
                place += 1
            } else if self[place] == UInt8(ascii: "%"), hexadecimal(2, at: place + 1) == byte {
                place += 3
            } else if self[place] == UInt8(ascii: "\\"), place + 1 < count, self[place + 1] == byte {
                place += 2
            } else if self[place...].starts(with: "\\u".utf8), hexadecimal(4, at: place + 2) == byte {
                place += 6
            } else {
                return nil
            }
        }
        return place
    }

    /// Returns the byte that so many hexadecimal digits mean; nil if they are none.
    private func hexadecimal(_ count: Int, at place: Int) -> UInt8? {
        guard place + count <= self.count else { return nil }
        return UInt8(String(decoding: self[place..<(place + count)], as: UTF8.self), radix: 16)
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
