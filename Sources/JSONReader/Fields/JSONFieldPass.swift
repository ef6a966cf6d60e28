/// One pass over a text, which checks all of it and records the spans of the fields.
@safe
struct JSONFieldPass {
    private typealias Place = JSONReader.Place

    private var reader: JSONReader
    private unowned(unsafe) let layout: JSONFieldTable.Layout
    private let spans: UnsafeMutableBufferPointer<JSONSpan>
    private let steps: UnsafeMutableBufferPointer<JSONStep>
    /// How many values were recorded, or had no space.
    private(set) var count = 0
    /// Whether a recorded string has escapes.
    private(set) var hasEscapes = false

    init(
        reader: JSONReader, layout: JSONFieldTable.Layout, spans: UnsafeMutableBufferPointer<JSONSpan>,
        steps: UnsafeMutableBufferPointer<JSONStep>
    ) {
        self.reader = reader
        unsafe (self.layout, self.spans, self.steps) = (layout, spans, steps)
    }

    /// Reads the whole text.
    mutating func run() throws(JSONError) {
        let first = unsafe reader.endOfWhiteSpace(from: reader.cursor)
        var place: Place
        if unsafe first < reader.end, unsafe first[0] == UInt8(ascii: "["), unsafe layout.rows != nil,
            unsafe !layout.areNamed
        {
            let array = unsafe row(first)
            unsafe place = try elements(from: first)
            unsafe array[0] = JSONSpan(start: first - reader.start, count: place - first, kind: .other)
        } else {
            unsafe place = try value(from: first, level: 0)
        }
        unsafe place = reader.endOfWhiteSpace(from: place)
        guard unsafe place == reader.end else { throw unsafe reader.error(.trailing, at: place) }
    }

    /// Returns the spans of the next row, all absent. They are the last ones if there is no space for it.
    @inline(__always)
    private mutating func row(_ first: Place) -> UnsafeMutablePointer<JSONSpan> {
        let offset = unsafe min(count &* layout.stride, spans.count &- layout.stride)
        let row = unsafe spans.baseAddress.unsafelyUnwrapped + offset
        unsafe row.update(repeating: .absent, count: layout.stride)
        count &+= 1
        return unsafe row
    }

    /// Reads an object as a row, or any other value, which has no fields. Returns the position after it.
    @inline(__always)
    private mutating func value(from first: Place, level: Int, name: JSONSpan = .absent) throws(JSONError) -> Place {
        let row = unsafe row(first)
        unsafe row[1] = name
        var isRepeated = false
        let place: Place
        if unsafe first < reader.end, unsafe first[0] == UInt8(ascii: "{") {
            unsafe place = try object(from: first, row, level: level, &isRepeated)
        } else {
            unsafe place = try reader.endOfValue(from: first)
        }
        unsafe row[0] = JSONSpan(
            start: first - reader.start, count: place - first, kind: isRepeated ? .special : .other)
        return unsafe place
    }
}

// MARK: - Rows

extension JSONFieldPass {
    /// Reads the value of the member that has the rows. Returns the position after it.
    @inline(__always)
    private mutating func rows(from first: Place) throws(JSONError) -> Place {
        if unsafe first[0] == UInt8(ascii: "{") {
            return unsafe layout.areNamed ? try members(from: first) : try value(from: first, level: 1)
        }
        return unsafe layout.areNamed ? try reader.endOfContainer(from: first) : try elements(from: first)
    }

    /// Reads the elements of an array as rows.
    private mutating func elements(from first: Place) throws(JSONError) -> Place {
        unsafe reader.cursor = first
        guard try reader.open(.array) else { return unsafe reader.cursor }
        var (place, isInside) = unsafe (reader.cursor, true)
        while isInside {
            guard count <= JSONFieldTable.maximumRows else { throw unsafe tooMany(at: place) }
            unsafe place = try value(from: place, level: 1)
            unsafe (place, isInside) = try reader.scanComma(from: place, orEndOf: .array)
        }
        unsafe reader.close(at: place)
        return unsafe place
    }

    /// Reads the members of an object as rows with names.
    private mutating func members(from first: Place) throws(JSONError) -> Place {
        unsafe reader.cursor = first
        guard try reader.open(.object) else { return unsafe reader.cursor }
        var (place, isInside) = unsafe (reader.cursor, true)
        while isInside {
            guard count <= JSONFieldTable.maximumRows else { throw unsafe tooMany(at: place) }
            let (name, value) = unsafe try reader.scanName(at: place)
            let span = unsafe JSONSpan(
                start: place - reader.start, count: name.bytes.count + 2, kind: name.hasEscapes ? .special : .string)
            if name.hasEscapes { hasEscapes = true }
            unsafe place = try self.value(from: value, level: 1, name: span)
            unsafe (place, isInside) = try reader.scanComma(from: place, orEndOf: .object)
        }
        unsafe reader.close(at: place)
        return unsafe place
    }

    private func tooMany(at place: Place) -> JSONError {
        unsafe reader.error(.tooMany(limit: JSONFieldTable.maximumRows), at: place)
    }
}

// MARK: - Fields

extension JSONFieldPass {
    /// Reads the members of an object that begins at `first`. Returns the position after its end.
    private mutating func object(
        from first: Place, _ row: UnsafeMutablePointer<JSONSpan>, level: Int, _ isRepeated: inout Bool
    ) throws(JSONError) -> Place {
        unsafe reader.cursor = first
        guard try reader.open(.object) else { return unsafe reader.cursor }
        let steps = unsafe self.steps.baseAddress.unsafelyUnwrapped + level * JSONStep.most
        let end = unsafe reader.end
        var (number, place) = unsafe (0, reader.cursor)
        while true {
            let before = unsafe place
            let index: Int
            let span: JSONSpan
            if number < JSONStep.most,
                unsafe end - place >= steps[number].reach
                    ? steps[number].stands(at: place) : JSONStep.standsNearEnd(steps + number, at: place, before: end)
            {
                index = unsafe steps[number].index
                let text = unsafe place + steps[number].count
                if unsafe steps[number].isPlainText(at: text, before: end) {
                    unsafe place = text + (steps[number].length &+ 1)
                    span = unsafe JSONSpan(start: text - reader.start &- 1, count: place - text &+ 1, kind: .string)
                } else if unsafe steps[number].isNumber(at: text, before: end) {
                    unsafe place = text + steps[number].length
                    span = unsafe JSONSpan(start: text - reader.start, count: place - text, kind: .other)
                } else if unsafe steps[number].adapt(to: text, before: end) {
                    let quote = unsafe steps[number].isString ? 1 : 0
                    unsafe place = text + (steps[number].length &+ quote)
                    span = unsafe JSONSpan(
                        start: text - reader.start &- quote, count: place - text &+ quote,
                        kind: quote == 1 ? .string : .other)
                } else {
                    let value = unsafe reader.endOfWhiteSpace(from: steps[number].isString ? text - 1 : text)
                    unsafe (span, place) = try field(at: value, index, level: level)
                    unsafe steps[number].remember(span, at: value, before: end)
                }
            } else {
                if unsafe place < end, unsafe place[0] == UInt8(ascii: "}") {
                    unsafe place += 1
                    break
                }
                guard let member = unsafe try member(at: place, isFirst: number == 0) else {
                    unsafe place = reader.cursor
                    break
                }
                index = unsafe member.index
                unsafe (span, place) = try field(at: member.value, index, level: level)
                if number < JSONStep.most,
                    let step = unsafe JSONStep(from: before, to: member.value, before: end, index: index)
                {
                    unsafe steps[number] = step
                    unsafe steps[number].remember(span, at: member.value, before: end)
                }
            }
            number &+= 1
            guard index >= 0 else { continue }
            if unsafe row[2 &+ index].kind == .absent { unsafe row[2 &+ index] = span } else { isRepeated = true }
        }
        unsafe reader.close(at: place)
        return unsafe place
    }

    /// Returns the key of the next member and the position of its value. At the end of the object it returns nil, and
    /// the reader is after the end.
    @inline(never)
    private mutating func member(at place: Place, isFirst: Bool) throws(JSONError) -> (index: Int, value: Place)? {
        var place = unsafe place
        if !isFirst {
            let isInside: Bool
            unsafe (place, isInside) = try reader.scanComma(from: place, orEndOf: .object)
            guard isInside else {
                unsafe reader.cursor = place
                return nil
            }
        }
        let (name, value) = unsafe try reader.scanName(at: place)
        guard let index = unsafe layout.keys.names.index(of: name, readableTo: reader.end) else {
            return unsafe (-1, value)
        }
        return unsafe (layout.keys.cases[index], value)
    }

    /// Returns the span of a value and the position after it.
    @inline(never)
    private mutating func field(
        at value: Place, _ index: Int, level: Int
    ) throws(JSONError) -> (JSONSpan, next: Place) {
        let next: Place
        if unsafe value < reader.end, unsafe value[0] == UInt8(ascii: "\"") {
            let (string, next) = unsafe try reader.scanString(at: value)
            if string.hasEscapes, index >= 0 { hasEscapes = true }
            return unsafe (span(from: value, to: next, string.hasEscapes ? .special : .string), next)
        }
        if unsafe index == layout.rows, level == 0, unsafe value < reader.end,
            unsafe value[0] == UInt8(ascii: "{") || value[0] == UInt8(ascii: "[")
        {
            unsafe next = try rows(from: value)
        } else {
            unsafe next = try reader.endOfValue(from: value)
        }
        return unsafe (span(from: value, to: next, .other), next)
    }

    private func span(from value: Place, to next: Place, _ kind: JSONSpan.Kind) -> JSONSpan {
        unsafe JSONSpan(start: value - reader.start, count: next - value, kind: kind)
    }
}
