import JSONReader
import Platform
import ProviderKit

/// How an exchange is asked for candles, and how it answers.
struct CandleRequest: Sendable {
    /// The widths of its candles, of which wider ones are made.
    let widths: [CandleWidth]
    /// The most candles in an answer.
    let rows: Int64
    /// The number of the newest candles that are served, the unfinished one among them; nil for all.
    var kept: Int64?
    let layout: CandleLayout
    /// Whether there is a row for each span. By the documentation of some exchanges one without a trade has none.
    var hasAll = true
    /// The members around the rows of an answer, the outermost first. The rows may also be in an outer one.
    var members: [String] = []
    let path: @Sendable (CandlePage) -> String
    let query: @Sendable (CandlePage) -> [(name: String, value: String)]

    /// Returns the job of an exchange whose markets have names by a rule.
    func history(of names: MarketNames, from endpoint: Endpoint) -> ExchangeMarkets.History {
        { query throws(ProviderFailure) in
            try await candles(query, of: names.market(of: query.symbol, query.currency), from: endpoint)
        }
    }

    /// Asks for all candles of a query, page by page. Throws `notKept` if they begin before the oldest one.
    func candles(
        _ wanted: HistoryQuery, of market: Result<MarketNames.Market, ProviderFailure>, from endpoint: Endpoint
    ) async throws(ProviderFailure) -> [Candle] {
        let market = try market.get()
        if let kept, let width = wanted.width.source(among: widths) {
            let first = width.start(of: endpoint.now()) - (kept - 1) * width.seconds
            guard wanted.width.start(of: wanted.from) >= first else {
                throw wanted.notKept(by: endpoint.provider, before: Timestamp(seconds: first))
            }
        }
        return try await wanted.candles(from: endpoint, widths: widths, rows: rows, hasAll: hasAll) {
            width, moments throws(ProviderFailure) in
            let page = CandlePage(market: market, width: width, from: moments.lowerBound, to: moments.upperBound)
            return try await candles(of: page, from: endpoint)
        }
    }

    /// Sends one request.
    func candles(of page: CandlePage, from endpoint: Endpoint) async throws(ProviderFailure) -> [Candle] {
        try await endpoint.get(.history(to: Timestamp(seconds: page.to)), path(page), query(page)) {
            try read(&$0, in: members[...], of: page.market)
        }
    }

    private func read(
        _ reader: inout JSONReader, in members: ArraySlice<String>, of market: MarketNames.Market
    ) throws -> [Candle] {
        guard let member = members.first, reader.next != .array || members.count == self.members.count else {
            return try reader.readCandles(layout, of: market)
        }
        return try reader.readMember(member) { try read(&$0, in: members.dropFirst(), of: market) }
    }
}

/// One request for candles.
struct CandlePage: Sendable {
    let market: MarketNames.Market
    let width: CandleWidth
    /// The first moment, at which a candle begins, in seconds since 1970.
    var from: Int64
    /// The last moment, which may be within a candle.
    let to: Int64

    /// How many candles begin in it.
    var count: Int64 { (to - from) / width.seconds + 1 }
    /// When the last of them begins.
    var lastStart: Int64 { from + (count - 1) * width.seconds }
}
