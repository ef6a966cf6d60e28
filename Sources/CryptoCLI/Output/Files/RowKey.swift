import AirQuality
import JSONReader
import Markets
import Rendering

/// The key of a row in a file: a hash of 64 bits, so that a file of many rows takes little memory.
struct RowKey {
    /// The names of the fields that are part of a key, in every kind of row.
    static let names: [String] = {
        func names<Row>(_ table: FieldTable<Row>) -> [String] {
            table.fields.filter { !$0.roles.isDisjoint(with: [.key, .qualifier]) }.map(\.name)
        }
        let all =
            names(FieldTable<QuoteRow>.quotes(defaults: [])) + names(FieldTable<Candle>.candles)
            + names(FieldTable<ConvertRow>.conversions(defaults: [])) + names(FieldTable<AirRow>.air)
        return Set(all).sorted()
    }()

    /// The same names as members of an object, each with its place.
    static let members = JSONKeys<Int>(names.enumerated().map { (name: $1, key: $0) })

    // FNV-1a.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a value, and its end, which is no byte.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { add(UInt64(byte)) }
        add(0x100)
    }

    private mutating func add(_ unit: UInt64) {
        value = (value ^ unit) &* 0x100_0000_01B3
    }
}
