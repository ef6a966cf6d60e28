import Markets
import TestSupport
import Testing

extension StockRecordingTests {
    @Test("IEX's quotes of 2018, each taken out of the batch that they were recorded in")
    func iexBatch() async throws {
        let prices = ["FB": ["182.93", "-0.83", "-0.452", "183.76"], "MSFT": ["96.43", "0.25", "0.26", "96.18"]]
        let bytes = try Recordings.bytes("iex/legacy-1.0-batch-quote-fb-msft-2018.json")
        let text = String(decoding: bytes, as: UTF8.self)
        for (symbol, facts) in prices {
            let start = try #require(text.firstRange(of: #""\#(symbol)":{"quote":"#)).upperBound
            let body = String(text[start...].prefix { $0 != "}" }) + "}"
            let sent = try await Self.quote("iex", symbol, "/1.0/stock/\(symbol)/quote", .json(body)).get().facts
            #expect(["price", "change", "change_percent", "open"].map { sent[$0] } == facts, "\(symbol)")
        }
    }
}
