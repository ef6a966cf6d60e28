import DecimalArithmetic
import Platform

/// Fixed values and a fixed clock: the same bytes every run, no network.
extension Provider {
    /// The provider `sample`: see its `summary`.
    package static let sample = Provider(
        name: SampleMarket.name, jobs: [.list, .price, .history, .watch, .rates],
        kinds: [.coin, .stock, .future, .fiat],
        limits: "none",
        summary: "fixed values of 2024-03-01, no network", isOnlyNamed: true, isMadeUp: true,
        currencies: Set(SampleMarket.euroRates.keys), hasPastRates: true,
        candlesARequest: Int64(SampleMarket.mostHours),
        makers: [
            .market { SampleMarket.market(with: $0.extras).client }, .rates { _ in SampleMarket.rateClient },
            .ticks { _ in SampleMarket.tickSource },
        ])
}

/// The coins, stocks and futures of `SampleData`, in any of its currencies.
enum SampleMarket {
    static let name = "sample"
    /// Where the provider's clock stands.
    static let clock = Timestamp(seconds: 1_709_294_400)

    static let market = market(with: [])

    /// The market, with the values of quotes that were requested.
    static func market(with extras: QuoteExtras) -> FixedMarket {
        FixedMarket(
            provider: SampleMarket.name, rates: euroRates, now: { clock },
            coins: { assets.map { $0.quote(SampleMarket.name, time: clock) } },
            complete: { quote in
                if !extras.isDisjoint(with: [.changes, .trend]) { quote.setSampleWeek(extras) }
                if extras.contains(.session), quote.kind == .stock { quote.setSampleSession() }
            },
            history: { query throws(ProviderFailure) in try history(query) })
    }

    /// A row of the data.
    struct Coin {
        let kind: AssetKind
        let symbol: String
        let id: String
        let name: String
        let price, open, high, low, marketCap, volume: ExactDecimal

        /// Reads the next row; nil at the end.
        fileprivate init?(_ words: inout SampleWords, _ kind: AssetKind) {
            guard let symbol = words.text(), let id = words.text(), let name = words.text(), let price = words.number(),
                let open = words.number(), let high = words.number(), let low = words.number(),
                let marketCap = words.number(), let volume = words.number()
            else { return nil }
            (self.kind, self.symbol, self.id, self.name) = (kind, symbol, id, name)
            (self.price, self.open, self.high, self.low) = (price, open, high, low)
            (self.marketCap, self.volume) = (marketCap, volume)
        }

        /// The coin in US dollars.
        func quote(_ provider: String, time: Timestamp) -> Quote {
            var quote = Quote(time: time, symbol: symbol, currency: .usd, provider: provider)
            quote.id = id
            quote.name = name
            quote.kind = kind
            quote.price = Number(price)
            quote.high = Number(high)
            quote.low = Number(low)
            quote.marketCap = kind == .future ? nil : Number(marketCap)
            quote.volume = Number(volume)
            quote.setChange(fromOpen: Number(open))
            return quote
        }
    }

    /// Largest market cap first.
    static let coins = rows(of: SampleData.coins, .coin)

    /// All there is: the coins, then stocks, then futures.
    static let assets = coins + rows(of: SampleData.stocks, .stock) + rows(of: SampleData.futures, .future)

    private static func rows(of table: String, _ kind: AssetKind) -> [Coin] {
        var (words, rows) = (SampleWords(table), [Coin]())
        while let row = Coin(&words, kind) { rows.append(row) }
        return rows
    }

    /// What one euro is worth, by currency code.
    static let euroRates: [String: ExactDecimal] = {
        var (words, rates) = (SampleWords(SampleData.euroRates), [String: ExactDecimal]())
        while let code = words.text(), let rate = words.number() { rates[code] = rate }
        return rates
    }()
}

/// The words of a table of `SampleData`, one after the other: each run with the sample reads the table.
private struct SampleWords {
    private let bytes: [UInt8]
    private var place = 0

    init(_ table: String) { bytes = Array(table.utf8) }

    /// Reads the next word, which a space or the line ends; nil at the end.
    private mutating func next() -> ArraySlice<UInt8>? {
        guard place < bytes.count else { return nil }
        let end = bytes[place...].firstIndex { $0 <= UInt8(ascii: " ") } ?? bytes.count
        defer { place = end + 1 }
        return bytes[place..<end]
    }

    /// Reads a text, with a space for each `_`.
    mutating func text() -> String? {
        next().map { String(decoding: $0.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self) }
    }

    mutating func number() -> ExactDecimal? { next().flatMap { ExactDecimal(utf8: $0.span) } }
}
