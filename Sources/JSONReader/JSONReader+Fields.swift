extension JSONReader {
    /// Reads the values of an object into fields, whatever their types. Missing fields are marked as absent.
    ///
    /// Throws `JSONError`, also if a field occurs twice.
    @inlinable
    public mutating func readFields<Key>(_ fields: inout JSONFields<Key>) throws(JSONError) {
        precondition(end - start < JSONSpan.longestText)
        fields.spans.withUnsafeMutableBufferPointer { $0.update(repeating: .absent) }
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

    /// Skips the members of an object and its end, and records the spans of values with a key. Returns the position
    /// after the end.
    @inlinable
    func endOfFields<Key>(
        from first: Place, _ names: JSONFields<Key>.Names, _ spans: UnsafeMutableBufferPointer<JSONSpan>,
        _ steps: UnsafeMutableBufferPointer<JSONStep>
    ) throws(JSONError) -> Place {
        var (number, place) = (0, first)
        while true {
            let before = place
            let index: Int
            let value: JSONSpan
            if number < steps.count, end - place > JSONStep.longest, steps[number].stands(at: place) {
                index = steps[number].index
                let text = place + steps[number].count
                if steps[number].isPlainText(at: text, before: end) {
                    place = text + (steps[number].textLength &+ 1)
                    value = JSONSpan(start: text - start &- 1, count: place - text &+ 1, kind: .string)
                } else if steps[number].isNumber(at: text, before: end) {
                    place = text + steps[number].digitsLength
                    value = JSONSpan(start: text - start, count: place - text, kind: .other)
                } else {
                    let first = endOfWhiteSpace(from: steps[number].isString ? text - 1 : text)
                    (value, place) = try span(at: first)
                    if steps[number].isString || value.kind == .other {
                        steps[number].remember(value, at: first)
                    } else {
                        // A string where another type was before: the step must include its quote.
                        steps[number] = .unknown
                    }
                }
            } else {
                let found: Int?
                let isInside: Bool
                (found, place, isInside) = try member(at: place, isFirst: number == 0, names.keys)
                guard isInside else { return place }
                let first = place
                (value, place) = try span(at: first)
                index = found ?? -1
                if number < steps.count {
                    steps[number] = JSONStep(from: before, to: first, index: found)
                    steps[number].remember(value, at: first)
                }
            }
            number &+= 1
            guard index >= 0 else { continue }
            guard spans[index].kind == .absent else { throw duplicate(after: before) }
            spans[index] = value
        }
    }

    /// Returns the index of the next member's key and the start of its value, or the position after the end of the
    /// object.
    @usableFromInline
    @inline(never)
    func member<Key>(
        at place: Place, isFirst: Bool, _ keys: borrowing JSONKeys<Key>
    ) throws(JSONError) -> (index: Int?, next: Place, isInside: Bool) {
        var place = place
        if !isFirst {
            let isInside: Bool
            (place, isInside) = try scanComma(from: place, orEndOf: .object)
            guard isInside else { return (nil, place, false) }
        }
        let (name, value) = try scanName(at: place)
        return (keys.index(of: name, readableTo: end), value, true)
    }

    /// Returns the span of a value and the position after it.
    @usableFromInline
    @inline(never)
    func span(at value: Place) throws(JSONError) -> (JSONSpan, next: Place) {
        guard value < end, value[0] == UInt8(ascii: "\"") else {
            let next = try endOfValue(from: value)
            return (JSONSpan(start: value - start, count: next - value, kind: .other), next)
        }
        let (string, next) = try scanString(at: value)
        return (
            JSONSpan(start: value - start, count: next - value, kind: string.hasEscapes ? .escaped : .string), next
        )
    }

    /// Returns the error for a duplicate key after a value, or after the start of an object.
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
