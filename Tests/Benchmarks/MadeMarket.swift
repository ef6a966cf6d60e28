import DecimalArithmetic
import MarketProviders
import Markets
import Platform

/// Synthetic coins, the same in every run: as JSON in the shape of CoinGecko's `/coins/markets` and of CoinPaprika's
/// `/v1/tickers`, and as quotes.
struct MadeMarket {
    private var state: UInt64 = 20_240_301

    /// Marsaglia's xorshift64 (2003), which gives the same numbers everywhere.
    private mutating func random(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    /// A number with `places` decimals, below `bound`.
    private mutating func number(below bound: Int, places: Int) -> String {
        let fraction = String(random(1_000_000_000)).prefix(places)
        return places == 0 ? "\(random(bound))" : "\(random(bound)).\(fraction)"
    }

    /// A price. Most coins have a small one, and the smallest have an exponent.
    private mutating func price(_ rank: Int) -> String {
        switch rank {
        case ..<100: number(below: 70_000, places: 2)
        case ..<2000: number(below: 40, places: 6)
        case ..<18000: "0.00\(1 + random(999_999_999))"
        default: "\(1 + random(9)).\(random(99999))e-\(7 + random(4))"
        }
    }

    private static let syllables = [
        "ba", "co", "dex", "fi", "ga", "lu", "mo", "nex", "pro", "ra", "shi", "to", "ver", "zu",
    ]

    private mutating func word() -> String {
        (0..<2 + random(2)).map { _ in Self.syllables[random(Self.syllables.count)] }.joined()
    }

    /// A page of rows, about 900 bytes each.
    mutating func page(_ ranks: Range<Int>) -> [UInt8] {
        Array(("[" + ranks.map { row($0) }.joined(separator: ",") + "]").utf8)
    }

    private mutating func row(_ rank: Int) -> String {
        let (word, price) = (word(), price(rank))
        let supply = number(below: 900_000_000, places: rank.isMultiple(of: 3) ? 0 : 6)
        return """
            {"id":"\(word)-\(rank)","symbol":"\(word.prefix(5))","name":"\(word.capitalized) Token \(rank)",\
            "image":"https://coin-images.assets.example.com/coins/images/\(rank)/large/\
            \(word)-token-with-border.png?1696501\(100 + random(900))",\
            "current_price":\(price),"market_cap":\(random(90_000_000_000)),"market_cap_rank":\(rank),\
            "fully_diluted_valuation":\(rank.isMultiple(of: 5) ? "null" : "\(random(90_000_000_000))"),\
            "total_volume":\(random(9_000_000_000)),"high_24h":\(price),"low_24h":\(price),\
            "price_change_24h":-\(number(below: 9, places: 9)),\
            "price_change_percentage_24h":\(number(below: 30, places: 5)),\
            "market_cap_change_24h":-\(number(below: 9_000_000, places: 4)),\
            "market_cap_change_percentage_24h":\(number(below: 30, places: 5)),\
            "circulating_supply":\(supply),"total_supply":\(supply),"max_supply":null,\
            "ath":\(price),"ath_change_percentage":-\(number(below: 99, places: 5)),\
            "ath_date":"2021-11-10T14:24:11.\(100 + random(900))Z",\
            "atl":\(price),"atl_change_percentage":\(number(below: 90_000, places: 5)),\
            "atl_date":"2020-03-13T02:35:16.\(100 + random(900))Z",\
            "roi":{"times":\(number(below: 90, places: 14)),"currency":"usd",\
            "percentage":\(number(below: 9000, places: 12))},\
            "last_updated":"2024-03-01T12:0\(random(10)):\(10 + random(50)).\(100 + random(900))Z"}
            """
    }

    /// All rows of a list that comes in one answer, about 900 bytes each.
    mutating func tickers(_ count: Int) -> [UInt8] {
        Array(("[" + (1...count).map { ticker($0) }.joined(separator: ",") + "]").utf8)
    }

    private mutating func ticker(_ rank: Int) -> String {
        let (word, price) = (word(), price(rank))
        let changes = ["15m", "30m", "1h", "6h", "12h", "24h", "7d", "30d", "1y"].map { span in
            "\"percent_change_\(span)\":\(number(below: 30, places: 2))"
        }
        return """
            {"id":"\(word)-\(rank)","name":"\(word.capitalized) Token \(rank)","symbol":"\(word.prefix(5).uppercased())",\
            "rank":\(rank),"total_supply":\(random(900_000_000)),"max_supply":\(random(900_000_000)),\
            "beta_value":\(number(below: 3, places: 14)),"first_data_at":"2017-09-\(10 + random(19))T00:00:00Z",\
            "last_updated":"2024-03-01T12:0\(random(10)):\(10 + random(50))Z","quotes":{"USD":{"price":\(price),\
            "volume_24h":\(number(below: 900_000_000, places: 8)),"volume_24h_change_24h":\(number(below: 90, places: 2)),\
            "market_cap":\(random(90_000_000_000)),"market_cap_change_24h":\(number(below: 30, places: 2)),\
            \(changes.joined(separator: ",")),"ath_price":\(price),"ath_date":"2021-11-10T14:24:11Z",\
            "percent_from_price_ath":-\(number(below: 99, places: 2))}}}
            """
    }

    /// Quotes as a provider would return them.
    mutating func quotes(_ count: Int) -> [Quote] {
        (1...count).map { rank in
            let word = word()
            var quote = Quote(
                time: Timestamp(seconds: 1_709_294_400 + Int64(random(600))), symbol: word.prefix(5).uppercased(),
                currency: .usd, provider: "made")
            quote.name = "\(word.capitalized) Token \(rank)"
            quote.rank = rank
            quote.price = Number(price(rank))
            quote.changePercent = Number("-" + number(below: 30, places: 5))
            quote.volume = Number("\(random(9_000_000_000))")
            quote.marketCap = Number("\(random(90_000_000_000))")
            return quote
        }
    }
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
