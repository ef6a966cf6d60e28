import Platform

/// Finds trades of which no ticker came, by the numbers of trades in tickers and heartbeats.
///
/// Several trades of one order have one ticker, so that a jump of the number is no loss; and the sequence counts all
/// messages of a product, of which tickers are a few. But a heartbeat names the last trade, and its ticker comes soon.
struct CoinbaseTrades {
    /// The numbers and the arrival of the last ticker of a product. `expected` is the first trade that a heartbeat
    /// named and no ticker has shown yet, with the arrival of the heartbeat.
    private typealias Product = (
        trade: Int64, sequence: Int64, arrival: Timestamp, expected: (trade: Int64, since: Timestamp)?
    )

    /// How long the ticker of a trade may come after a heartbeat with its number.
    private static var patience: Duration { .seconds(2) }

    /// By name.
    private var products: [String: Product] = [:]

    /// Takes the numbers of a ticker. Returns false for one that is late, or was sent before.
    mutating func take(_ trade: Int64, _ sequence: Int64, of product: String, at arrival: Timestamp) -> Bool {
        if let last = products[product] {
            // Both, so that an exchange that begins to count anew loses nothing.
            if sequence <= last.sequence, trade <= last.trade { return false }
        }
        let expected = products[product]?.expected.flatMap { $0.trade > trade ? $0 : nil }
        products[product] = (trade, sequence, arrival, expected)
        return true
    }

    /// Takes the last trade of a heartbeat. Returns the number of trades without a ticker, once a ticker is overdue,
    /// and when the last one came.
    mutating func missing(
        before trade: Int64, of product: String, at arrival: Timestamp
    ) -> (count: Int, from: Timestamp)? {
        guard var last = products[product], trade > last.trade else { return nil }
        defer { products[product] = last }
        guard let expected = last.expected else {
            last.expected = (trade, arrival)
            return nil
        }
        guard arrival.duration(since: expected.since) >= Self.patience else { return nil }
        let loss = (count: Int(clamping: expected.trade - last.trade), from: last.arrival)
        (last.trade, last.expected) = (expected.trade, trade > expected.trade ? (trade, arrival) : nil)
        return loss
    }
}
