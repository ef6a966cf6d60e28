extension ProviderTable {
    /// The built-in providers of prices and rates.
    public static let markets = ProviderTable(
        prices: [
            "coingecko": { .coingecko }, "coinmarketcap": { .coinmarketcap }, "coinpaprika": { .coinpaprika },
            "cryptocompare": { .cryptocompare }, "binance": { .binance }, "coinbase": { .coinbase },
            "kraken": { .kraken }, "okx": { .okx }, "bitstamp": { .bitstamp }, "gate": { .gate },
            "wazirx": { .wazirx }, "btse": { .btse }, "frankfurter": { .frankfurter }, "ecb": { .ecb },
            "erapi": { .erapi }, "fixer": { .fixer }, "currencyapi": { .currencyapi }, "yahoo": { .yahoo },
            "cnbc": { .cnbc }, "nasdaq": { .nasdaq }, "stooq": { .stooq }, "iex": { .iex },
            "defillama": { .defillama }, "geckoterminal": { .geckoterminal }, "dexpaprika": { .dexpaprika },
            "alternative-me": { .alternativeMe }, "sample": { .sample }, "mock": { .mock },
        ],
        order: { job, kind in
            switch (kind, job) {
            case (.stock?, _): ["yahoo", "cnbc", "nasdaq"]
            case (.token?, _): ["coingecko", "defillama", "geckoterminal", "dexpaprika"]
            case (.index?, _): ["coingecko", "coinpaprika", "alternative-me"]
            case (.fiat?, _): ["frankfurter", "ecb", "erapi", "currencyapi"]
            case (.coin?, .list): ["coingecko", "coinmarketcap", "coinpaprika", "binance"]
            case (.coin?, .price):
                ["coingecko", "coinmarketcap", "coinpaprika", "coinbase", "kraken", "okx", "binance"]
            case (.coin?, .history): ["coinbase", "kraken", "okx", "binance", "coingecko", "defillama"]
            case (.coin?, .watch): ["coinbase", "kraken", "okx", "binance"]
            default: []
            }
        })
}
