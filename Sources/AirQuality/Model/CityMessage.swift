public import DecimalArithmetic
import JSONReader

/// A message of a city stream: an array of `{"city": …, "aqi": …}`, none to many (REQUIREMENTS A1).
public struct CityMessage: Sendable, Equatable {
    /// One city's value.
    public struct Value: Sendable, Hashable {
        /// The city's name.
        public let city: String
        /// The index; nil where it is missing, which is no error.
        public let aqi: Number?

        /// A city's value.
        public init(city: String, aqi: Number?) {
            self.city = city
            self.aqi = aqi
        }
    }

    /// The sound elements, in their order.
    public var values: [Value]
    /// The others: counted, and no reason to drop the rest.
    public var dropped: DroppedRows

    /// Reads a whole message. Throws `JSONError` for what is no JSON array.
    public init(_ text: UnsafeBufferPointer<UInt8>) throws {
        self = try JSONReader.read(text) { try CityMessage(&$0) }
    }

    /// As for a buffer.
    public init(_ text: [UInt8]) throws {
        self = try text.withUnsafeBufferPointer { try CityMessage($0) }
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

    /// One element; where it is not `isStrict` only the city matters.
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
