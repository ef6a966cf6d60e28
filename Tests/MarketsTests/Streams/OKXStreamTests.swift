@testable import MarketProviders
import Platform
import TestSupport
import Testing

@testable import Markets

private func reading(_ markets: String...) -> Reading<OKXStream> { Reading(OKXStream(), markets, "okx") }

@Suite("OKX's stream", .quick)
struct OKXStreamTests {
    @Test("The arguments of a message are less than 64 KB")
    func manySubscriptions() {
        let names = (0..<5000).map { "COIN\($0)-USDT" }
        let messages = Reading(OKXStream(), names, "okx").subscription
        #expect(messages.count == 4 && messages.allSatisfy { $0.utf8.count < 64_000 })
        let sent = messages.flatMap { $0.matches(of: /"instId":"([^"]*)"/).map { String($0.1) } }
        #expect(sent == names)
    }

    @Test("The documented message; another channel, which has no latest price; a refusal in words", .needsRecordings)
    func single() throws {
        var stream = reading("BTC-USDT", "NMR-USDT")
        let documented = stream.outcome(try Recordings.bytes("okx/ws-tickers-documented.json"))
        #expect(documented.ticks.map { $0["price"] } == ["9999.99"] && !documented.isDropped)
        let outcomes = try Recordings.lines("okx/ws-index-tickers-20250606.ndjson").map { stream.outcome($0) }
        #expect(outcomes == [.nothing, .dropped, .dropped])
        let refusal = stream.outcome(try Recordings.bytes("okx/ws-error-60018.json"))
        #expect(refusal == .news(.refused(market: "NMR-USDT", .unknownSymbol(nil))))
        #expect(stream.outcome("pong") == .news(.pong))
    }
}
