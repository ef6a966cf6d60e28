import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// Yahoo Finance's chart service, unofficial and without a key: one stock a request.
///
/// Protocol as observed: `GET /v8/finance/chart/{symbol}`; what a quote needs is in `meta`, so bars, which may have
/// gaps, are passed over. Errors come as JSON under `chart` or `finance`, 429 as plain text, which every User-Agent
/// gets that is not of a browser's shape.
extension MarketProvider {
    static let yahoo = MarketProvider(
        name: Yahoo.name, jobs: [.list, .price, .history], kinds: [.stock], key: .none,
        host: "https://query1.finance.yahoo.com", agent: .browser,
        limits: "unknown; refuses many requests from one address",
        summary:
            "stocks, funds and indices of the world's exchanges, each in its own currency; unofficial; no list, but a search",
        isOnlyNamed: false, currencies: [], listsBySearch: true, marketClient: { Yahoo(settings: $0).client })
}

struct Yahoo: Sendable {
    static let name = "yahoo"
    /// The units of prices at some exchanges: a hundredth of a currency, which differs from it in letter case only.
    static let hundredths = ["GBp": "GBP", "GBX": "GBP", "ILA": "ILS", "ZAc": "ZAR"]

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.yahoo, settings, errors: Self.errors)
    }

    var client: MarketClient {
        let stocks = StockQuotes(provider: Yahoo.name) { name throws(ProviderFailure) in try await quote(of: name) }
        return MarketClient(
            list: { query throws(ProviderFailure) in try await list(query) },
            quotes: { await stocks.quotes($0, $1) },
            now: endpoint.now, history: { query throws(ProviderFailure) in try await history(query) })
    }

    private func quote(of name: String) async throws(ProviderFailure) -> Quote {
        try await endpoint.get(
            "/v8/finance/chart/\(name)", [("range", "1d"), ("interval", "1d")],
            decode: { try Self.quote(&$0, fetched: endpoint.now()) })
    }
}

// MARK: - Envelope

extension Yahoo {
    private enum EnvelopeKey: String, CaseIterable {
        case chart, finance
        static let keys = JSONKeys<Self>()
    }

    private enum ChartKey: String, CaseIterable {
        case result
        static let keys = JSONKeys<Self>()
    }

    private enum ResultKey: String, CaseIterable {
        case meta
        static let keys = JSONKeys<Self>()
    }

    /// `{"chart":{"result":[{"meta":{…}}],"error":null}}`
    static func quote(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var quote: Quote?
        try readResult(&reader) { reader in
            try reader.readObject(ResultKey.keys) { _, reader in quote = try meta(&reader, fetched: fetched) }
        }
        return try quote.required("meta")
    }

    /// Reads the result of an answer.
    static func readResult(_ reader: inout JSONReader, _ read: (inout JSONReader) throws -> Void) throws {
        try reader.readObject(EnvelopeKey.keys) { _, reader in
            try reader.readObject(ChartKey.keys) { _, reader in
                if try !reader.takeNull() { try reader.readArray(read) }
            }
        }
    }

    /// `{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}`,
    /// the same under `finance`. `Edge: Too Many Requests` is plain text, sent to programs and addresses that the
    /// service does not serve, however seldom they ask.
    static let errors = ErrorShape(
        ["chart": .inside(refusal), "finance": .inside(refusal)],
        meanings: [
            (.unknownSymbol, [.code("Not Found")]), (.wrongKey, [.code("Unauthorized")]), (.blocked, ["edge:"]),
        ],
        isError: { $0.kind != nil })

    private static let refusal: ErrorMembers = ["error": .failure(in: ["code": .kind, "description": .words])]
}

// MARK: - Meta

extension Yahoo {
    private enum MetaKey: String, CaseIterable {
        case currency, symbol, longName, shortName, fullExchangeName, exchangeName, previousClose, chartPreviousClose
        case price = "regularMarketPrice"
        case time = "regularMarketTime"
        case high = "regularMarketDayHigh"
        case low = "regularMarketDayLow"
        static let keys = JSONKeys<Self>()
    }

    /// The change is counted from the close of the day before. `regularMarketVolume` is in shares.
    private static func meta(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var texts: [MetaKey: String] = [:]
        var numbers: [MetaKey: Number] = [:]
        var time: Timestamp?
        try reader.readObject(MetaKey.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .currency, .symbol: texts[key] = try reader.optionalText(field)
            case .longName, .shortName, .fullExchangeName, .exchangeName: texts[key] = try reader.textIfSound()
            case .price: numbers[key] = try reader.optionalPrice(field)
            case .high, .low, .previousClose, .chartPreviousClose: numbers[key] = try reader.positiveNumber()
            case .time: time = try reader.optionalTime(field, in: .seconds)
            }
        }
        let code = try texts[.currency].required("currency")
        let isHundredth = hundredths[code] != nil
        guard let currency = Currency(hundredths[code] ?? code) else {
            throw RowProblem(description: "currency is no currency")
        }
        let symbol = try texts[.symbol].required("symbol")
        var quote = Quote(time: time ?? fetched, symbol: symbol.uppercased(), currency: currency, provider: Yahoo.name)
        quote.kind = .stock
        quote.id = symbol
        quote.name = texts[.longName] ?? texts[.shortName]
        quote.market = texts[.fullExchangeName] ?? texts[.exchangeName]
        let amounts = isHundredth ? numbers.compactMapValues(\.hundredth) : numbers
        quote.price = amounts[.price]
        (quote.high, quote.low) = (amounts[.high], amounts[.low])
        quote.setChange(fromOpen: amounts[.previousClose] ?? amounts[.chartPreviousClose])
        return quote
    }
}

extension Number {
    /// A hundredth of it, rounded once where it has over 34 digits.
    var hundredth: Number? { (try? value.divided(by: 100)).map(Number.init) }
}
