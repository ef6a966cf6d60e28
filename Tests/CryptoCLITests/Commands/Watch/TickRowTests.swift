import DecimalArithmetic
import Markets
import Platform
import Rendering
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("A tick's row is the row of its quote", .quick)
struct TickRowTests {
    @Test(
        "the same bytes in every format, for all that a provider sends",
        arguments: [
            [:], [.price: "67024.10000000", .open: "66000", .high: "67500.50", .low: "65900", .volume: "1837800.5"],
            [.price: "1.2e-07", .open: "0", .bid: "-0", .ask: "1e3"], [.price: "5", .open: "-1"],
            [.price: "100", .change: "-1.50", .changePercent: "-1.25"], [.price: "100", .changePercent: "3.0"],
            [.price: "1234567890123456789012345678901234567890.5", .open: "1", .marketCap: "1e40"],
            [.price: "3", .open: "7", .change: "9"], [.open: "5"], [.price: "NaN", .open: "x"],
            [.price: "0.00000812", .open: "0.000008"], [.price: "1", .open: "3", .marketCap: "0.10"],
        ] as [[Tick.Part: String]])
    func bytes(_ numbers: [Tick.Part: String]) throws {
        for time in ["2024-03-01T11:59:30.250Z", "2024-03-01T12:00:00+00:00", "", "2024-02-29T23:59:59.000Z"] {
            for market in Self.markets {
                try withTick(of: market, numbers, time: time) { tick in compare(tick) }
            }
        }
    }

    private static let markets = [
        TickMarket(name: "BTC-USD", symbol: "BTC", currency: .usd, provider: "coinbase"),
        TickMarket(
            name: "a\"b,|\\", symbol: "É", id: "x\ty", fullName: "A \"quoted\", \u{1B}[31m name\n", kind: .future,
            currency: Currency("EUR") ?? .usd, provider: "made", via: "USD→EUR ecb", stale: true),
    ]
    private static let now = Timestamp(seconds: 1_709_294_400)

    private func compare(_ tick: borrowing Tick) {
        let quote = QuoteRow(tick.quote, now: Self.now)
        let ticks = FieldTable<TickRow>.quotes(.init(shows: WatchRequest.views.defaults))
        let quotes = FieldTable<QuoteRow>.quotes(.init(shows: WatchRequest.views.defaults))
        withUnsafePointer(to: tick) { place in
            let row = TickRow(place, now: Self.now)
            for format in [OutputFormat.json, .jsonl, .csv, .tsv, .markdown, .table] {
                let expected = Renderer.bytes([quote], as: format, fields: quotes.fields)
                #expect(text(Renderer.bytes([row], as: format, fields: ticks.fields)) == text(expected), "\(format)")
                let renderer = Renderer(format, fields: ticks.fields)
                guard let lines = renderer.lines else { continue }
                var plain: [UInt8] = []
                var quick: [UInt8] = []
                var quoteRenderer = Renderer(format, fields: quotes.fields)
                quoteRenderer.begin(to: &plain)
                quoteRenderer.append(quote, to: &plain)
                plain = []
                quoteRenderer.append(quote, to: &plain)
                for _ in 0..<2 {
                    quick = []
                    lines.append(row, to: &quick)
                }
                #expect(text(quick) == text(plain), "\(format) by a stream's way")
            }
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func withTick(
        of market: TickMarket, _ numbers: [Tick.Part: String], time: String, _ body: (inout Tick) -> Void
    ) throws {
        var buffer = TickBuffer()
        for (part, text) in numbers {
            var text = text
            text.withUTF8 { buffer.set(part, text: NumberText($0)) }
        }
        var time = time
        try time.withUTF8 { time in
            try buffer.withTick(of: market) { tick in
                tick.time = try .sent(time, arrival: Timestamp(seconds: 1_709_294_399))
                body(&tick)
            }
        }
    }
}

@Suite("Times in words", .quick)
struct DurationTextTests {
    @Test(
        "short, and no more precise than needed",
        arguments: [
            (0, "0 s"), (49, "0 s"), (500, "0.5 s"), (1000, "1 s"), (9990, "9.9 s"), (10_000, "10 s"), (59_999, "59 s"),
            (60_000, "1 min"), (185_000, "3 min 5 s"), (3_599_000, "59 min 59 s"), (3_600_000, "1 h"),
            (7_800_000, "2 h 10 min"), (90_000_000, "25 h"),
        ])
    func shown(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).shown == text)
    }
}
