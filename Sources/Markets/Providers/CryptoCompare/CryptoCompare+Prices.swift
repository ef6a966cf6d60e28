import DecimalArithmetic
import JSONReader
import Platform

/// The rows of `pricemultifull`, and of `RAW` everywhere else.
extension CryptoCompare {
    /// Prices by ticker and currency code; an invalid one does not affect the others.
    struct Prices {
        fileprivate(set) var rows: [String: [String: Result<Quote, RowProblem>]] = [:]

        func quote(of symbol: Symbol, in currency: Currency) -> Result<Quote, ProviderFailure> {
            guard let row = rows[symbol.bare] else {
                return .failure(ProviderFailure(CryptoCompare.name, .unknownSymbol(symbol)))
            }
            guard let quote = row[currency.code] else {
                return .failure(ProviderFailure(CryptoCompare.name, .cannotQuote(currency)))
            }
            return quote.mapError { ProviderFailure(CryptoCompare.name, .invalidData("\(symbol): \($0)")) }
        }
    }

    static func prices(
        _ reader: inout JSONReader, in currencies: [Currency], fetched: Timestamp
    ) throws -> Prices {
        try reader.readMember(AnswerKey.raw.rawValue) { reader in
            var prices = Prices()
            try reader.readMap(upTo: AnswerLimit.rows) { ticker, reader in
                let ticker = try ticker.text("a ticker").uppercased()
                switch try reader.readSoundRow({ try row(of: ticker, &$0, in: currencies, fetched: fetched) }) {
                case .success(let row): prices.rows[ticker] = row
                case .failure(let problem):
                    prices.rows[ticker] = Dictionary(
                        uniqueKeysWithValues: currencies.map { ($0.code, .failure(problem)) })
                }
            }
            return prices
        }
    }

    /// A ticker's prices by currency code.
    private static func row(
        of ticker: String, _ reader: inout JSONReader, in currencies: [Currency], fetched: Timestamp
    ) throws -> [String: Result<Quote, RowProblem>] {
        var row: [String: Result<Quote, RowProblem>] = [:]
        try reader.readMap { code, reader in
            guard let currency = currencies.first(where: { code == $0.code }) else { return try reader.skip() }
            var quote = try reader.readSoundRow { try price(&$0, in: currency, fetched: fetched) }
            if case .success(var sound) = quote {
                (sound.symbol, sound.kind) = (ticker, AssetKind(base: ticker))
                sound.streamMarket = CryptoCompareStream.name(of: ticker, in: currency, at: sound.streamMarket)
                quote = .success(sound)
            }
            row[currency.code] = quote
        }
        return row
    }

    private enum PriceKey: String, CaseIterable {
        case market = "MARKET"
        case currency = "TOSYMBOL"
        case price = "PRICE"
        case updated = "LASTUPDATE"
        case dayOpen = "OPENDAY"
        case dayHigh = "HIGHDAY"
        case dayLow = "LOWDAY"
        case open = "OPEN24HOUR"
        case high = "HIGH24HOUR"
        case low = "LOW24HOUR"
        case volume = "VOLUME24HOURTO"
        case marketCap = "MKTCAP"
        case lastMarket = "LASTMARKET"
        static let keys = JSONKeys<Self>()
    }

    /// Open, high and low of one span of time.
    private struct Span {
        var open: Number?
        var high: Number?
        var low: Number?
    }

    /// A RAW row without its symbol; `streamMarket` holds its last market's name only. Open, high and low are of the
    /// UTC day, and of the last 24 hours in old answers, which know no day.
    static func price(_ reader: inout JSONReader, in currency: Currency, fetched: Timestamp) throws -> Quote {
        var quote = Quote(time: fetched, symbol: "", currency: currency, provider: CryptoCompare.name)
        var (day, hours) = (Span(), Span())
        try reader.readObject(PriceKey.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .market: quote.market = try reader.textIfSound()
            case .currency:
                let code = try reader.optionalText(field) ?? currency.code
                if code != currency.code { throw RowProblem(description: "\(field) is \(code), not \(currency.code)") }
            case .price: quote.price = try reader.optionalPrice(field)
            case .updated: quote.time = try reader.optionalTime(field, in: .seconds) ?? fetched
            case .dayOpen: day.open = try reader.numberIfSound()
            case .dayHigh: day.high = try reader.positiveNumber()
            case .dayLow: day.low = try reader.positiveNumber()
            case .open: hours.open = try reader.positiveNumber()
            case .high: hours.high = try reader.positiveNumber()
            case .low: hours.low = try reader.positiveNumber()
            case .volume: quote.volume = try reader.numberIfSound()
            case .marketCap: quote.marketCap = try reader.numberIfSound()
            case .lastMarket: quote.streamMarket = try reader.textIfSound()
            }
        }
        let span = day.open == nil ? hours : day
        (quote.high, quote.low) = (span.high, span.low)
        quote.setChange(fromOpen: span.open)
        return quote
    }
}
