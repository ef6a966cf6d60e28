extension JSONReader {
    /// Reads an object's values into fields, whatever their kinds; the ones it lacks are absent then.
    ///
    /// Throws `JSONError`, also when one of the fields' keys stands twice.
    @inlinable
    public mutating func readFields<Key>(_ fields: inout JSONFields<Key>) throws(JSONError) {
        for index in fields.spans.indices { fields.spans[index] = .absent }
        guard try open(.object) else { return }
        let names = fields.names
        let (reader, first) = (self, cursor)
        let result = fields.spans.withUnsafeMutableBufferPointer { spans in
            fields.steps.withUnsafeMutableBufferPointer { steps in
                Result { () throws(JSONError) in try reader.endOfFields(from: first, names, spans, steps) }
            }
        }
        close(at: try result.get())
    }

    /// Passes the members of an object and its end, noting where the values of keys lie.
    @inlinable
    func endOfFields<Key>(
        from first: Place, _ names: JSONFields<Key>.Names, _ spans: UnsafeMutableBufferPointer<JSONSpan>,
        _ steps: UnsafeMutableBufferPointer<JSONStep>
    ) throws(JSONError) -> Place {
        var (number, place) = (0, first)
        while true {
            let before = place
            let index: Int
            var length = -1
            if number < steps.count, end - place > JSONStep.longest, steps[number].stands(at: place) {
                (index, length) = (steps[number].index, steps[number].length)
                place += steps[number].count
            } else {
                if number > 0 {
                    let isInside: Bool
                    (place, isInside) = try scanComma(from: place, orEndOf: .object)
                    guard isInside else { return place }
                }
                let found: Int?
                (found, place) = try keyAndValue(at: place, names.keys)
                if number < steps.count { steps[number] = JSONStep(from: before, to: place, index: found) }
                index = found ?? -1
            }
            let value = endOfWhiteSpace(from: place)
            var kind = JSONSpan.Kind.other
            if isPlainString(at: value, length: length) {
                place = value + length + 2
                kind = .string
            } else if value < end, value[0] == UInt8(ascii: "\"") {
                place = Self.endOfPlainText(from: value + 1, to: end)
                kind = .string
                if place == end || place[0] != UInt8(ascii: "\"") {
                    let hasEscapes: Bool
                    (place, hasEscapes) = try endOfUnusualText(from: place)
                    if hasEscapes { kind = .escaped }
                }
                place += 1
                if number < steps.count { steps[number].length = kind == .string ? place - value - 2 : -1 }
            } else {
                place = try endOfOther(from: value)
            }
            number += 1
            guard index >= 0 else { continue }
            guard spans[index].kind == .absent else { throw duplicate(after: before) }
            spans[index] = JSONSpan(start: value - start, count: place - value, kind: kind)
        }
    }

    /// The index of a key, and where its value begins.
    @usableFromInline
    @inline(never)
    func keyAndValue<Key>(
        at place: Place, _ keys: borrowing JSONKeys<Key>
    ) throws(JSONError) -> (index: Int?, value: Place) {
        let (name, value) = try scanName(at: place)
        return (keys.index(of: name, readableTo: end), value)
    }

    /// Passes a value that is no string.
    @usableFromInline
    @inline(never)
    func endOfOther(from value: Place) throws(JSONError) -> Place {
        try endOfValue(from: value)
    }

    /// The error of the key behind a value, or behind an object's beginning.
    @usableFromInline
    @inline(never)
    func duplicate(after value: Place) -> JSONError {
        var quote = endOfWhiteSpace(from: value)
        if quote < end, quote[0] == UInt8(ascii: ",") { quote = endOfWhiteSpace(from: quote + 1) }
        do throws(JSONError) {
            return duplicate(try scanName(at: quote).0)
        } catch {
            return error
        }
    }
}
