extension JSONReader {
    @inlinable
    @inline(__always)
    func endOfWhiteSpace(from place: Place) -> Place {
        // Most texts have no white space.
        unsafe place < end && place[0] <= 0x20 ? endOfRunOfWhiteSpace(from: place) : place
    }

    @usableFromInline
    func endOfRunOfWhiteSpace(from place: Place) -> Place {
        var place = unsafe place
        while unsafe place < end && (place[0] == 0x20 || place[0] == 0x0A || place[0] == 0x0D || place[0] == 0x09) {
            unsafe place += 1
            // A line of a list begins with up to 24 spaces.
            while unsafe end - place >= 4, unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt32.self) == 0x2020_2020
            {
                unsafe place += 4
            }
        }
        return unsafe place
    }

    /// Reads a key and its colon. Returns the key and the position of the value.
    @inlinable
    @inline(__always)
    func scanName(at place: Place) throws(JSONError) -> (JSONString, next: Place) {
        guard unsafe place < end && place[0] == UInt8(ascii: "\"") else { throw unsafe unexpected(.key, at: place) }
        let (name, afterName) = unsafe try scanString(at: place)
        let colon = unsafe endOfWhiteSpace(from: afterName)
        guard unsafe colon < end && colon[0] == UInt8(ascii: ":") else { throw unsafe unexpected(.colon, at: colon) }
        return unsafe (name, endOfWhiteSpace(from: colon + 1))
    }

    /// Returns the position after a comma and white space, or after the end of an array or object.
    @inlinable
    @inline(__always)
    func scanComma(from place: Place, orEndOf kind: JSONKind) throws(JSONError) -> (next: Place, isInside: Bool) {
        let mark = unsafe endOfWhiteSpace(from: place)
        guard unsafe mark < end else { throw unsafe error(.truncated, at: mark) }
        if unsafe mark[0] == UInt8(ascii: ",") { return unsafe (endOfWhiteSpace(from: mark + 1), true) }
        guard unsafe mark[0] == kind.closing else { throw unsafe error(.syntax(expected: .commaOrEnd), at: mark) }
        return unsafe (mark + 1, false)
    }

    /// Returns the end of a number, a literal or a string. Any other byte is an error.
    @inlinable
    @inline(__always)
    func endOfScalar(from place: Place) throws(JSONError) -> Place {
        guard unsafe place < end else { throw unsafe error(.truncated, at: place) }
        return switch unsafe place[0] {
        case UInt8(ascii: "\""): unsafe try scanString(at: place).next
        case UInt8(ascii: "t"): unsafe try endOfWord("true", from: place)
        case UInt8(ascii: "f"): unsafe try endOfWord("false", from: place)
        case UInt8(ascii: "n"): unsafe try endOfWord("null", from: place)
        default: unsafe try endOfNumber(from: place)
        }
    }

    @usableFromInline
    func endOfWord(_ word: StaticString, from place: Place) throws(JSONError) -> Place {
        for index in 0..<word.utf8CodeUnitCount {
            guard unsafe place + index < end && place[index] == word.utf8Start[index] else {
                throw unsafe unexpected(.literal, at: place + index)
            }
        }
        return unsafe place + word.utf8CodeUnitCount
    }

    @usableFromInline
    func endOfNumber(from first: Place) throws(JSONError) -> Place {
        var place = unsafe first
        if unsafe place[0] == UInt8(ascii: "-") { unsafe place += 1 }
        if unsafe place < end && place[0] == UInt8(ascii: "0") {
            unsafe place += 1
        } else {
            unsafe place = try endOfDigits(from: place, after: first)
        }
        if unsafe place < end && place[0] == UInt8(ascii: ".") {
            unsafe place = unsafe try endOfDigits(from: place + 1, after: first)
        }
        guard unsafe place < end && place[0] | 0x20 == UInt8(ascii: "e") else { return unsafe place }
        unsafe place += 1
        if unsafe place < end && (place[0] == UInt8(ascii: "-") || place[0] == UInt8(ascii: "+")) { unsafe place += 1 }
        return unsafe try endOfDigits(from: place, after: first)
    }

    /// Returns the end of one or more digits of the number that begins at `first`.
    @inline(__always)
    private func endOfDigits(from digits: Place, after first: Place) throws(JSONError) -> Place {
        var place = unsafe digits
        // Check eight bytes at a time: the upper half of a digit is 3, also after adding 6.
        while unsafe end - place >= 8 {
            let word = unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt64.self) ^ 0x3030_3030_3030_3030
            guard (word | (word &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { break }
            unsafe place += 8
        }
        while unsafe place < end && place[0] &- UInt8(ascii: "0") < 10 { unsafe place += 1 }
        guard unsafe place > digits else { throw unsafe unexpected(digits == first ? .value : .digit, at: digits) }
        return unsafe place
    }
}
