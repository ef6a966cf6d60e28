/// Reads the fields of a stream's messages in one pass. It is created once and reads one message after the other.
///
///     enum Key: String, CaseIterable { case channel, data, symbol, price = "c" }
///     var fields = JSONFields<Key>(rows: .objects(in: .data))
///     try fields.read(text) { message in
///         for row in message.rows { try row.number(.price) }
///     }
///
/// A message is an object, or, if the reader has rows, an array of them. What it means may stand behind its data, so
/// the fields of all its objects are recorded as slices of the text, and the caller decides when the text is known to
/// be valid to its end.
///
/// The messages of a stream repeat their keys in the same order. The bytes between two values of the previous message
/// are remembered (`JSONStep`): if the same bytes follow, they are neither scanned nor looked up. Everything else is
/// read without this optimization.
public struct JSONFields<Key: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
    /// The rows of a message: the objects in a member of its outermost object.
    public enum Rows: Sendable {
        /// There are none.
        case none
        /// The message is an array, in which each element is one.
        case elements
        /// The member is an object, which is one row, or an array, in which each element is one.
        case objects(in: Key)
        /// The member is an object in which each member is a row with a name.
        case named(in: Key)
    }

    /// The maximum number of rows of a message.
    public static var maximumRows: Int { JSONFieldTable.maximumRows }

    @usableFromInline var table: JSONFieldTable

    /// Creates a reader of the cases of `Key` except `unread`, in the outermost object and in the rows. `Key` has no
    /// associated values. A message with more rows than `expectedRows` is read twice, once for the first such message.
    public init(rows: Rows = .none, unread: [Key] = [], expectedRows: Int = 3) {
        let cases = Array(Key.allCases)
        precondition(cases.indices.allSatisfy { Self.place(of: cases[$0]) == $0 })
        let places = Set(cases.indices).subtracting(unread.map(Self.place))
        let keys = JSONKeys(places.sorted().map { (cases[$0].rawValue, $0) })
        let (place, areNamed): (Int?, Bool) =
            switch rows {
            case .none: (nil, false)
            // No key has this number.
            case .elements: (.max, false)
            case .objects(let key): (Self.place(of: key), false)
            case .named(let key): (Self.place(of: key), true)
            }
        let layout = JSONFieldTable.Layout(keys, of: cases.count, rows: place, areNamed: areNamed)
        table = JSONFieldTable(layout, expectedRows: expectedRows)
    }

    /// Reads a whole text and calls `body` with what it holds.
    ///
    /// Throws `JSONError` if the text is not valid JSON, and the errors of `body`. Repeated keys and values of another
    /// type are errors of the row that has them.
    @inlinable
    public mutating func read<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (JSONMessage<Key>) throws -> Result
    ) throws -> Result {
        let count = unsafe try table.read(text)
        return unsafe try table.spans.withUnsafeBufferPointer { spans in
            unsafe try table.decoded.withUnsafeBufferPointer { decoded in
                unsafe try body(JSONMessage(spans: spans, count: count, text: decoded.isEmpty ? text : decoded))
            }
        }
    }

    /// The place of a key among the cases: cases without associated values are numbered in their order.
    @inlinable
    @inline(__always)
    static func place(of key: Key) -> Int {
        unsafe MemoryLayout<Key>.size == 1 ? Int(unsafeBitCast(key, to: UInt8.self)) : 0
    }
}

/// What `JSONFields` holds of all messages, and of the last one.
@usableFromInline
struct JSONFieldTable: Sendable {
    /// A class instance, so that passing it on does not count references of its parts.
    final class Layout: Sendable {
        let keys: JSONKeys<Int>
        /// The key of the member with the rows.
        let rows: Int?
        let areNamed: Bool
        /// The spans of a row: the whole value, its name, and each place of a key.
        let stride: Int

        init(_ keys: JSONKeys<Int>, of places: Int, rows: Int?, areNamed: Bool) {
            (self.keys, self.rows, self.areNamed, stride) = (keys, rows, areNamed, 2 + places)
        }
    }

    /// An exchange has about 3,500 markets.
    static let maximumRows = 30_000

    private let layout: Layout
    /// The spans of the outermost value, then those of each row.
    @usableFromInline var spans: [JSONSpan]
    /// The last message and its decoded strings, if any string in `spans` has escapes; empty otherwise.
    @usableFromInline var decoded: [UInt8] = []
    /// The steps of the outermost object, then those of the rows.
    private var steps = [JSONStep](repeating: .unknown, count: 2 * JSONStep.most)

    init(_ layout: Layout, expectedRows count: Int) {
        self.layout = layout
        spans = [JSONSpan](repeating: .absent, count: (min(count, Self.maximumRows) + 1) * layout.stride)
    }

    /// Reads a whole text and returns how many values `spans` describes.
    @usableFromInline
    mutating func read(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Int {
        guard let start = text.baseAddress else { throw JSONError(.truncated, at: 0) }
        precondition(text.count < JSONSpan.longestText)
        // The pass holds no reference: counting them would take longer than a short message.
        unowned(unsafe) let layout = layout
        if !decoded.isEmpty { decoded.removeAll(keepingCapacity: true) }
        while true {
            let (count, hasEscapes) = unsafe try spans.withUnsafeMutableBufferPointer { spans in
                unsafe steps.withUnsafeMutableBufferPointer { steps in
                    Result { () throws(JSONError) in
                        var pass = unsafe JSONFieldPass(
                            reader: JSONReader(start: start, count: text.count), layout: layout, spans: spans,
                            steps: steps)
                        try pass.run()
                        return (pass.count, pass.hasEscapes)
                    }
                }
            }.get()
            if unsafe count * layout.stride < spans.count {
                if hasEscapes { unsafe decode(text, count * layout.stride) }
                return count
            }
            // Rows that had no space were only counted.
            spans = unsafe [JSONSpan](repeating: .absent, count: 2 * count * layout.stride)
        }
    }
    /// Decodes the strings with escapes among the first spans. Messages with such strings are rare.
    ///
    /// Each is appended to a copy of the message, and its span becomes one of the decoded bytes: a zero byte in place
    /// of each quote, and after them the bits of the span in the message, which `JSONRow.read` needs.
    @inline(never)
    private mutating func decode(_ text: UnsafeBufferPointer<UInt8>, _ count: Int) {
        unsafe decoded.append(contentsOf: text)
        // The first span of a row is that of the whole row.
        for index in 0..<count where spans[index].kind == .special && index % layout.stride != 0 {
            let (span, start) = (spans[index], decoded.count)
            let bytes = unsafe span.slice(of: text, trimming: 1).bytes
            decoded.append(0)
            unsafe JSONString(bytes: bytes, hasEscapes: true).appendDecoded(to: &decoded)
            decoded.append(0)
            spans[index] = JSONSpan(start: start, count: decoded.count - start, kind: .string)
            unsafe withUnsafeBytes(of: span.bits) { unsafe decoded.append(contentsOf: $0) }
        }
    }
}
