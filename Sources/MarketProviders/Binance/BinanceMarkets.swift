/// Binance writes markets without a separator: `BTCUSDT`.
///
/// `/exchangeInfo` has base and quote currency in 2 MB; they also follow from the names of the markets: where
/// two quote currencies fit (`ADAEUR`: ADA/EUR or AD/AEUR), the base that has other markets is the right one.
struct BinanceMarkets {
    /// What the name of a market consists of, and which of `quoteCurrencies` its quote currency is.
    typealias Pair = (base: String, quote: Currency, place: Int)

    private let names: [String]
    private let knownBases: Set<String>
    /// The bases, and how many markets each quote currency has, of the names that can be read in one way only. Few
    /// lists have names for which they count.
    private lazy var clear: (bases: Set<String>, markets: [Int]) = clearNames()

    /// The markets of an answer. `knownBases` are bases that have other markets.
    init(_ names: [String], knownBases: Set<String> = []) {
        (self.names, self.knownBases) = (names, knownBases)
    }

    /// Base and quote currency of a market; nil for a name that ends with no known quote currency.
    ///
    /// Of several readings the one with a base that has another market counts; else the quote currency with more
    /// markets that can be read in one way only (binance.us has none in TUSD), else the longest.
    mutating func pair(of name: String) -> Pair? {
        let readings = Self.readings(of: name)
        guard readings.count > 1 else { return readings.first }
        let (bases, markets) = clear
        let known = readings.filter { bases.contains($0.base) }
        let candidates = known.isEmpty ? readings : known
        let most = candidates.map { markets[$0.place] }.max()
        return candidates.first { markets[$0.place] == most }
    }

    private func clearNames() -> (bases: Set<String>, markets: [Int]) {
        var (bases, markets) = (knownBases, [Int](repeating: 0, count: Self.quoteCurrencies.count))
        bases.reserveCapacity(bases.count + names.count)
        for name in names {
            let readings = Self.readings(of: name)
            guard readings.count == 1 else { continue }
            bases.insert(readings[0].base)
            markets[readings[0].place] += 1
        }
        return (bases, markets)
    }

    /// Longest quote currency first.
    private static func readings(of name: String) -> [Pair] {
        var name = name
        return name.withUTF8 { name in
            guard let last = unsafe name.last else { return [] }
            var readings: [Pair] = []
            for end in endsByLastByte[Int(last & 0x7F)] where name.count > end.code.count {
                let base = unsafe UnsafeBufferPointer(rebasing: name.dropLast(end.code.count))
                guard unsafe name[base.count...].elementsEqual(end.code) else { continue }
                unsafe readings.append((String(decoding: base, as: UTF8.self), end.quote, end.place))
            }
            return readings
        }
    }
}

// MARK: - Names

extension BinanceMarkets {
    /// The quote currencies of recorded exchangeInfo answers and of the exchange's announcements since.
    static let quoteCurrencies = [
        "USDT", "BTC", "ETH", "BNB", "FDUSD", "USDC", "TUSD", "BUSD", "USDP", "PAX", "USDS", "USD1", "DAI", "VAI",
        "EUR", "EURI", "AEUR", "GBP", "TRY", "BRL", "AUD", "JPY", "MXN", "PLN", "RON", "CZK", "COP", "ARS", "UAH",
        "RUB",
        "ZAR", "NGN", "KZT", "IDR", "IDRT", "BIDR", "BKRW", "BVND", "GYEN", "TRX", "XRP", "DOGE", "DOT", "SOL", "USD",
    ]

    /// The quote currencies, as the ends of names, by the last byte of their codes, which is ASCII, the longest first.
    private static let endsByLastByte = {
        var ends = [[(code: [UInt8], quote: Currency, place: Int)]](repeating: [], count: 128)
        let inOrder = quoteCurrencies.enumerated().sorted { $0.element.utf8.count > $1.element.utf8.count }
        for (place, code) in inOrder {
            guard let quote = Currency(code), let last = code.utf8.last else { continue }
            ends[Int(last)].append((Array(code.utf8), quote, place))
        }
        return ends
    }()
    private static let known = Set(quoteCurrencies)

    /// The rules of names: base and quote currency in capitals, nothing between. Markets in US dollars are binance.us's
    /// alone.
    static let names = MarketNames(
        provider: .binance, tickers: .binance, isQuoted: { quote, _ in quote != .usd && known.contains(quote.code) },
        join: { $0 + $1.code }
    ) { name in
        var markets = BinanceMarkets([name])
        return markets.pair(of: name).map { ($0.base, $0.quote) }
    }
}
