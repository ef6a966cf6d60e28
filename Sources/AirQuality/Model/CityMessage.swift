package import DecimalArithmetic
import JSONReader

/// A message of a city stream: a JSON array of any number of `{"city": …, "aqi": …}` objects.
package struct CityMessage: Sendable, Equatable {
    /// The value of one city.
    package struct Value: Sendable, Hashable {
        /// The city's name.
        package let city: String
        /// The index; nil if it is missing, which is not an error.
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
        self = unsafe try JSONReader.read(text) { try CityMessage(&$0) }
    }

    /// Parses a complete message. Throws `JSONError` if it is not a JSON array.
    package init(_ text: [UInt8]) throws {
        self = unsafe try text.withUnsafeBufferPointer { unsafe try CityMessage($0) }
    }

    private init(_ reader: inout JSONReader) throws {
        var rows = RowCollector<Value>(limit: AnswerLimit.cities)
        try reader.readArray { reader in
            try rows.read(&reader, name: { RowName(symbol: try Self.value(&$0, isStrict: false).city) }) {
                try Self.value(&$0, isStrict: true)
            }
        }
        (values, dropped) = (rows.rows, rows.dropped)
    }

    /// Reads one element. Unless `isStrict`, only its city must be valid.
    private static func value(_ reader: inout JSONReader, isStrict: Bool) throws -> Value {
        var (city, aqi): (String?, Number?)
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .city: city = try reader.optionalText("city")
            case .aqi: if isStrict { aqi = try reader.optionalNumber("aqi") }
            }
        }
        let name = try city.required("city")
        guard name.utf8.count <= AnswerLimit.shownText else { throw RowProblem(description: "city is too long") }
        guard !name.trimmed.isEmpty else { throw RowProblem(description: "city is empty") }
        return Value(city: name, aqi: aqi)
    }

    private enum Key: String, CaseIterable {
        case city, aqi
        static let keys = JSONKeys<Self>()
    }
}
