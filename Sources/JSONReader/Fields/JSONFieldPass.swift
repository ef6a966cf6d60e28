/// One pass over a text, which checks all of it and records the spans of the fields.
struct JSONFieldPass {
    private typealias Place = JSONReader.Place

    private var reader: JSONReader
    private unowned(unsafe) let layout: JSONFieldTable.Layout
    private let spans: UnsafeMutableBufferPointer<JSONSpan>
    private let steps: UnsafeMutableBufferPointer<JSONStep>
    /// How many values were recorded, or had no space.
    private(set) var count = 0

    init(
        _ start: UnsafePointer<UInt8>, _ length: Int, _ layout: JSONFieldTable.Layout,
        _ spans: UnsafeMutableBufferPointer<JSONSpan>, _ steps: UnsafeMutableBufferPointer<JSONStep>
    ) {
        reader = JSONReader(start: start, count: length)
        (self.layout, self.spans, self.steps) = (layout, spans, steps)
    }

    /// Reads the whole text.
    mutating func run() throws(JSONError) {
        let first = reader.endOfWhiteSpace(from: reader.cursor)
        var place: Place
        if first < reader.end, first[0] == UInt8(ascii: "["), layout.rows != nil, !layout.areNamed {
            let array = row(first)
            place = try elements(from: first)
            array[0] = JSONSpan(start: first - reader.start, count: place - first, kind: .other)
        } else {
            place = try value(from: first, level: 0)
        }
        place = reader.endOfWhiteSpace(from: place)
        guard place == reader.end else { throw reader.error(.trailing, at: place) }
    }

    /// Returns the spans of the next row, all absent. They are the last ones if there is no space for it.
    @inline(__always)
    private mutating func row(_ first: Place) -> UnsafeMutablePointer<JSONSpan> {
        let offset = min(count &* layout.stride, spans.count &- layout.stride)
        let row = spans.baseAddress.unsafelyUnwrapped + offset
        row.update(repeating: .absent, count: layout.stride)
        count &+= 1
        return row
    }

    /// Reads an object as a row, or any other value, which has no fields. Returns the position after it.
    @inline(__always)
    private mutating func value(from first: Place, level: Int, name: JSONSpan = .absent) throws(JSONError) -> Place {
        let row = row(first)
        row[1] = name
        var isRepeated = false
        let place: Place
        if first < reader.end, first[0] == UInt8(ascii: "{") {
            place = try object(from: first, row, level: level, &isRepeated)
        } else {
            place = try reader.endOfValue(from: first)
        }
        row[0] = JSONSpan(
            start: first - reader.start, count: place - first, kind: isRepeated ? .special : .other)
        return place
    }
}

// MARK: - Rows

extension JSONFieldPass {
    /// Reads the value of the member that has the rows. Returns the position after it.
    @inline(__always)
    private mutating func rows(from first: Place) throws(JSONError) -> Place {
        if first[0] == UInt8(ascii: "{") {
            return layout.areNamed ? try members(from: first) : try value(from: first, level: 1)
        }
        return layout.areNamed ? try reader.endOfContainer(from: first) : try elements(from: first)
    }

    /// Reads the elements of an array as rows.
    private mutating func elements(from first: Place) throws(JSONError) -> Place {
        reader.cursor = first
        guard try reader.open(.array) else { return reader.cursor }
        var (place, isInside) = (reader.cursor, true)
        while isInside {
            guard count <= JSONFieldTable.maximumRows else { throw tooMany(at: place) }
            place = try value(from: place, level: 1)
            (place, isInside) = try reader.scanComma(from: place, orEndOf: .array)
        }
        reader.close(at: place)
        return place
    }

    /// Reads the members of an object as rows with names.
    private mutating func members(from first: Place) throws(JSONError) -> Place {
        reader.cursor = first
        guard try reader.open(.object) else { return reader.cursor }
        var (place, isInside) = (reader.cursor, true)
        while isInside {
            guard count <= JSONFieldTable.maximumRows else { throw tooMany(at: place) }
            let (name, value) = try reader.scanName(at: place)
            let span = JSONSpan(
                start: place - reader.start, count: name.bytes.count + 2, kind: name.hasEscapes ? .special : .string)
            place = try self.value(from: value, level: 1, name: span)
            (place, isInside) = try reader.scanComma(from: place, orEndOf: .object)
        }
        reader.close(at: place)
        return place
    }

    private func tooMany(at place: Place) -> JSONError {
        reader.error(.tooMany(limit: JSONFieldTable.maximumRows), at: place)
    }
}

// MARK: - Fields

extension JSONFieldPass {
    /// Reads the members of an object that begins at `first`. Returns the position after its end.
    private mutating func object(
        from first: Place, _ row: UnsafeMutablePointer<JSONSpan>, level: Int, _ isRepeated: inout Bool
    ) throws(JSONError) -> Place {
        reader.cursor = first
        guard try reader.open(.object) else { return reader.cursor }
        let steps = self.steps.baseAddress.unsafelyUnwrapped + level * JSONStep.most
        let end = reader.end
        var (number, place) = (0, reader.cursor)
        while true {
            let before = place
            let index: Int
            let span: JSONSpan
            if number < JSONStep.most, end - place > steps[number].reach, steps[number].stands(at: place) {
                index = steps[number].index
                let text = place + steps[number].count
                if steps[number].isPlainText(at: text, before: end) {
                    place = text + (steps[number].length &+ 1)
                    span = JSONSpan(start: text - reader.start &- 1, count: place - text &+ 1, kind: .string)
                } else if steps[number].isNumber(at: text, before: end) {
                    place = text + steps[number].length
                    span = JSONSpan(start: text - reader.start, count: place - text, kind: .other)
                } else {
                    let value = reader.endOfWhiteSpace(from: steps[number].isString ? text - 1 : text)
                    (span, place) = try field(at: value, index, level: level)
                    steps[number].remember(span, at: value, before: end)
                }
            } else {
                if place < end, place[0] == UInt8(ascii: "}") {
                    place += 1
                    break
                }
                guard let member = try member(at: place, isFirst: number == 0) else {
                    place = reader.cursor
                    break
                }
                index = member.index
                (span, place) = try field(at: member.value, index, level: level)
                if number < JSONStep.most, end - before > JSONStep.longest {
                    steps[number] = JSONStep(from: before, to: member.value, index: index)
                    steps[number].remember(span, at: member.value, before: end)
                }
            }
            number &+= 1
            guard index >= 0 else { continue }
            if row[2 &+ index].kind == .absent { row[2 &+ index] = span } else { isRepeated = true }
        }
        reader.close(at: place)
        return place
    }

    /// Returns the key of the next member and the position of its value. At the end of the object it returns nil, and
    /// the reader is after the end.
    @inline(never)
    private mutating func member(at place: Place, isFirst: Bool) throws(JSONError) -> (index: Int, value: Place)? {
        var place = place
        if !isFirst {
            let isInside: Bool
            (place, isInside) = try reader.scanComma(from: place, orEndOf: .object)
            guard isInside else {
                reader.cursor = place
                return nil
            }
        }
        let (name, value) = try reader.scanName(at: place)
        return (layout.keys.index(of: name, readableTo: reader.end) ?? -1, value)
    }

    /// Returns the span of a value and the position after it.
    @inline(never)
    private mutating func field(
        at value: Place, _ index: Int, level: Int
    ) throws(JSONError) -> (JSONSpan, next: Place) {
        let next: Place
        if value < reader.end, value[0] == UInt8(ascii: "\"") {
            let (string, next) = try reader.scanString(at: value)
            return (span(value, next, string.hasEscapes ? .special : .string), next)
        }
        if index == layout.rows, level == 0, value < reader.end,
            value[0] == UInt8(ascii: "{") || value[0] == UInt8(ascii: "[")
        {
            next = try rows(from: value)
        } else {
            next = try reader.endOfValue(from: value)
        }
        return (span(value, next, .other), next)
    }

    private func span(_ value: Place, _ next: Place, _ kind: JSONSpan.Kind) -> JSONSpan {
        JSONSpan(start: value - reader.start, count: next - value, kind: kind)
    }
}
