import AirQuality
import JSONReader
import Markets
import Rendering

/// The key of a row in a file: a hash of 64 bits, so that a file of many rows takes little memory.
struct RowKey {
    /// The names of the fields that are part of a key, in every kind of row.
    static let names: [String] = {
        func names<Row>(_ table: FieldTable<Row>) -> [String] {
            table.fields.filter { $0.roles.contains(.key) }.map(\.name)
        }
        let all =
            names(FieldTable<QuoteRow>.quotes(defaults: ["group"])) + names(FieldTable<Candle>.candles)
            + names(FieldTable<ConvertRow>.conversions(defaults: [])) + names(FieldTable<AirRow>.air)
        return Set(all).sorted()
    }()

    /// The same names as members of an object, each with its place.
    static let members = JSONKeys<Int>(names.enumerated().map { (name: $1, key: $0) })

    /// The names of the fields that are not of the row, but of the run that prints it.
    static let namesOfRun: Set<String> = ["age", "stale", "received", "latency_ms", "sequence", "connection"]

    // FNV-1a.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The place of the time among the names.
    static let timePlace = names.firstIndex(of: "time")

    /// Adds a value, and its end.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { add(UInt64(byte)) }
        addEnd()
    }

    /// Adds the end of a value, which is no byte.
    mutating func addEnd() { add(0x100) }

    /// Adds a byte, or another number.
    mutating func add(_ unit: UInt64) {
        value = (value ^ unit) &* 0x100_0000_01B3
    }

    /// Returns the first bytes of a text as a number with the order of the texts.
    static func order(of text: UnsafeBufferPointer<UInt8>) -> UInt128 {
        if let base = text.baseAddress, text.count >= 16 {
            let words = unsafe UnsafeRawPointer(base)
            let high = unsafe words.loadUnaligned(as: UInt64.self).bigEndian
            let low = unsafe words.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
            return UInt128(high) << 64 | UInt128(low)
        }
        var order = UInt128(0)
        for place in 0..<16 { order = order << 8 | UInt128(place < text.count ? unsafe text[place] : 0) }
        return order
    }
}
