import DecimalArithmetic
import Platform
import Transport

/// `GET /q/d/l/`: the days of a stock as CSV, `Date,Open,High,Low,Close,Volume`, from `d1` to `d2`. As with quotes all
/// that goes wrong comes with status 200: `No data`, the end of the quota, and to most programs a page that wants a
/// key.
extension Stooq {
    private static let header = ["Date", "Open", "High", "Low", "Close", "Volume"]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        try query.check(.usd, of: Stooq.name)
        // Candles narrower than a day are not documented.
        return try await query.candles(from: endpoint, widths: [.day], rows: HistoryQuery.unlimitedRows) {
            _, page throws(ProviderFailure) in
            let ticker = try Self.ticker(of: query.symbol.stockTicker)
            let days = [page.lowerBound, page.upperBound].map { Timestamp(seconds: $0).day.filter(\.isNumber) }
            return try await endpoint.getCSV(
                .history(to: Timestamp(seconds: page.upperBound)), "/q/d/l/",
                [("s", ticker.lowercased() + ".us"), ("d1", days[0]), ("d2", days[1]), ("i", "d")],
                decode: { reader, _ in try Self.days(&reader, of: ticker) })
        }
    }

    private static func days(_ reader: inout CSVReader, of ticker: String) throws -> [Candle] {
        guard let first = try reader.next() else { throw RowProblem(description: "there is no line") }
        // A stock without any trade has no column for its volume.
        guard first == header || first == header.dropLast() else {
            throw RowProblem(description: "the header is missing")
        }
        var candles: [Candle] = []
        while let cells = try reader.next() {
            guard candles.count < AnswerLimit.candles else {
                throw RowProblem(description: "over \(AnswerLimit.candles) days")
            }
            candles.append(try day(cells, of: ticker))
        }
        return candles
    }

    private static func day(_ cells: [String], of ticker: String) throws -> Candle {
        guard cells[0] != "N/D" else { throw ProviderFailure.Reason.unknownSymbol(nil) }
        guard let time = Timestamp(day: cells[0]) else { throw RowProblem(description: "Date is not a day") }
        let prices = (1...4).map { Number(cells[$0]) }
        guard let open = prices[0], let high = prices[1], let low = prices[2], let close = prices[3] else {
            let name = zip(header[1...4], prices).first { $0.1 == nil }?.0 ?? ""
            return Candle(
                invalidAt: time, problem: "\(name.lowercased()) is not a number", currency: .usd,
                provider: Stooq.name)
        }
        let volume = cells.count > 5 ? Number(cells[5]) : nil
        return Candle(
            time: time, symbol: ticker, open: open, high: high, low: low, close: close, volume: volume,
            currency: .usd, provider: Stooq.name)
    }
}
