import JSONReader
import Platform

/// `GET /harmony/app/bars/{symbol}/1D/{from}/{to}/adjusted/EST5EDT.json` at the host of bars: days, adjusted for
/// splits. They have no currency, so the row of a stock outside of the United States is requested too.
extension CNBC {
    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let ticker = query.symbol.stockTicker
        guard let symbol = Self.symbol(of: ticker) else {
            throw ProviderFailure(Self.name, .unknownSymbol(query.symbol))
        }
        var unit: PriceUnit?
        return try await query.candles(from: bars, widths: [.day], rows: HistoryQuery.unlimitedRows) {
            _, page throws(ProviderFailure) in
            let known: PriceUnit
            if let unit { known = unit } else { known = try await self.unit(of: symbol) }
            unit = known
            try query.check(known.currency, of: Self.name)
            let days = [page.lowerBound, page.upperBound].map { Timestamp(seconds: $0).day.filter(\.isNumber) }
            do throws(ProviderFailure) {
                return try await bars.get(
                    .history(to: Timestamp(seconds: page.upperBound)),
                    "/harmony/app/bars/\(symbol)/1D/\(days[0])000000/\(days[1])235959/adjusted/EST5EDT.json",
                    decode: { try Self.days(&$0, of: ticker.uppercased(), in: known) })
            } catch {
                // An answer without bars may mean that the symbol is not known, which only its row says.
                guard case .invalidData = error.reason, await isUnknown(symbol) else { throw error }
                throw ProviderFailure(Self.name, .unknownSymbol(nil))
            }
        }
    }

    private func isUnknown(_ symbol: String) async -> Bool {
        await Result(asking: { () throws(ProviderFailure) in try await rows(of: [symbol]) })
            .flatMap { Self.row(of: symbol, in: $0) }.isOfUnknownSymbol
    }

    /// The unit of the prices of a symbol.
    private func unit(of symbol: String) async throws(ProviderFailure) -> PriceUnit {
        if Self.isInDollars(symbol) { return PriceUnit(.usd) }
        return try Self.row(of: symbol, in: try await rows(of: [symbol])).get().unit
    }

    private static let layout = DayLayout(provider: name, day: "tradeTime") { text in
        // `20260910040000`, of which a day needs the date alone. That it is the date of the exchange outside of the
        // United States too is unconfirmed: no answer is recorded.
        guard text.count == 14 else { return nil }
        return Timestamp(day: "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6).prefix(2))")
    }

    /// `{"barData":{"priceBars":[{…}]}}`
    private static func days(_ reader: inout JSONReader, of ticker: String, in unit: PriceUnit) throws -> [Candle] {
        try reader.readMember("barData") { reader in
            try reader.readMember("priceBars") {
                try $0.readDays(layout, of: ticker, in: unit, isSigned: hasSignedPrices(ticker))
            }
        }
    }

    /// Whether prices may be below 0: those of futures (`@CL.1`), of indices (`.SPX`) and of yields (`US10Y`,
    /// `DE3M-DE`).
    static func hasSignedPrices(_ ticker: String) -> Bool {
        if ["@", "."].contains(ticker.first) { return true }
        let term = ticker.prefix { $0 != "-" }.dropFirst(2)
        return ["Y", "M"].contains(term.last) && term.count > 1 && term.dropLast().allSatisfy(\.isNumber)
    }

    /// `{"status":"ERROR"}`
    static let barErrors = ErrorShape(
        ["status": .kind], meanings: [(.unknownSymbol, [.code("ERROR")])], isError: { $0.kind == "ERROR" })
}
