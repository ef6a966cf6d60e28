import TestSupport
import Testing

/// Members that a decoder reads and no recording has. Each is a name that may be wrong, as `volume_change_24h` was.
@Suite("Members of recordings", .needsRecordings, .computes, .quick)
struct RecordedMemberTests {
    /// The names in the sources of a provider, and the folders of its recordings.
    private struct Source {
        /// How the names of its files or of their folder begin.
        let files: String
        let folders: [String]
        /// Members without a recording, which the provider's documentation or a measurement confirms.
        var confirmed: Set<String> = []
        /// Members without a recording that nothing confirms.
        var unconfirmed: Set<String> = []

        init(_ files: String, _ folder: String, confirmed: String = "", unconfirmed: String = "") {
            (self.files, folders) = (files, [folder])
            self.confirmed = Set(confirmed.split(separator: " ").map(String.init))
            self.unconfirmed = Set(unconfirmed.split(separator: " ").map(String.init))
        }
    }

    private static let sources = [
        Source("AlternativeMe", "alternativeme"),
        // docs.btse.com, "24hr ticker" and "markets".
        Source("BTSE", "btse", confirmed: "askPrice bidPrice highPrice lastPrice lowPrice openPrice symbols"),
        Source("Binance", "binance", unconfirmed: "error"),
        // Measured in 2026, when nothing was recorded.
        Source(
            "Bitstamp", "bitstamp",
            confirmed: "ask bid channel close data event high last low microtimestamp open open_24 pair price_str "
                + "timestamp volume",
            unconfirmed: "message reason response_code"),
        // The bars are only described, by other clients.
        Source("CNBC", "cnbc", unconfirmed: "barData priceBars status"),
        // docs.coingecko.com, "Coins List with Market Data".
        Source("CoinGecko", "coingecko", confirmed: "price sparkline_in_7d volume_change_percentage_24h_usd"),
        Source("CoinMarketCap", "coinmarketcap"), Source("CoinPaprika", "coinpaprika"),
        // docs.cdp.coinbase.com, "Get product stats".
        Source("Coinbase", "coinbase-exchange", confirmed: "high low open"),
        // min-api.cryptocompare.com/documentation/websockets, channel 2.
        Source("CryptoCompare", "cryptocompare", confirmed: "ASK BID"),
        Source("CurrencyAPI", "currencyapi"),
        // The OpenAPI description of DefiLlama of 2026-07-29.
        Source("DefiLlama", "defillama", confirmed: "message"),
        // The OpenAPI description of DexPaprika: status 410.
        Source("DexPaprika", "dexpaprika", confirmed: "error"),
        Source("ERAPI", "er-api"),
        Source("EEA", "eea", unconfirmed: "contents"), Source("Fixer", "fixer"),
        // The OpenAPI description of version 2.
        Source("Frankfurter", "frankfurter", confirmed: "status"),
        // JSON:API, as other clients test it.
        Source("GeckoTerminal", "geckoterminal", unconfirmed: "errors title"),
        // open-meteo.com/en/docs/geocoding-api.
        Source(
            "Geocoding", "open-meteo",
            confirmed: "admin1 country country_code feature_code name population results"),
        // Recordings of 2021 to 2026 in other clients' tests.
        Source(
            "Gate", "gate",
            confirmed: "change_percentage channel currency_pair error event high_24h highest_bid label last low_24h "
                + "lowest_ask message msg quote_volume result time_ms type",
            unconfirmed: "detail"),
        Source("IEX", "iex"), Source("Kraken", "kraken"),
        // The Nordic search and chart, as clients read them in 2026.
        Source("Nasdaq", "nasdaq", unconfirmed: "charts instruments orderbookId"),
        Source("OKX", "okx"), Source("OpenMeteo", "open-meteo"),
        // Errors that other clients have seen; aqicn.org does not document them.
        Source("WAQI", "waqi", unconfirmed: "message msg"),
        Source("WazirX", "wazirx"), Source("Yahoo", "yahoo"),
    ]

    private static let folders = ["Sources/MarketProviders", "Sources/AirQuality/Providers"]

    @Test("A member that is read is in a recording, or is listed here as confirmed or unconfirmed")
    func members() throws {
        let files = try Self.folders.flatMap { try PackageFolder.swiftFiles(below: $0) }
        for source in Self.sources {
            let texts = files.filter { path, _ in
                path.split(separator: "/").suffix(2).contains { $0.hasPrefix(source.files) }
            }.map(\.text)
            #expect(!texts.isEmpty, "\(source.files) has no file")
            let read = Set(texts.flatMap(Self.members(readBy:)))
            let recorded = try Set(source.folders.flatMap(Self.recorded))
            // A name such as `aqi_` is the beginning of several.
            let missing = read.subtracting(recorded).filter { name in
                !name.hasSuffix("_") || !recorded.contains { $0.hasPrefix(name) }
            }
            #expect(missing == source.confirmed.union(source.unconfirmed), "\(source.files)")
            #expect(source.confirmed.isDisjoint(with: source.unconfirmed), "\(source.files)")
        }
    }

    @Test("Every provider with recordings has its source here")
    func completeness() throws {
        let known = Set(Self.sources.flatMap(\.folders))
        // XML, CSV and a socket of two members, each of which a test of its own reads; and what nobody asks.
        let others: Set = ["airnow", "aqi-scales", "city-ws", "ecb", "fiat-other", "openaq", "stooq"]
        let all = Set(Files.names(in: try #require(Recordings.directory)).filter { !$0.contains(".") })
        #expect(all.subtracting(others).isSubset(of: known))
    }

    /// The names of members in a source text: the cases of enums of keys, the names in tables of columns and layouts,
    /// and the arguments of `JSONKeys` and `readMember`.
    private static func members(readBy text: String) -> [String] {
        let code = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.firstRange(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
        }.joined(separator: "\n")
        var names: [String] = []
        for body in code.matches(of: /enum \w+: String, CaseIterable[^{]*\{([^}]*)\}/) {
            for cases in body.1.matches(of: /case ([^\n]*)/) {
                for part in cases.1.split(separator: ",") {
                    guard let match = part.firstMatch(of: /^\s*`?(\w+)`?(?:\s*=\s*"([^"]*)")?\s*$/) else { continue }
                    names.append(String(match.2 ?? match.1))
                }
            }
        }
        names += code.matches(of: /"([^"\\]+)"\s*:\s*\./).map { String($0.1) }
        for call in code.matches(of: /(?:JSONKeys|readMember)\(\s*(?:named:\s*)?((?:"[^"]*",?\s*)+)/) {
            names += call.1.matches(of: /"([^"]*)"/).map { String($0.1) }
        }
        return names
    }

    /// The names of all members in the recordings of a folder.
    private static func recorded(in folder: String) throws -> [String] {
        try Recordings.names(of: folder).flatMap { name in
            // A part between two quotes is a name if a colon follows. In a HAR file the quotes are escaped.
            let parts = try Recordings.bytes(name).split(
                separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
            return zip(parts, parts.dropFirst()).filter { $1.first { $0 > 0x20 } == UInt8(ascii: ":") }.map { name, _ in
                String(decoding: name.last == UInt8(ascii: "\\") ? name.dropLast() : name, as: UTF8.self)
            }
        }
    }
}
