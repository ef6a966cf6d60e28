/// The values of the `sample` provider: real coins, stocks and futures with prices near those of 1 March 2024, fixed
/// for ever. They are made for demonstrations and tests; no service sent them. `Asset.largeCoins` takes its names here.
package enum SampleData {
    /// Ticker, id, name (`_` for a space), price, open, high, low (USD), market cap and turnover of 24 hours (USD);
    /// largest market cap first.
    package static let coins =
        """
        BTC bitcoin Bitcoin 62440.63 61168.06 63155.06 60777.46 1226576679928 40186368423
        ETH ethereum Ethereum 3434.92 3386.5 3489.18 3345.27 412695333240 18562311945
        USDT tether Tether 1.0003 1.0001 1.0031 0.9989 98719607000 87113204410
        BNB binancecoin BNB 409.16 399.55 415.2 397.21 61183331440 1985003112
        SOL solana Solana 130.02 125.74 134.91 123.82 57507846000 4711230098
        XRP ripple XRP 0.58965 0.58511 0.60342 0.57987 32265648000 2204119870
        USDC usd-coin USDC 0.99995 1.00012 1.0018 0.9981 28778561000 9875002211
        ADA cardano Cardano 0.7187 0.6554 0.7352 0.6501 25521037000 1371005540
        DOGE dogecoin Dogecoin 0.13405 0.11951 0.14411 0.11702 19225451000 5110028871
        AVAX avalanche-2 Avalanche 42.93 41.26 43.87 40.75 16197489000 1003214477
        TRX tron TRON 0.1418 0.1409 0.1432 0.1397 12459966000 512330407
        LINK chainlink Chainlink 20.01 19.07 20.32 18.92 11747871000 603118220
        DOT polkadot Polkadot 8.75 8.36 8.91 8.24 11287500000 441230066
        MATIC matic-network Polygon 1.027 0.9932 1.051 0.9821 9538776000 620114093
        TON the-open-network Toncoin 2.73 2.589 2.782 2.541 9467640000 88450213
        SHIB shiba-inu Shiba_Inu 0.00001432 0.00001171 0.00001489 0.00001138 8438776000 2514300971
        UNI uniswap Uniswap 11.35 11.02 11.93 10.71 6795245000 380021145
        BCH bitcoin-cash Bitcoin_Cash 316.42 293.95 327.7 287.41 6220184360 981200331
        ICP internet-computer Internet_Computer 13.21 12.93 13.6 12.62 6067353000 161200983
        LTC litecoin Litecoin 81.53 76.31 83.95 75.12 6056863700 1122300410
        DAI dai Dai 0.9998 0.9999 1.0021 0.9977 5008998000 311020044
        IMX immutable-x Immutable 3.31 3.22 3.45 3.12 4590970000 92310446
        ATOM cosmos Cosmos_Hub 11.62 11.19 11.8 11.02 4535286000 240331090
        NEAR near NEAR_Protocol 4.27 3.88 4.35 3.81 4453610000 560110094
        STX blockstack Stacks 2.99 2.77 3.12 2.7 4311580000 233100427
        ETC ethereum-classic Ethereum_Classic 29.05 27.41 29.7 27.05 4229680000 411203300
        FIL filecoin Filecoin 8.31 8.07 8.62 7.87 4226466000 540221009
        LEO leo-token LEO_Token 4.49 4.51 4.57 4.42 4161332000 2510344
        APT aptos Aptos 11.02 10.37 11.28 10.15 4043238000 301230071
        HBAR hedera-hashgraph Hedera 0.1199 0.1102 0.1228 0.1091 4038232000 191204401
        TAO bittensor Bittensor 627.4 601.9 648.33 588.02 3958894000 22013409
        KAS kaspa Kaspa 0.1701 0.1664 0.1745 0.1619 3898692000 98122004
        OP optimism Optimism 3.92 3.79 4.06 3.68 3753008000 351200490
        INJ injective Injective 40.3 37.66 41.77 36.9 3574610000 231005501
        XLM stellar Stellar 0.1253 0.1193 0.1281 0.1181 3563532000 201044387
        VET vechain VeChain 0.0487 0.0469 0.0499 0.0461 3540977000 144023010
        MNT mantle Mantle 1.02 0.9761 1.049 0.9602 3295620000 171220448
        OKB okb OKB 52.1 51.42 53.08 50.73 3126000000 7210033
        LDO lido-dao Lido_DAO 3.41 3.32 3.55 3.2 3036946000 149230056
        CRO crypto-com-chain Cronos 0.1075 0.1012 0.1116 0.0998 2856275000 41020055
        TIA celestia Celestia 16.6 16.05 17.13 15.72 2817020000 149002377
        RNDR render-token Render 7.36 7.11 7.64 6.93 2768832000 181233400
        GRT the-graph The_Graph 0.2844 0.2712 0.2951 0.2631 2679901200 250114403
        XMR monero Monero 143.2 139.88 145.1 138.25 2632732000 91027730
        FDUSD first-digital-usd First_Digital_USD 0.9996 1.0002 1.0033 0.9971 2578968000 8450231119
        ARB arbitrum Arbitrum 1.99 1.921 2.041 1.872 2537250000 498100321
        SEI sei-network Sei 0.8703 0.8411 0.8992 0.8203 2262780000 240118306
        RUNE thorchain THORChain 6.51 6.01 6.7 5.88 2172387000 502330140
        MKR maker Maker 2153.77 2079.2 2196.4 2044.61 1984914432 131200774
        PEPE pepe Pepe 0.00000405 0.00000324 0.00000441 0.00000311 1703794500 1480220974
        """

    /// Ten stocks, in the same columns.
    package static let stocks =
        """
        MSFT MSFT Microsoft 415.5 413.64 415.87 410.88 3087265000000 7408365000
        AAPL AAPL Apple 179.66 180.75 180.75 177.38 2774313000000 13228205000
        NVDA NVDA NVIDIA 822.79 791.12 823 790.94 2056975000000 39401040000
        AMZN AMZN Amazon.com 178.22 176.76 178.73 176.07 1851247000000 5571217000
        GOOGL GOOGL Alphabet 137.14 138.46 139.55 136.8 1703820000000 4005112000
        META META Meta_Platforms 502.3 490.13 504.25 489.9 1280511000000 8133245000
        TSLA TSLA Tesla 202.64 201.88 204.52 198.5 645361000000 16700331000
        V V Visa 284.56 282.64 285.78 281.75 577320000000 1703541000
        JPM JPM JPMorgan_Chase 185.29 186.06 186.5 183.66 533820000000 1508726000
        JNJ JNJ Johnson_&_Johnson 162.12 161.38 162.55 160.45 390240000000 1120302000
        """

    /// Perpetual and dated futures, in the same columns; a future has no market cap: the column is 0.
    package static let futures =
        """
        BTC-PERP BTC-PERP Bitcoin_Perpetual 62475.5 61190.1 63190 60801.5 0 21380112904
        ETH-PERP ETH-PERP Ethereum_Perpetual 3436.8 3387.9 3491.1 3346.2 0 9120457711
        SOL-PERP SOL-PERP Solana_Perpetual 130.11 125.81 135.02 123.9 0 1920331046
        XRP-PERP XRP-PERP XRP_Perpetual 0.5899 0.5854 0.6038 0.58 0 611840225
        DOGE-PERP DOGE-PERP Dogecoin_Perpetual 0.13421 0.11962 0.1443 0.11711 0 1870225013
        BTC-240628 BTC-240628 Bitcoin_28_June_2024 64890 63480.5 65610.5 63055 0 802113390
        ETH-240628 ETH-240628 Ethereum_28_June_2024 3571.4 3520.6 3628.2 3478.5 0 214880137
        """

    /// What one euro is worth, in the currencies of the ECB's daily list.
    package static let euroRates =
        """
        USD 1.0813 JPY 162.7 BGN 1.9558 CZK 25.353 DKK 7.4537 GBP 0.8562 HUF 393.98 PLN 4.3198 RON 4.97 SEK 11.1893
        CHF 0.9574 ISK 149.1 NOK 11.419 TRY 33.9433 AUD 1.6608 BRL 5.369 CAD 1.4692 CNY 7.7842 HKD 8.4663
        IDR 16988.4 ILS 3.8706 INR 89.6545 KRW 1444.4 MXN 18.4312 MYR 5.1321 NZD 1.7788 PHP 60.649 SGD 1.456
        THB 38.873 ZAR 20.752 EUR 1
        """
}
