import JSONReader
import Platform
import ProviderKit

/// The rows of `pricemultifull`, and of `RAW` everywhere else.
extension CryptoCompare {
    /// Prices by ticker and currency code; an invalid one does not affect the others.
    typealias Prices = [String: [String: Result<Quote, RowProblem>]]

    static func prices(
        _ reader: inout JSONReader, in currencies: [Currency], fetched: Timestamp
    ) throws -> Prices {
        try reader.readMember("RAW") { reader in
            var prices: Prices = [:]
            try reader.readMap(upTo: AnswerLimit.rows(of: Quote.self)) { ticker, reader in
                let ticker = try ticker.text("a ticker").uppercased()
                switch try reader.readSoundRow({ try row(of: ticker, &$0, in: currencies, fetched: fetched) }) {
                case .success(let row): prices[ticker] = row
                case .failure(let problem):
                    prices[ticker] = Dictionary(uniqueKeysWithValues: currencies.map { ($0.code, .failure(problem)) })
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

    private static let columns: QuoteColumns = [
        "MARKET": .exchange, "TOSYMBOL": .currency, "PRICE": .last, "LASTUPDATE": .time(.seconds), "OPENDAY": .open,
        "HIGHDAY": .high, "LOWDAY": .low, "VOLUME24HOURTO": .turnover, "MKTCAP": .marketCap, "LASTMARKET": .other,
    ]
    private static let lastHours: QuoteColumns = ["OPEN24HOUR": .open, "HIGH24HOUR": .high, "LOW24HOUR": .low]

    /// A RAW row without its symbol; `streamMarket` holds its last market's name only. Open, high and low are of the
    /// UTC day, and of the last 24 hours in old answers, which know no day.
    static func price(_ reader: inout JSONReader, in currency: Currency, fetched: Timestamp) throws -> Quote {
        var again = reader
        var streamMarket: String?
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched) { _, _, reader in
            streamMarket = try reader.textIfSound()
        }
        if let code = row.currency, code != currency.code {
            throw RowProblem(description: "TOSYMBOL is \(code), not \(currency.code)")
        }
        let hours = try QuoteBuilder(&again, lastHours, provider: name, fetched: fetched).values
        if row.values.open == nil {
            (row.values.open, row.values.high, row.values.low) = (hours.open, hours.high, hours.low)
        }
        var quote = row.quote(of: "", in: currency)
        quote.streamMarket = streamMarket
        return quote
    }
}
