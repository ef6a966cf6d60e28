/// What the services call a chain. A service without a name for it is not asked for its tokens.
///
/// Sources: CoinGecko's `/asset_platforms`, GeckoTerminal's `/networks`, DexPaprika's `/networks`, and the names of
/// DefiLlama's prices.
extension Token.Chain {
    typealias ServiceNames = (coingecko: String, geckoterminal: String, dexpaprika: String?, defillama: String)

    /// The names.
    var serviceNames: ServiceNames {
        switch self {
        case .ethereum: ("ethereum", "eth", "ethereum", "ethereum")
        case .bnb: ("binance-smart-chain", "bsc", "bsc", "bsc")
        case .polygon: ("polygon-pos", "polygon_pos", "polygon", "polygon")
        case .base: ("base", "base", "base", "base")
        case .arbitrum: ("arbitrum-one", "arbitrum", "arbitrum", "arbitrum")
        case .optimism: ("optimistic-ethereum", "optimism", "optimism", "optimism")
        case .avalanche: ("avalanche", "avax", "avalanche", "avax")
        case .solana: ("solana", "solana", "solana", "solana")
        // Whether DexPaprika has this chain is not confirmed.
        case .gnosis: ("xdai", "xdai", nil, "xdai")
        }
    }
}
