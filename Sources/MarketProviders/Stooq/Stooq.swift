import DecimalArithmetic
import Platform
import Transport

/// Stooq, a Polish site: the last quote of a stock as one line of CSV, one stock a request.
///
/// Protocol as observed: `GET /q/l/` with the columns wanted in `f` and a header by `h`. Everything comes with status
/// 200: an unknown symbol as `N/D` in each cell, the end of the day's quota as a sentence, and to most scripts a
/// page. The currency is not sent, so only stocks of the United States are asked for, which are quoted in dollars.
///
/// Since August 2026 the public host answers programs with 404 and with a page whose JavaScript must be run. It is
/// not asked: another host is set by `CRYPTO_STOOQ_URL`.
///
/// Terms: stooq.com/terms.html has no words of attribution, as quoted by readers.
extension Provider {
    /// The provider `stooq`: see its `summary`.
    package static let stooq = Provider(
        name: Stooq.name, jobs: [.price, .history], kinds: [.stock], host: "https://stooq.com",
        hostIsGone: true, standing: .unofficial,
        limits: "set by the host",
        summary:
            "US stocks from the host in CRYPTO_STOOQ_URL (the public host has only a JavaScript page for programs)",
        isOnlyNamed: true, candlesARequest: HistoryQuery.unlimitedRows, makers: [.market { Stooq(settings: $0).client }]
    )
}

struct Stooq: Sendable {
    static let name = "stooq"
    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.stooq, settings, errors: Self.errors)
    }

    var client: MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw ProviderFailure(Stooq.name, .cannot(.list)) },
            quotes: { await $0.stocks($1, by: Stooq.name, ask: quote(of:)) }, now: endpoint.now, history: history)
    }

    private func quote(of name: String) async throws(ProviderFailure) -> Quote {
        let ticker = try Self.ticker(of: name)
        return try await endpoint.getCSV(
            .quotes, "/q/l/", [("s", ticker.lowercased() + ".us"), ("f", "sd2t2ohlcvn"), ("h", ""), ("e", "csv")],
            decode: { try Self.quote(&$0, of: ticker, fetched: $1) })
    }

    /// The ticker in capitals of a stock of the United States: `AAPL` of `aapl.us`.
    static func ticker(of name: String) throws(ProviderFailure) -> String {
        let parts = name.uppercased().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.dropFirst().elementsEqual(["US"]) else {
            throw ProviderFailure(Stooq.name, .unknownSymbol(nil))
        }
        return String(parts[0])
    }
}

// MARK: - Rows

extension Stooq {
    /// What is asked for by `f`, and what the header calls it.
    private static let columns = ["Symbol", "Date", "Time", "Open", "High", "Low", "Close", "Volume", "Name"]

    /// The quote of a ticker, with or without a header before it.
    static func quote(_ reader: inout CSVReader, of ticker: String, fetched: Timestamp) throws -> Quote {
        var header = columns
        guard var cells = try reader.next() else { throw RowProblem(description: "there is no line") }
        if cells[0] == "Symbol" {
            header = cells
            guard let row = try reader.next() else { throw RowProblem(description: "there is no line but the header") }
            cells = row
        }
        guard try reader.next() == nil else { throw RowProblem(description: "more lines than one") }
        let row = Dictionary(zip(header, cells), uniquingKeysWith: { first, _ in first })
        try AskedNames([ticker + ".US"], of: name).check(cells[0], "Symbol")
        guard row["Close"] != "N/D" || row["Date"] != "N/D" else {
            throw ProviderFailure.Reason.unknownSymbol(nil)
        }
        return try quote(row, of: ticker, fetched: fetched)
    }

    private static func quote(_ row: [String: String], of ticker: String, fetched: Timestamp) throws -> Quote {
        var quote = Quote(time: try time(row) ?? fetched, symbol: ticker, currency: .usd, provider: Stooq.name)
        quote.id = row["Symbol"]
        quote.kind = .stock
        quote.name = row["Name"].flatMap { $0 == "N/D" || $0.isEmpty ? nil : $0 }
        quote.price = try number("Close", row)
        quote.high = try? number("High", row)
        quote.low = try? number("Low", row)
        quote.setChange(fromOpen: try? number("Open", row))
        return quote
    }

    /// Plain text with status 200; `No data` is sent for history only.
    static let errors = ErrorShape(
        [:], meanings: [(.rateLimited, ["exceeded the daily hits limit"]), (.unknownSymbol, ["no data"])])

    /// A price; none where the cell is `N/D`, or 0 for what never happened.
    private static func number(_ column: String, _ row: [String: String]) throws -> Number? {
        let cell = try row[column].required(column)
        guard cell != "N/D", !cell.isEmpty else { return nil }
        guard let number = Number(cell), !number.isNegative else {
            throw RowProblem(description: "\(column) is not a price")
        }
        return number.isZero ? nil : number
    }

    /// The moment of the last trade. The time zone is not documented: by all recorded lines of New York's
    /// close (16:00 there) it is in Warsaw, which is the European Union's central time.
    private static func time(_ row: [String: String]) throws -> Timestamp? {
        let (day, hour) = (try row["Date"].required("Date"), try row["Time"].required("Time"))
        guard ![day, hour].contains(where: { $0 == "N/D" || $0.isEmpty }) else { return nil }
        guard let local = Timestamp(rfc3339: "\(day)T\(hour)Z") else {
            throw RowProblem(description: "Date is not a time")
        }
        return local.readAsCentralEuropeanTime
    }
}
