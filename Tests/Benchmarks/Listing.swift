/// All coins of a server as csv, compared with curl and jq on the same server.
enum Listing {
    /// The jq program for a page: the columns of `crypto list`.
    private static let program = """
        .[] | [.market_cap_rank, (.symbol | ascii_upcase), .name, .current_price, .price_change_percentage_24h, \
        .total_volume, .market_cap, "USD"] | @csv
        """

    static func figures(_ crypto: String) throws -> [Figure] {
        try LocalServer.run(["--serve"]) { numbers in
            guard numbers.count == 2 else { throw Failure.noAddress }
            let (server, bytes) = ("http://127.0.0.1:\(numbers[0])", numbers[1])
            let coins = "\(Sizes.coins)"
            let size = Report.decimal(Double(bytes) / 1e6, places: 1)
            var contestants = [
                Contest.Contestant(
                    name: "crypto list --limit \(coins) --csv (\(size) MB)",
                    command: [crypto, "list", "--provider", "coingecko", "--limit", coins, "--csv"],
                    environment: ["CRYPTO_COINGECKO_URL": server], lines: Sizes.coins + 1)
            ]
            let (curl, jq) = (Programs.inPath("curl"), Programs.inPath("jq"))
            if let curl {
                let url = "\(server)/api/v3/coins/markets?vs_currency=usd&per_page=\(Sizes.rowsAPage)"
                let fetch = "'\(curl)' -q -sS '\(url)&page=[1-\(MarketServer.pages)]'"
                if let jq {
                    contestants.append(shell("curl … | jq -r '… | @csv'", "\(fetch) | '\(jq)' -r '\(program)'"))
                }
                contestants.append(shell("curl … >/dev/null, the transfer alone", "\(fetch) >/dev/null", lines: 0))
            }
            let scores = try Contest.run(contestants, rounds: Sizes.listRounds)
            return compare(scores) + missing(curl: curl, jq: jq)
        }
    }

    private static func shell(_ name: String, _ script: String, lines: Int = Sizes.coins) -> Contest.Contestant {
        Contest.Contestant(name: name, command: ["/bin/sh", "-c", script], lines: lines)
    }

    private static func compare(_ scores: [Contest.Score]) -> [Figure] {
        [Figure(scores[0], goal: "3 times as fast as jq")]
            + scores.dropFirst().map { score in
                let ratio = Report.decimal(score.median / scores[0].median, places: 1)
                return Figure(score, comparison: "\(ratio) × crypto's time")
            }
    }

    private static func missing(curl: String?, jq: String?) -> [Figure] {
        [("curl", curl), ("jq", jq)].filter { $0.1 == nil }.map { Figure($0.0, missing: "not on this machine") }
    }
}
