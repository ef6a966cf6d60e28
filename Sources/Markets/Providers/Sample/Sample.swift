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
        init?(_ line: Substring, _ kind: AssetKind) {
            self.kind = kind
            let words = line.words(separatedBy: " ")
            numbers = words.dropFirst(3).compactMap { ExactDecimal($0) }
            guard numbers.count == 6 else { return nil }
            symbol = String(words[0])
            id = String(words[1])
            name = words[2].words(separatedBy: "_").joined(separator: " ")
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
        text[...].words(separatedBy: "\n").compactMap { Coin($0, kind) }
    }

    /// What one euro is worth, by currency code.
    static let euroRates: [String: ExactDecimal] = {
        let words = SampleData.euroRates[...].words(separatedBy: "\n").flatMap { $0.words(separatedBy: " ") }
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).compactMap { index in
                ExactDecimal(words[index + 1]).map { (String(words[index]), $0) }
            })
    }()
}

extension Substring {
    /// The parts between ASCII characters, found without looking for the borders of Unicode's characters.
    fileprivate func words(separatedBy separator: Unicode.Scalar) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }
}
