import DecimalArithmetic
import Platform

/// Fixed values and a fixed clock: the same bytes every run, no network.
extension MarketProvider {
    static let sample = MarketProvider(
        name: "sample", jobs: [.list, .price], key: .none, host: "", limits: "none",
        summary: "fixed values of 2024-03-01, no network", isOnlyNamed: true,
        currencies: Set(SampleMarket.euroRates.keys), make: { _ in SampleMarket.client })
}

/// The coins of `SampleData`, in any of its currencies.
enum SampleMarket {
    /// Where the provider's clock stands.
    static let clock = Timestamp(seconds: 1_709_294_400)

    static let client = fixedMarket(
        provider: "sample", now: { clock }, coins: { SampleMarket.coins.map { $0.quote("sample", time: clock) } })

    /// A row of the data.
    struct Coin {
        let symbol: String
        let id: String
        let name: String
        let numbers: [ExactDecimal]

        /// Price, open, high, low, market cap, volume: as in the data's columns.
        init?(_ line: Substring) {
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
            quote.price = Number(numbers[0])
            quote.high = Number(numbers[2])
            quote.low = Number(numbers[3])
            quote.marketCap = Number(numbers[4])
            quote.volume = Number(numbers[5])
            quote.setChange(fromOpen: Number(numbers[1]))
            return quote
        }
    }

    /// Largest market cap first.
    static var coins: [Coin] { SampleData.coins[...].words(separatedBy: "\n").compactMap(Coin.init) }

    /// What one euro is worth, by currency code.
    static let euroRates: [String: ExactDecimal] = {
        let words = SampleData.euroRates[...].words(separatedBy: "\n").flatMap { $0.words(separatedBy: " ") }
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).compactMap { index in
                ExactDecimal(words[index + 1]).map { (String(words[index]), $0) }
            })
    }()
}

/// A client over quotes in US dollars that are there without asking anybody: the sample's, the mock's, a test's.
///
/// Prices in another currency of the sample's euro rates are rounded to 8 decimals, market cap and volume to none, as a
/// service would send them.
func fixedMarket(
    provider: String, now: @escaping @Sendable () -> Timestamp, coins: @escaping @Sendable () -> [Quote]
) -> MarketClient {
    MarketClient(
        list: { query throws(ProviderFailure) in
            let quotes = try ranked(coins()).map { quote throws(ProviderFailure) in
                try quote.converted(to: query.currency)
            }
            return ListAnswer(quotes: query.pick(from: quotes))
        },
        quotes: { symbols, choice in
            let all = ranked(coins())
            return symbols.map { symbol in
                guard let quote = all.first(where: { $0.isNamed(by: symbol) }) else {
                    return .failure(ProviderFailure(provider, .unknownSymbol(symbol)))
                }
                return Result { () throws(ProviderFailure) in
                    try quote.converted(to: symbol.quote.map { CurrencyChoice($0) } ?? choice)
                }
            }
        },
        now: now)
}

private func ranked(_ quotes: [Quote]) -> [Quote] {
    quotes.enumerated().map { index, quote in
        var quote = quote
        quote.rank = index + 1
        return quote
    }
}

extension Quote {
    fileprivate func isNamed(by name: Symbol) -> Bool {
        switch name.name {
        case .ticker(let ticker): symbol == ticker
        case .id(let wanted): id == wanted
        case .stock: false
        }
    }

    /// The same quote in another currency by the sample's rates.
    fileprivate func converted(to choice: CurrencyChoice) throws(ProviderFailure) -> Quote {
        guard choice.currency != currency else { return self }
        guard let rate = SampleMarket.euroRates[choice.currency.code],
            let base = SampleMarket.euroRates[currency.code]
        else {
            guard choice.ownIsFine else { throw ProviderFailure(provider, .cannotQuote(choice.currency)) }
            return self
        }
        func converted(_ number: Number?, places: Int) -> Number? {
            (try? number?.value.multiplied(by: rate, dividedBy: base)).map { Number($0.rounded(toPlaces: places)) }
        }
        var quote = self
        quote.currency = choice.currency
        quote.price = converted(price, places: 8)
        quote.high = converted(high, places: 8)
        quote.low = converted(low, places: 8)
        quote.volume = converted(volume, places: 0)
        quote.marketCap = converted(marketCap, places: 0)
        quote.setChange(fromOpen: converted(open, places: 8))
        return quote
    }
}

extension Substring {
    /// The parts between ASCII characters, found without looking for the borders of Unicode's characters.
    fileprivate func words(separatedBy separator: Unicode.Scalar) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }
}
