package import DecimalArithmetic
import JSONReader

/// A message of a city stream: a JSON array of any number of `{"city": …, "aqi": …}` objects.
package struct CityMessage: Sendable, Equatable {
    /// The value of one city.
    package struct Value: Sendable, Hashable {
        /// The city's name.
        package let city: String
        /// The index; nil if it is missing or a sentinel, which is not an error.
        package let aqi: Number?

        /// Creates the value of a city.
        package init(city: String, aqi: Number?) {
            self.city = city
            self.aqi = aqi
        }
    }

    /// The valid elements, in order.
    package var values: [Value]
    /// The invalid elements. They do not affect the others.
    package var dropped: DroppedRows

    /// Parses a complete message. Throws `JSONError` if it is not a JSON array.
    package init(_ text: UnsafeBufferPointer<UInt8>) throws {
        var fields = JSONFields<Key>(rows: .elements, expectedRows: text.count / 16)
        self = unsafe try fields.read(text) { try CityMessage($0) }
    }

    /// Parses a complete message. Throws `JSONError` if it is not a JSON array.
    package init(_ text: [UInt8]) throws {
        self = unsafe try text.withUnsafeBufferPointer { unsafe try CityMessage($0) }
    }

    private init(_ message: JSONMessage<Key>) throws {
        let found = message.head.type ?? .null
        guard found == .array else { throw JSONError(.wrongKind(expected: .array, found: found), at: 0) }
        var rows = RowCollector<Value>(limit: AnswerLimit.cities)
        rows.reserveCapacity(min(message.rows.count, AnswerLimit.cities))
        for number in message.rows {
            let row = message[number]
            let value = Result {
                let city = try Self.city(row)
                return Value(city: city, aqi: try Self.index(row))
            }
            try rows.take(value) { RowName(symbol: try Self.city(row)) }
        }
        (values, dropped) = (rows.rows, rows.dropped)
    }

    private static func city(_ row: JSONRow<Key>) throws -> String {
        try row.check()
        // What is not plain text is read again, to find what it is.
        if let text = try? row.text(.city), (1...AnswerLimit.shownText).contains(text.count),
            unsafe text.bytes[0] > UInt8(ascii: " "), unsafe text.bytes[0] < 0x7F
        {
            return unsafe String(decoding: text.bytes, as: UTF8.self)
        }
        let name = try (row.read(.city) { try $0.optionalText("city") } ?? nil).required("city")
        guard name.utf8.count <= AnswerLimit.shownText else { throw RowProblem(description: "city is too long") }
        guard !name.allSatisfy(\.isWhitespace) else { throw RowProblem(description: "city is empty") }
        return name
    }

    private static func index(_ row: JSONRow<Key>) throws -> Number? {
        if let number = unsafe Number(utf8: row.numberIfSound(.aqi).bytes.span) { return number.air }
        return try row.read(.aqi) { try $0.optionalAir("aqi") } ?? nil
    }

    private enum Key: String, CaseIterable { case city, aqi }
}
