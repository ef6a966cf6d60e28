@testable import MarketProviders
import JSONReader
import Platform
import Synchronization
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import Markets

/// A dialect whose subscriptions are the names of the markets, of which it sends three messages an hour.
private struct LimitedStream: StreamDialect {
    enum Key: String, CaseIterable { case data }

    let rules = StreamRules(silence: .seconds(100_000), changes: StreamRules.Changes(3, in: .seconds(3600)))

    func subscribe(to markets: [TickMarket]) -> [String] { [markets.map(\.name).joined(separator: ",")] }
    func unsubscribe(from markets: [TickMarket]) -> [String] { [] }

    func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? { nil }
}

@Suite("Limits of subscriptions", .quick, .endsHang, .virtualTime)
struct ChangeLimitTests {
    @Test("Changes that a provider does not take yet wait, and become one message")
    func changes() async throws {
        let clock = try #require(VirtualTime.current)
        let received = Mutex(0)
        let script: WebSocketScript = { peer in
            for text in ["A", "B", "C,D"] {
                try peer.expectText(text) { $0.hasPrefix(text) }
                received.withLock { $0 += 1 }
            }
        }
        try await withWebSocketServer([script]) { server in
            var sockets = HTTPConfiguration(userAgent: "crypto-test", time: clock.source)
            sockets.network = VirtualNetwork.current
            let settings = ProviderSettings(
                http: .curl(sockets), streamBase: server.webSocketURL, time: clock.source, sockets: sockets)
            let stream = TickSocket("made", settings, host: "", path: "") { LimitedStream() }
            let source = TickSource(
                rules: LimitedStream().rules, markets: { _, _ in [] }, listed: { _ in [] },
                run: { subscriptions, receiver throws(ProviderFailure) in try await stream.run(subscriptions, receiver)
                })
            let subscriptions = TickSubscriptions([tickMarket("A", "A", of: "made")])
            @Sendable func add(_ name: String) { subscriptions.add([tickMarket(name, name, of: "made")]) }
            try await source.running(subscriptions, StreamLog()) {
                try await expectEventually("the first subscription") { received.withLock { $0 == 1 } }
                add("B")
                try await expectEventually("the second message") { received.withLock { $0 == 2 } }
                add("C")
                add("D")
                await clock.pass(.seconds(3600))
                // The connection looks at the clock again.
                add("E")
                try await expectEventually("what waited") { received.withLock { $0 == 3 } }
            }
        }
    }
}
