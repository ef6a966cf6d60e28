/// Where the bytes of a text come from that is read while it arrives. They are in memory that does not move.
public protocol JSONSource: AnyObject, Sendable {
    /// Where the text begins.
    var start: UnsafePointer<UInt8> { get }
    /// About how many bytes the whole text has; 0 if nothing is known.
    var expectedCount: Int { get }
    /// Whether nothing of what was read is let go.
    var isComplete: Bool { get }

    /// Waits until there are `count` bytes, or the whole text.
    ///
    /// - Parameters:
    ///   - count: How many bytes of the text are needed to go on.
    ///   - place: How many bytes are read.
    ///   - isKept: False if the reader does not look at bytes before `place` again.
    /// - Returns: How many bytes there are, and whether they are all.
    func wait(for count: Int, from place: Int, isKept: Bool) -> (count: Int, isWhole: Bool)
}

extension JSONReader {
    /// Reads a whole text while it arrives: one value, surrounded only by white space.
    ///
    /// A list whose rows wait for their bytes (`awaitBytes`) is read before the text is whole. Where anything else
    /// ends with the bytes that are there, `body` is called again once all are. Throws `JSONError`, and the errors of
    /// `body`.
    public static func read<Result>(
        arriving source: any JSONSource, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        var reader = unsafe JSONReader(start: source.start, count: 0)
        unsafe reader.source = source
        reader.awaitBytes(firstPart)
        do {
            let result = try reader.readValue(body)
            reader.awaitBytes(.max)
            try reader.readEnd()
            return result
        } catch let error as JSONError where error.kind == .truncated && reader.isArriving && source.isComplete {
            let count = source.wait(for: .max, from: 0, isKept: true).count
            return unsafe try read(UnsafeBufferPointer(start: source.start, count: count), body)
        }
    }

    /// How many bytes there are before a text is read, and ahead of each row of it: more than what is around rows.
    public static var firstPart: Int { 64 << 10 }

    /// Whether more of the text may arrive.
    @inlinable public var isArriving: Bool { unsafe source != nil }

    /// Waits until `count` bytes follow the current position, or the whole text. Does nothing if the text is whole.
    @inlinable
    public mutating func awaitBytes(_ count: Int) {
        if unsafe source != nil && remaining < count { fill(count) }
    }

    /// Moves over white space, and waits for more of the text while nothing else is there: the bytes that have arrived
    /// may end between two elements.
    @inlinable
    mutating func awaitMark() {
        while unsafe source != nil {
            unsafe cursor = endOfWhiteSpace(from: cursor)
            guard unsafe cursor == end else { return }
            fill(1)
        }
    }

    @usableFromInline
    @inline(never)
    mutating func fill(_ count: Int) {
        guard let source = unsafe source else { return }
        let wanted = count > .max - offset ? Int.max : offset + count
        let there = source.wait(for: wanted, from: offset, isKept: keepsText || !hasRows)
        unsafe end = start + there.count
        if there.isWhole { unsafe self.source = nil }
    }

    /// Calls `body`, which reads a row of a list, and in which the text does not grow.
    @inlinable
    public mutating func withoutArriving<Result>(
        _ body: (inout JSONReader) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        let source = unsafe source
        unsafe self.source = nil
        defer { unsafe self.source = source }
        let result = try body(&self)
        hasRows = true
        return result
    }

    /// About how many bytes there are from the current position to the end of the text.
    @inlinable public var expectedRemaining: Int {
        guard let source = unsafe source else { return remaining }
        return max(remaining, source.expectedCount - offset)
    }
}
