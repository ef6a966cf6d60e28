/// A figure of the market of all coins, which a symbol such as `global:market_cap` names.
package enum MarketFigure: String, Sendable, Hashable, CaseIterable {
    /// The value of all coins.
    case marketCap = "market_cap"
    /// The turnover of the last 24 hours. Services count it at other exchanges each.
    case volume
    /// The share of bitcoin in the value of all coins, in percent.
    case btcDominance = "btc_dominance"
    /// The share of ether in the value of all coins, in percent.
    case ethDominance = "eth_dominance"
    /// The Fear and Greed Index, from 0 (fear) to 100 (greed).
    case fearGreed = "fear_greed"

    /// The prefix of its symbol, in lower case.
    static let prefix = "global:"

    /// Its symbol: `global:market_cap`.
    package var symbol: String { Self.prefix + rawValue }

    /// The full name.
    package var name: String {
        switch self {
        case .marketCap: "Total market cap"
        case .volume: "Total volume of 24 hours"
        case .btcDominance: "Bitcoin dominance"
        case .ethDominance: "Ether dominance"
        case .fearGreed: "Fear and Greed Index"
        }
    }

    /// Whether it is an amount of money. The others have no currency.
    package var isAmount: Bool { self == .marketCap || self == .volume }
}
