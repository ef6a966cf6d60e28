import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

extension Timestamp {
    /// A moment of a test, a day or an RFC 3339 time; what is neither ends the test run.
    static func of(_ text: String) -> Timestamp {
        guard let time = Timestamp(day: text) ?? Timestamp(rfc3339: text) else { fatalError("no time: \(text)") }
        return time
    }
}

extension Candle {
    /// Whether the high and the low are known and enclose the open and the close.
    var isEnclosed: Bool {
        guard let open, let high, let low else { return false }
        return low <= min(open, close) && high >= max(open, close)
    }

    /// Everything in it as text, but the provider: time, symbol, open, high, low, close, volume, currency.
    var line: String {
        let numbers = [open, high, low, close, volume].map { $0?.description ?? "-" }
        return ([time.description, symbol] + numbers + [currency.code]).joined(separator: " ")
    }
}

/// A past that a test asks for.
struct PastQuestion: Sendable {
    var provider: String
    var symbol: String
    var currency = Currency.usd
    var allowsOtherCurrency = true
    var from: String
    var to: String
    var width = CandleWidth.day
    /// The clock's moment.
    var now = "2024-03-01T12:00:00Z"
    var key: String?
    var isAdjusted = false

    /// What the provider makes of it, asking a server.
    func ask(_ server: LoopbackServer) async throws -> Result<[Candle], ProviderFailure> {
        let settings = ProviderSettings(
            http: Provider.listed(provider).testHTTP, base: server.url, key: key,
            time: TestClock(start: .of(now)).source)
        let history = try #require(Provider.listed(provider).make(settings).history)
        var query = HistoryQuery(
            symbol: try Symbol(symbol), currency: CurrencyChoice(currency, allowsOtherCurrency: allowsOtherCurrency),
            from: .of(from), to: .of(to), width: width)
        query.isAdjusted = isAdjusted
        return await .catching { () async throws(ProviderFailure) in try await history(query) }
    }

    /// The same with a server of these exchanges, each of which must be asked.
    func ask(
        _ exchanges: [Exchange], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result<[Candle], ProviderFailure> {
        try await withLoopbackServer(exchanges, sourceLocation: sourceLocation) { try await ask($0) }
    }
}
