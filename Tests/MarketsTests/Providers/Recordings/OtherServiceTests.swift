import Markets
import TestSupport
import Testing

/// Recordings of what no job asks for: each read by value, and never taken for a price.
@Suite("Recordings of other services", .needsRecordings, .quick)
struct OtherServiceTests {
    @Test("Every recorded answer, by value", arguments: coins + stocks + rates)
    func values(recording: RecordedValues) throws {
        let json = PlainJSON(text: try Recordings.bytes(recording.file))
        for (place, value) in recording.values {
            #expect(try json.value(at: place) == value, "\(recording.file): \(place)")
        }
    }

    /// What a decoder makes of an answer that is not meant for it.
    enum Outcome: Sendable, Equatable {
        /// An answer that is not what the protocol says, and why.
        case refused(String)
        case failed(ProviderFailure.Reason)
        /// This many rows, none of which has a price.
        case unpriced(Int)
        case priced(Int)

        init(_ failure: ProviderFailure) {
            self =
                switch failure.reason {
                case .invalidData(let words): .refused(words)
                case .noPrice: .unpriced(1)
                case let reason: .failed(reason)
                }
        }

        init(_ quotes: [Quote]) {
            let priced = quotes.count { $0.price != nil || $0.open != nil || $0.bid != nil || $0.ask != nil }
            self = priced == 0 ? .unpriced(quotes.count) : .priced(priced)
        }
    }

    static let isArray = Outcome.refused("an array instead of an object at byte 0")
    static let isObject = Outcome.refused("an object instead of an array at byte 0")
    static let isNumber = Outcome.refused("a number instead of an object at byte 0")

    /// The paths of a provider's list and of its quote.
    private static func path(_ provider: String, _ symbol: String?) throws -> String {
        let lists = [
            "btse": "/futures/api/inquire/initial/market", "coinbase": "/products",
            "coingecko": "/api/v3/coins/markets", "coinpaprika": "/v1/tickers",
            "cryptocompare": "/data/top/totaltoptiervolfull", "kraken": "/0/public/AssetPairs",
        ]
        guard let symbol else { return try #require(lists[provider]) }
        return switch provider {
        case "btse": "/public-api/market/v1/ticker/24hr"
        case "coinbase": "/products/\(symbol.replacing("/", with: "-"))/ticker"
        case "cryptocompare": "/data/pricemultifull"
        case "iex": "/1.0/stock/\(symbol)/quote"
        default: "/v8/finance/chart/\(symbol.replacing("^", with: "%5E"))"
        }
    }

    /// Asks the provider for a symbol's quote, or else for its list, and answers with the recording.
    private static func outcome(_ recording: RecordedValues) async throws -> Outcome {
        let provider = RecordedCase.provider(of: String(recording.file.prefix { $0 != "/" }))
        let exchanges: [Exchange] = [
            .get(try path(provider, recording.symbol), times: .any, answer: try .recording(recording.file)),
            // What else Coinbase and Kraken are asked for.
            .get("/products/BTC-EUR/stats", times: .any, answer: .json("{}")),
            .get("/0/public/Ticker", times: .any, answer: .json(#"{"error":[],"result":{}}"#)),
        ]
        return try await withLoopbackServer(exchanges) { server in
            let client = MarketProvider.listed(provider).client(server, key: provider == "cryptocompare" ? "k" : nil)
            do {
                guard let symbol = recording.symbol else {
                    return Outcome(try await client.top(limit: 250, allowsOtherCurrency: true).quotes)
                }
                return Outcome([try await client.quotes([symbol], allowsOtherCurrency: true)[0].get()])
            } catch let failure as ProviderFailure {
                return Outcome(failure)
            }
        }
    }

    @Test("An answer of another service is never taken for a price", arguments: coins + stocks)
    func wrongShape(recording: RecordedValues) async throws {
        let outcome = try await Self.outcome(recording)
        #expect(outcome == recording.outcome)
    }

    @Test("Each answer of a coin's or a stock's service is offered to the decoder nearest to it")
    func wrongShapesAreAll() {
        for recording in Self.coins + Self.stocks { #expect(recording.outcome != nil, "\(recording.file)") }
    }
}
