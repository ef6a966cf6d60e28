@testable import MarketProviders
import DecimalArithmetic
import JSONReader
import Platform
import Synchronization
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import Markets

/// A dialect that reads messages, with ticks completed like those of a stream.
struct Reading<Dialect: StreamDialect> {
    private var reader: StreamReader<Dialect>
    private let markets: [TickMarket]
    let rules: StreamRules
    /// The messages that subscribe to its first markets.
    let subscription: [String]

    /// Creates a reading that is subscribed to markets with names.
    init(_ dialect: Dialect, _ names: [String], _ provider: String) {
        (reader, rules) = (StreamReader(dialect), dialect.rules)
        markets = names.map { tickMarket($0, $0, of: provider) }
        subscription = reader.begin(with: markets)
    }
}

extension Reading {
    /// Reads one message that arrives at 2024-03-01T12:00:00Z. Returns every field of its ticks, its news and its
    /// errors.
    mutating func outcome(_ message: [UInt8]) -> StreamOutcome {
        var outcome = StreamOutcome()
        message.withUnsafeBufferPointer { bytes in
            do {
                outcome.news = try reader.read(bytes, at: Timestamp(seconds: 1_709_294_400)) { tick in
                    outcome.ticks.append(tick.quote.facts)
                }
            } catch {
                outcome.isDropped = true
            }
        }
        return outcome
    }

    /// Forgets the numbers of its markets, but not what was learned about messages.
    mutating func forget() {
        _ = reader.unsubscribe(from: markets)
        _ = reader.subscribe(to: markets)
    }

    /// The messages to send for more markets, or for fewer.
    mutating func subscribe(_ markets: [TickMarket]) -> [String] { reader.subscribe(to: markets) }
    mutating func unsubscribe(_ markets: [TickMarket]) -> [String] { reader.unsubscribe(from: markets) }
}

extension String {
    /// The JSON text with each character of its strings as an escape.
    fileprivate var escaped: String {
        // How many characters of an escape follow.
        var (result, isInside, rest) = ("", false, 0)
        for character in unicodeScalars {
            if rest == 0, character == "\"" { isInside.toggle() }
            guard isInside, rest == 0, character != "\\", character != "\"" else {
                rest = rest > 0 ? rest - 1 : character == "\\" ? 1 : 0
                if rest == 0, character == "u", result.hasSuffix("\\") { rest = 4 }
                result.unicodeScalars.append(character)
                continue
            }
            for unit in String(character).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }
}

/// A reading of any dialect.
protocol MessageReading {
    var rules: StreamRules { get }
    var subscription: [String] { get }
    mutating func outcome(_ message: [UInt8]) -> StreamOutcome
    mutating func forget()
    mutating func subscribe(_ markets: [TickMarket]) -> [String]
    mutating func unsubscribe(_ markets: [TickMarket]) -> [String]
}

extension Reading: MessageReading {}

/// Returns a reading of a provider's stream that is subscribed to markets with these names.
func reading(of provider: String, _ markets: [String]) -> any MessageReading {
    switch provider {
    case "binance": Reading(BinanceStream(), markets, provider)
    case "bitstamp": Reading(BitstampStream(), markets, provider)
    case "btse": Reading(BTSEStream(), markets, provider)
    case "coinbase": Reading(CoinbaseStream(), markets, provider)
    case "cryptocompare": Reading(CryptoCompareStream(), markets, provider)
    case "gate": Reading(GateStream(now: { Timestamp(seconds: 1_709_294_400) }), markets, provider)
    case "kraken": Reading(KrakenStream(), markets, provider)
    case "okx": Reading(OKXStream(), markets, provider)
    case "wazirx": Reading(WazirXStream(), markets, provider)
    default: fatalError("no stream of \(provider)")
    }
}

extension MessageReading {
    /// Reads a text as a message. Expects the same of the message with all its texts written as escapes.
    mutating func outcome(_ message: String) -> StreamOutcome {
        var other = self
        let outcome = outcome(Array(message.utf8))
        if (try? JSONReader.read(Array(message.utf8)) { try $0.skip() }) != nil {
            #expect(other.outcome(Array(message.escaped.utf8)) == outcome, "\(message.escaped.prefix(500))")
        }
        return outcome
    }
}

/// The result of one message.
struct StreamOutcome: Equatable {
    var ticks: [[String: String]] = []
    var news: StreamNews?
    var isDropped = false

    static let nothing = StreamOutcome()
    static let dropped = StreamOutcome(isDropped: true)

    static func news(_ news: StreamNews) -> StreamOutcome { StreamOutcome(news: news) }
    static func tick(_ facts: [String: String]) -> StreamOutcome { StreamOutcome(ticks: [facts]) }

    /// The result without values that follow from price and open.
    var asSent: StreamOutcome {
        var outcome = self
        outcome.ticks = ticks.map { $0.filter { !["change", "change_percent"].contains($0.key) } }
        return outcome
    }
}

/// A recorded message, read without a dialect: each value by the text before it.
struct RecordedMessage {
    let text: String

    /// The text of the first member with a name, without quotes; nil if there is none.
    subscript(key: String) -> String? {
        guard let place = text.firstRange(of: "\"\(key)\":") else { return nil }
        let value = text[place.upperBound...].drop { $0 == " " || $0 == "\"" }
        return String(value.prefix { !"\",}]\n".contains($0) })
    }

    /// The facts of a tick: those of its market, and the numbers with these keys in canonical form.
    func facts(of market: String, _ provider: String, time: String, _ keys: [String: String]) -> [String: String] {
        let numbers = keys.compactMapValues { self[$0].flatMap { Number($0)?.description } }
        let facts = ["symbol": market, "market": market, "kind": "coin", "currency": "USD", "provider": provider]
        return facts.merging(numbers) { $1 }.merging(["time": time]) { $1 }
    }
}

/// Texts that are invalid in every dialect.
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

extension Provider {
    /// Its ticks, from a server in place of its REST service and its socket.
    func ticks(_ server: LoopbackServer, key: String? = nil, time: TimeSource = .live) throws -> TickSource {
        let settings = ProviderSettings(
            http: .curl(.ofTest()), base: server.url,
            streamBase: server.webSocketURL, key: key, time: time,
            sockets: .ofTest())
        let makeTicks = try #require(self.makeTicks)
        return makeTicks(settings)
    }
}

/// Records the ticks and events of a source.
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

    func receive(_ ticks: ((inout Tick) -> Void) -> Void) {
        var received: [[String: String]] = []
        ticks { received.append($0.quote.facts) }
        state.withLock { [received] in $0.ticks += received }
    }

    func note(_ event: TickEvent) {
        state.withLock { $0.events.append(event) }
    }
}

extension TickSource {
    /// Runs one connection until it fails, or until `body` returns, which cancels it.
    @discardableResult
    func running(
        _ subscriptions: TickSubscriptions, _ log: StreamLog, until body: @escaping @Sendable () async throws -> Void
    ) async throws -> ProviderFailure? {
        let task = Task(executorPreference: TaskThreads.executor) { () -> ProviderFailure? in
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

    /// Returns the failure that ends a connection.
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
