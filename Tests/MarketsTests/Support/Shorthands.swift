import MarketProviders
import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

extension Currency {
    static let inr = Currency("INR") ?? .usd
    static let usdt = Currency("USDT") ?? .usd
    static let sek = Currency("SEK") ?? .usd
    static let eur = Currency("EUR") ?? .usd
}

/// The failure of a symbol that a provider does not know.
func unknown(_ symbol: String) -> ProviderFailure.Reason {
    .unknownSymbol(try? Symbol(symbol))
}

extension Provider {
    /// A provider of THE list; a name that is not in it ends the test run.
    static func listed(_ name: String) -> Provider {
        guard let provider = ProviderTable.markets.named(name) else { fatalError("no provider \(name)") }
        return provider
    }

    /// Its client at a server, over real sockets.
    func client(_ server: LoopbackServer, key: String? = nil) -> MarketClient {
        var settings = ProviderSettings(http: testHTTP, base: server.url, key: key, time: TestClock().source)
        settings.otherBases = sharedHosts.mapValues { _ in server.url }
        return make(settings)
    }
}

extension MarketClient {
    /// The first rows of its list; of a search what one answer of the provider holds.
    func top(
        limit: Int, in currency: Currency = .usd, allowsOtherCurrency: Bool = false, search: String? = nil,
        market: MarketChoice = .spot
    ) async throws -> ListAnswer {
        try await top(
            search == nil ? .first(limit) : .oneAnswer(atLeast: limit), in: currency,
            allowsOtherCurrency: allowsOtherCurrency,
            search: search, market: market)
    }

    /// Its list down to a depth.
    func top(
        _ depth: ListDepth, in currency: Currency = .usd, allowsOtherCurrency: Bool = false, search: String? = nil,
        market: MarketChoice = .spot
    ) async throws -> ListAnswer {
        var query = ListQuery(
            depth, currency: CurrencyChoice(currency, allowsOtherCurrency: allowsOtherCurrency), search: search)
        query.market = market
        return try await list(query)
    }

    func quotes(
        _ symbols: [String], in currency: Currency = .usd, allowsOtherCurrency: Bool = false
    ) async throws -> [Result<Quote, ProviderFailure>] {
        await quotes(
            try symbols.map { try Symbol($0) }, CurrencyChoice(currency, allowsOtherCurrency: allowsOtherCurrency))
    }
}

extension Quote {
    /// Every field that an answer can set, as text in a fixed form, nil left out.
    var facts: [String: String] {
        let numbers = [
            "price": price, "open": open, "high": high, "low": low, "change": change, "change_percent": changePercent,
            "volume": volume, "market_cap": marketCap, "bid": bid, "ask": ask,
        ]
        var facts = numbers.compactMapValues { $0?.description }
        facts["time"] = time.description
        facts["symbol"] = symbol
        facts["id"] = id
        facts["name"] = name
        facts["kind"] = kind.rawValue
        facts["market"] = market
        facts["currency"] = currency.code
        facts["rank"] = rank.map(String.init)
        facts["provider"] = provider
        facts["session"] = session?.rawValue
        facts["extended_price"] = extended?.price.description
        facts["extended_change_percent"] = extended?.changePercent?.description
        facts["extended_time"] = extended?.time?.description
        return facts
    }
}
