import DecimalArithmetic
import Platform

/// Fixed values and a fixed clock: the same bytes every run, no network.
extension MarketProvider {
    /// The provider `sample`: see its `summary`.
    public static let sample = MarketProvider(
        name: SampleMarket.name, jobs: [.list, .price, .history, .watch, .rates], kinds: [.coin, .stock, .future],
        key: .none, host: "", limits: "none",
        summary: "fixed values of 2024-03-01, no network", isOnlyNamed: true, isMadeUp: true,
        currencies: Set(SampleMarket.euroRates.keys), candlesARequest: Int64(SampleMarket.mostHours),
        marketClient: { SampleMarket.market(with: $0.extras).client }, rateClient: { _ in SampleMarket.rateClient },
        makeTicks: { _ in SampleMarket.tickSource })
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
        let numbers: [ExactDecimal]

        /// Price, open, high, low, market cap, volume: as in the data's columns.
        init?(_ line: ArraySlice<UInt8>, _ kind: AssetKind) {
            self.kind = kind
            let words = line.split(separator: UInt8(ascii: " "))
            numbers = words.dropFirst(3).compactMap(SampleData.number)
            guard numbers.count == 6 else { return nil }
            symbol = String(decoding: words[0], as: UTF8.self)
            id = String(decoding: words[1], as: UTF8.self)
            let spaced = words[2].map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
            name = String(decoding: spaced, as: UTF8.self)
        }

        /// The coin in US dollars.
        func quote(_ provider: String, time: Timestamp) -> Quote {
            var quote = Quote(time: time, symbol: symbol, currency: .usd, provider: provider)
            quote.id = id
            quote.name = name
            quote.kind = kind
            quote.price = Number(numbers[0])
            quote.high = Number(numbers[2])
            quote.low = Number(numbers[3])
            quote.marketCap = kind == .future ? nil : Number(numbers[4])
            quote.volume = Number(numbers[5])
            quote.setChange(fromOpen: Number(numbers[1]))
            return quote
        }
    }

    /// Largest market cap first.
    static let coins = rows(of: SampleData.coins, .coin)

    /// All there is: the coins, then stocks, then futures.
    static let assets = coins + rows(of: SampleData.stocks, .stock) + rows(of: SampleData.futures, .future)

    private static func rows(of text: String, _ kind: AssetKind) -> [Coin] {
        SampleData.lines(of: text).compactMap { Coin($0, kind) }
    }

    /// What one euro is worth, by currency code.
    static let euroRates: [String: ExactDecimal] = {
        let words = SampleData.lines(of: SampleData.euroRates).flatMap { $0.split(separator: UInt8(ascii: " ")) }
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).compactMap { index in
                SampleData.number(words[index + 1]).map { (String(decoding: words[index], as: UTF8.self), $0) }
            })
    }()
}

extension SampleData {
    /// The lines of a table. As an array of bytes they are split in a tenth of the time that a text takes.
    fileprivate static func lines(of table: String) -> [ArraySlice<UInt8>] {
        Array(table.utf8).split(separator: UInt8(ascii: "\n"))
    }

    fileprivate static func number(_ word: ArraySlice<UInt8>) -> ExactDecimal? { ExactDecimal(utf8: word.span) }
}
