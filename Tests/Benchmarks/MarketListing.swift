/// The recorded list of all markets of an exchange, with a price of each from its stream, compared with jq, which
/// counts the entries of the same file.
enum MarketListing {
    private static let recording = "btse/r97looke-inquire-initial-market-20230815.json"

    static func figures(_ crypto: String) throws -> [Figure] {
        switch Recording(recording) {
        case .missing(let reason): [Figure("crypto list --provider btse", missing: reason)]
        case .file(let path): try figures(crypto, path)
        }
    }

    private static func figures(_ crypto: String, _ file: String) throws -> [Figure] {
        try LocalServer.run(["--btse", file]) { numbers in
            guard numbers.count == 2, numbers[1] > 0 else { throw Failure.noAddress }
            let size = Report.decimal(Double(numbers[1]) / 1e6, places: 1)
            var contestants = [
                Contest.Contestant(
                    name: "crypto list --provider btse (\(size) MB by HTTP, prices by WebSocket)",
                    command: [crypto, "list", "--provider", "btse", "--market", "all", "--limit", "1000", "--csv"],
                    environment: [
                        "CRYPTO_BTSE_URL": "http://127.0.0.1:\(numbers[0])",
                        "CRYPTO_BTSE_WS_URL": "ws://127.0.0.1:\(numbers[0])",
                    ], lines: 228)
            ]
            if let jq = Programs.inPath("jq") {
                contestants.append(
                    Contest.Contestant(name: "jq length, of the file", command: [jq, "length", file], lines: 1))
            }
            return compare(try Contest.run(contestants, rounds: Sizes.marketRounds))
        }
    }

    private static func compare(_ scores: [Contest.Score]) -> [Figure] {
        guard scores.count == 2 else {
            return [Figure(scores[0]), Figure("jq", missing: "not on this machine")]
        }
        let ratio = Report.decimal(scores[1].median / scores[0].median, places: 1)
        return [
            Figure(scores[0], goal: "less than jq length"),
            Figure(scores[1], comparison: "\(ratio) × crypto's time"),
        ]
    }
}
