extension JSONReader {
    @inlinable
    @inline(__always)
    func endOfWhiteSpace(from place: Place) -> Place {
        // Most texts have no white space.
        place < end && place[0] <= 0x20 ? endOfRunOfWhiteSpace(from: place) : place
    }

    @usableFromInline
    func endOfRunOfWhiteSpace(from place: Place) -> Place {
        var place = place
        while place < end && (place[0] == 0x20 || place[0] == 0x0A || place[0] == 0x0D || place[0] == 0x09) {
            place += 1
        }
        return place
    }

    /// Reads a key and its colon. Returns the key and the position of the value.
    @inlinable
    @inline(__always)
    func scanName(at place: Place) throws(JSONError) -> (JSONString, next: Place) {
        guard place < end && place[0] == UInt8(ascii: "\"") else { throw unexpected(.key, at: place) }
        let (name, afterName) = try scanString(at: place)
        let colon = endOfWhiteSpace(from: afterName)
        guard colon < end && colon[0] == UInt8(ascii: ":") else { throw unexpected(.colon, at: colon) }
        return (name, endOfWhiteSpace(from: colon + 1))
    }

    /// Returns the position after a comma and white space, or after the end of an array or object.
    @inlinable
    @inline(__always)
    func scanComma(from place: Place, orEndOf kind: JSONKind) throws(JSONError) -> (next: Place, isInside: Bool) {
        let mark = endOfWhiteSpace(from: place)
        guard mark < end else { throw error(.truncated, at: mark) }
        if mark[0] == UInt8(ascii: ",") { return (endOfWhiteSpace(from: mark + 1), true) }
        guard mark[0] == kind.closing else { throw error(.syntax(expected: .commaOrEnd), at: mark) }
        return (mark + 1, false)
    }

    /// Returns the end of a number, a literal or a string. Any other byte is an error.
    @inlinable
    @inline(__always)
    func endOfScalar(from place: Place) throws(JSONError) -> Place {
        guard place < end else { throw error(.truncated, at: place) }
        return switch place[0] {
        case UInt8(ascii: "\""): try scanString(at: place).next
        case UInt8(ascii: "t"): try endOfWord("true", from: place)
        case UInt8(ascii: "f"): try endOfWord("false", from: place)
        case UInt8(ascii: "n"): try endOfWord("null", from: place)
        default: try endOfNumber(from: place)
        }
    }

    @usableFromInline
    func endOfWord(_ word: StaticString, from place: Place) throws(JSONError) -> Place {
        for index in 0..<word.utf8CodeUnitCount {
            guard place + index < end && place[index] == word.utf8Start[index] else {
                throw unexpected(.literal, at: place + index)
            }
        }
        return place + word.utf8CodeUnitCount
    }

    @usableFromInline
    func endOfNumber(from first: Place) throws(JSONError) -> Place {
        var place = first
        if place[0] == UInt8(ascii: "-") { place += 1 }
        if place < end && place[0] == UInt8(ascii: "0") {
            place += 1
        } else {
            place = try endOfDigits(from: place, after: first)
        }
        if place < end && place[0] == UInt8(ascii: ".") { place = try endOfDigits(from: place + 1, after: first) }
        guard place < end && place[0] | 0x20 == UInt8(ascii: "e") else { return place }
        place += 1
        if place < end && (place[0] == UInt8(ascii: "-") || place[0] == UInt8(ascii: "+")) { place += 1 }
        return try endOfDigits(from: place, after: first)
    }

    /// Returns the end of one or more digits of the number that begins at `first`.
    @inline(__always)
    private func endOfDigits(from digits: Place, after first: Place) throws(JSONError) -> Place {
        var place = digits
        // Check eight bytes at a time: the upper half of a digit is 3, also after adding 6.
        while end - place >= 8 {
            let word = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self) ^ 0x3030_3030_3030_3030
            guard (word | (word &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { break }
            place += 8
        }
        while place < end && place[0] &- UInt8(ascii: "0") < 10 { place += 1 }
        guard place > digits else { throw unexpected(digits == first ? .value : .digit, at: digits) }
        return place
    }
}
