@testable import MarketProviders
import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("Ticks in a message", .quick)
struct TickTests {
    @Test(
        "Numbers of a tick are printed in canonical form without being read",
        arguments: [
            ("67024.00000000", "67024"), ("1.2e-07", "0.00000012"), ("0.5213", "0.5213"), ("-0", "0"), ("0", "0"),
            ("1234567890123456789012345678901234567890.5", "1234567890123456789012345678901234567890.5"),
            ("100", "100"), ("0.10", "0.1"), ("-5.5", "-5.5"),
        ])
    func numbers(sent: String, printed: String) {
        #expect(written(sent) == printed)
    }

    @Test("The time of a row has the place after those of all numbers")
    func places() {
        #expect(Tick.Part.allCases.map(\.rawValue) == Array(0..<Tick.Part.count))
    }

    @Test(
        "What is no number is unknown",
        arguments: ["", "NaN", "1.", ".5", "01", "1e400x", "+1", "0x10", "1 ", "1e7000"])
    func noNumbers(sent: String) {
        #expect(written(sent) == nil)
    }

    @Test(
        "A time is printed as it was sent where it is RFC 3339 in UTC with each digit in its range, else as it is made of it",
        arguments: [
            ("2024-03-01T12:00:00Z", nil), ("2024-03-01T12:00:00.5Z", nil), ("2024-03-31T23:59:59.123456789Z", nil),
            ("2024-04-30T12:00:00Z", nil), ("0001-01-01T00:00:00Z", nil), ("9999-12-31T23:59:59Z", nil),
            ("2024-12-31T23:59:60.5Z", "2025-01-01T00:00:00.5Z"), ("2024-02-29T12:00:00Z", "2024-02-29T12:00:00Z"),
            ("2024-03-01 12:00:00Z", "2024-03-01T12:00:00Z"), ("2024-03-01T12:00:00+00:00", "2024-03-01T12:00:00Z"),
            ("2024-03-01t12:00:00Z", "2024-03-01T12:00:00Z"), ("", "1970-01-01T00:00:00Z"),
            ("2024-03-01T12:00:00.1234567890Z", "2024-03-01T12:00:00.123456789Z"),
        ] as [(String, String?)])
    func times(sent: String, made: String?) throws {
        var text = sent
        try text.withUTF8 { bytes in
            let time = try TickTime.sent(bytes, arrival: Timestamp(seconds: 0))
            #expect(time.canonicalBytes.elementsEqual(made == nil ? Array(sent.utf8) : []))
            var written: [UInt8] = []
            time.write(to: &written)
            #expect(String(decoding: written, as: UTF8.self) == made ?? sent)
            #expect(time.timestamp.description == made ?? sent)
            for place in bytes.indices where made == nil {
                var changed = Array(bytes)
                changed[place] = UInt8(ascii: "x")
                changed.withUnsafeBufferPointer { changed in
                    _ = #expect(throws: RowProblem.self) {
                        _ = try TickTime.sent(changed, arrival: Timestamp(seconds: 0))
                    }
                }
            }
        }
    }

    @Test(
        "What is no time, or one outside the years 1 to 9999, is none",
        arguments: [
            "2024-03-01T12:00:00.Z", "2024-13-01T12:00:00Z", "2024-00-01T12:00:00Z", "2024-03-32T12:00:00Z",
            "2024-03-00T12:00:00Z", "2024-02-30T12:00:00Z", "2023-02-29T12:00:00Z", "2024-04-31T12:00:00Z",
            "2024-03-01T24:00:00Z", "2024-03-01T12:60:00Z", "2024-03-01T12:00:61Z", "2024-03-01T12:00:0:Z",
            "2o24-03-01T12:00:00Z", "2024:03-01T12:00:00Z", "2024-03-01T12:00-00Z", "/024-03-01T12:00:00Z",
            "yesterday", "0000-01-01T00:00:00Z", "0000-12-31T23:59:59.5Z", "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-00:01",
        ])
    func noTimes(sent: String) {
        var text = sent
        text.withUTF8 { bytes in
            _ = #expect(throws: RowProblem.self) { _ = try TickTime.sent(bytes, arrival: Timestamp(seconds: 0)) }
        }
    }

    @Test("Markets are found by the bytes of their names, also after others are removed")
    func table() {
        var table = TickMarketTable()
        let markets = (0..<500).map {
            TickMarket(name: "M\($0)-USD", symbol: "M\($0)", currency: .usd, provider: "made")
        }
        table.add(markets)
        table.remove(Array(markets[..<250]))
        #expect(find("M100-USD", &table) == nil)
        #expect(find("M300-USD", &table) == "M300")
        #expect(find("M300-USD", &table) == "M300")
        #expect(find("M300-EUR", &table) == nil)
        #expect(table.all.count == 250)
    }

    private func find(_ name: String, _ table: inout TickMarketTable) -> String? {
        var name = name
        return name.withUTF8 { table.find($0)?.market.symbol }
    }

    private func written(_ text: String) -> String? {
        var text = text
        var bytes: [UInt8] = []
        return text.withUTF8 { NumberText($0).write(to: &bytes) } ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
