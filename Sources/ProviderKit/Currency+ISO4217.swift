extension Currency {
    /// The codes of ISO 4217:2015 as amended to 2025, with funds and metals, without test codes. BGN is kept as long as
    /// there are rates for it (Bulgaria adopted the euro in 2026).
    package static let iso4217: Set<String> = Set(
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
        CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
        GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
        KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK
        NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
        STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST
        XAF XAG XAU XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG
        """.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { String(Substring($0)) })

    /// Coins that exchanges quote their markets in, longest code first.
    package static let quoteCoins = ["FDUSD", "USDT", "USDC", "BUSD", "TUSD", "DAI", "BTC", "ETH", "BNB"]

    /// Whether markets are quoted in it: a fiat currency, or one of the coins that exchanges use for that.
    package var isQuoteOfMarkets: Bool { isFiat || Self.quoteCoins.contains(code) }

    /// True for money: a code of ISO 4217, also a withdrawn one, a minor unit, or another code that providers of rates
    /// have. A pegged coin such as USDT is a coin.
    package var isFiat: Bool { Self.iso4217.contains(code) || Self.isOtherMoney(code) }

    /// The codes that are known without asking a provider: those of ISO 4217 and the coins in which the built-in
    /// providers quote.
    package static let known = iso4217.union(
        """
        AEUR BCH BIDR BITS BKRW BNB BTC BUSD BVND DAI DOGE DOT EOS ETH EURI FDUSD GYEN IDRT
        LINK LTC OKB PAX SATS SOL TRX TUSD USD1 USDC USDP USDS USDT VAI WRX XLM XRP YFI
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
