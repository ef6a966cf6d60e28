import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Markets

extension Reading {
    /// Reads one message that came at 2024-03-01T12:00:00Z: every field of its ticks, and what else it says or is wrong.
    mutating func outcome(_ message: String) -> StreamOutcome {
        var (message, outcome) = (message, StreamOutcome())
        message.withUTF8 { bytes in
            do {
                outcome.news = try dialect.read(bytes, at: Timestamp(seconds: 1_709_294_400)) { tick in
                    outcome.ticks.append(tick.quote.facts)
                }
            } catch {
                outcome.isDropped = true
            }
        }
        return outcome
    }

    /// What is sent for more markets, or for fewer.
    mutating func subscribe(_ markets: [TickMarket]) -> [String] { dialect.subscribe(to: markets) }
    mutating func unsubscribe(_ markets: [TickMarket]) -> [String] { dialect.unsubscribe(from: markets) }
}

/// What came of one message.
struct StreamOutcome: Equatable {
    var ticks: [[String: String]] = []
    var news: StreamNews?
    var isDropped = false

    static let nothing = StreamOutcome()
    static let dropped = StreamOutcome(isDropped: true)

    static func news(_ news: StreamNews) -> StreamOutcome { StreamOutcome(news: news) }
}

/// Texts that no stream may send, whatever its dialect.
enum HostileText {
    static let all: [String] = [
        "", " ", "pongpong", "<html>", "null", "5", "true", #""text""#, "[]", "[1]", "{}", "{", #"{"a":1}x"#,
        "\u{FEFF}{}", String(repeating: "[", count: 10_000), String(repeating: #"{"data":"#, count: 10_000),
        String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000),
    ]
}

/// A market of a stream in US dollars.
func tickMarket(_ name: String, _ symbol: String, in currency: Currency = .usd, of provider: String) -> TickMarket {
    TickMarket(name: name, symbol: symbol, currency: currency, provider: provider)
}

extension MarketProvider {
    /// Its ticks, from a server that plays its REST answers and its socket.
    func ticks(_ server: LoopbackServer, key: String? = nil, time: TimeSource = .live) throws -> TickSource {
        let settings = ProviderSettings(
            http: .curl(HTTPConfiguration(userAgent: "crypto-test")), base: server.url,
            streamBase: server.webSocketURL, key: key, time: time,
            sockets: HTTPConfiguration(userAgent: "crypto-test"))
        let makeTicks = try #require(self.makeTicks)
        return makeTicks(settings)
    }
}

/// Keeps what a source hands over.
final class StreamLog: TickReceiver {
    private struct State {
        var ticks: [[String: String]] = []
        var events: [TickEvent] = []
    }

    private let state = Mutex(State())

    var ticks: [[String: String]] { state.withLock(\.ticks) }
    var events: [TickEvent] { state.withLock(\.events) }
    var count: Int { state.withLock { $0.ticks.count } }
    /// `BTC 1.5` for each tick, in order.
    var prices: [String] { ticks.map { "\($0["symbol"] ?? "") \($0["price"] ?? "-")" } }

    func receive(_ batch: TickBatch) {
        var ticks: [[String: String]] = []
        batch.forEach { ticks.append($0.quote.facts) }
        state.withLock { [ticks] in $0.ticks += ticks }
    }

    func note(_ event: TickEvent) {
        state.withLock { $0.events.append(event) }
    }
}

extension TickSource {
    /// One connection's life until it fails, or until `body` is done, which cancels it.
    @discardableResult
    func running(
        _ subscriptions: TickSubscriptions, _ log: StreamLog, until body: @escaping @Sendable () async throws -> Void
    ) async throws -> ProviderFailure? {
        let task = Task { () -> ProviderFailure? in
            do throws(ProviderFailure) {
                try await run(subscriptions, log)
                return nil
            } catch {
                return error
            }
        }
        do {
            try await body()
        } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        return await task.value
    }

    /// The failure that a connection ends with by itself.
    func failure(
        _ subscriptions: TickSubscriptions, _ receiver: any TickReceiver = StreamLog()
    ) async -> ProviderFailure? {
        do throws(ProviderFailure) {
            try await run(subscriptions, receiver)
            return nil
        } catch {
            return error
        }
    }
}
