/// Binance writes markets without a separator: `BTCUSDT`.
///
/// `/exchangeInfo` has base and quote currency in 2 MB; they also follow from the names of the markets: where
/// two quote currencies fit (`ADAEUR`: ADA/EUR or AD/AEUR), the base that has other markets is the right one.
enum BinanceMarket {
    /// The quote currencies of recorded exchangeInfo answers and of the exchange's announcements since.
    static let quoteCurrencies = [
        "USDT", "BTC", "ETH", "BNB", "FDUSD", "USDC", "TUSD", "BUSD", "USDP", "PAX", "USDS", "USD1", "DAI", "VAI",
        "EUR", "EURI", "AEUR", "GBP", "TRY", "BRL", "AUD", "JPY", "MXN", "PLN", "RON", "CZK", "COP", "ARS", "UAH",
        "RUB",
        "ZAR", "NGN", "KZT", "IDR", "IDRT", "BIDR", "BKRW", "BVND", "GYEN", "TRX", "XRP", "DOGE", "DOT", "SOL", "USD",
    ]

    /// The rules of names: base and quote currency in capitals, nothing between. Markets in US dollars are binance.us's
    /// alone.
    static let names = MarketNames(
        .binance, isQuoted: { quote, _ in quote != .usd && known.contains(quote.code) }, join: { $0 + $1.code }
    ) { name in
        split([name], knownBases: [])[name].flatMap { pair in Currency(pair.quote).map { (pair.base, $0) } }
    }

    private static let known = Set(quoteCurrencies)
    private static let lengths = Set(quoteCurrencies.map(\.utf8.count)).sorted(by: >)

    /// Base and quote currency of each market name; names that end with no known quote currency are left out.
    ///
    /// Of several readings the one with a base that has another market counts; else the quote currency with more
    /// markets that can be read in one way only (binance.us has none in TUSD), else the longest.
    static func split(_ names: [String], knownBases: Set<String>) -> [String: (base: String, quote: String)] {
        var pairs: [String: (base: String, quote: String)] = [:]
        var bases = knownBases
        var markets: [String: Int] = [:]
        var unclear: [(name: String, readings: [(base: String, quote: String)])] = []
        for name in names {
            let readings = readings(of: name)
            if readings.count == 1 {
                pairs[name] = readings[0]
                bases.insert(readings[0].base)
                markets[readings[0].quote, default: 0] += 1
            } else if !readings.isEmpty {
                unclear.append((name, readings))
            }
        }
        for (name, readings) in unclear {
            let known = readings.filter { bases.contains($0.base) }
            let candidates = known.isEmpty ? readings : known
            let most = candidates.map { markets[$0.quote] ?? 0 }.max()
            pairs[name] = candidates.first { markets[$0.quote] ?? 0 == most }
        }
        return pairs
    }

    /// Longest quote currency first.
    private static func readings(of name: String) -> [(base: String, quote: String)] {
        lengths.compactMap { length in
            guard name.utf8.count > length, let quote = String(name.utf8.suffix(length)), known.contains(quote),
                let base = String(name.utf8.dropLast(length))
            else { return nil }
            return (base, quote)
        }
    }
}
