import AirQuality
import Markets
import Rendering

/// A hash of values of a row, so that many rows take little memory.
struct RowKey {
    /// The names of the fields that are part of a key, in every kind of row.
    static let names: Set<String> = {
        func names<Row>(_ table: FieldTable<Row>) -> [String] {
            table.fields.filter { $0.roles.contains(.key) }.map(\.name)
        }
        return Set(
            names(FieldTable<QuoteRow>.quotes(View(shows: ["group"]))) + names(FieldTable<Candle>.candles)
                + names(FieldTable<ConvertRow>.conversions([])) + names(FieldTable<AirRow>.air))
    }()

    /// The names of the fields that are not of the row, but of the run that prints it.
    static let namesOfRun: Set<String> = ["age", "stale", "received", "latency_ms", "sequence", "connection"]

    // FNV-1a.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a value, and its end.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(UInt64(byte)) }
        addEnd()
    }

    /// Adds the end of a value, which is no byte.
    mutating func addEnd() { add(0x100) }

    /// Adds a byte, or another number.
    mutating func add(_ unit: UInt64) {
        value = (value ^ unit) &* 0x100_0000_01B3
    }
}
