/// All coins of a server as csv, in one answer and in pages, compared with curl and jq on the same server.
enum Listing {
    /// How a list is asked for and printed.
    private struct List {
        let provider: String
        /// The path that `curl` requests; it may stand for several.
        let path: String
        /// The jq program for an answer: the columns of `crypto list`.
        let program: String
        let goal: String
        /// The size of all answers.
        let bytes: Int

        var variable: String { "CRYPTO_\(provider.uppercased())_URL" }
    }

    private static func lists(_ sizes: ArraySlice<Int>) -> [List] {
        [
            List(
                provider: "coinpaprika", path: "/v1/tickers?quotes=USD",
                program: """
                    .[] | [.rank, .symbol, .name, .quotes.USD.price, .quotes.USD.percent_change_24h, \
                    .quotes.USD.volume_24h, .quotes.USD.market_cap, "USD"] | @csv
                    """,
                goal: "jq takes 6 × its time, under 32 MiB", bytes: sizes.first ?? 0),
            List(
                provider: "coingecko",
                path:
                    "/api/v3/coins/markets?vs_currency=usd&per_page=\(Sizes.rowsAPage)&page=[1-\(MarketServer.pages)]",
                program: """
                    .[] | [.market_cap_rank, (.symbol | ascii_upcase), .name, .current_price, \
                    .price_change_percentage_24h, .total_volume, .market_cap, "USD"] | @csv
                    """,
                goal: "jq takes 5 × its time, under 40 MiB", bytes: sizes.last ?? 0),
        ]
    }

    static func figures(_ crypto: String) throws -> [Figure] {
        try LocalServer.run(["--serve"]) { numbers in
            guard numbers.count == 3 else { throw Failure.noAddress }
            let server = "http://127.0.0.1:\(numbers[0])"
            let (curl, jq) = (Programs.inPath("curl"), Programs.inPath("jq"))
            return try lists(numbers[1...]).flatMap { try figures(of: $0, crypto, server, curl: curl, jq: jq) }
                + [("curl", curl), ("jq", jq)].filter { $0.1 == nil }
                .map { Figure($0.0, missing: "not on this machine") }
        }
    }

    private static func figures(
        of list: List, _ crypto: String, _ server: String, curl: String?, jq: String?
    ) throws -> [Figure] {
        let coins = "\(Sizes.coins)"
        let size = Report.decimal(Double(list.bytes) / 1e6, places: 1)
        var contestants = [
            Contest.Contestant(
                name: "crypto list -p \(list.provider) --limit \(coins) --csv (\(size) MB)",
                command: [crypto, "list", "--provider", list.provider, "--limit", coins, "--csv"],
                environment: [list.variable: server], lines: Sizes.coins + 1)
        ]
        if let curl {
            let fetch = "'\(curl)' -q -sS '\(server)\(list.path)'"
            if let jq {
                contestants.append(shell("curl … | jq -r '… | @csv'", "\(fetch) | '\(jq)' -r '\(list.program)'"))
            }
            contestants.append(shell("curl … >/dev/null, the transfer alone", "\(fetch) >/dev/null", lines: 0))
        }
        let scores = try Contest.run(contestants, rounds: Sizes.listRounds)
        return compare(scores, goal: list.goal)
    }

    private static func shell(_ name: String, _ script: String, lines: Int = Sizes.coins) -> Contest.Contestant {
        Contest.Contestant(name: name, command: ["/bin/sh", "-c", script], lines: lines)
    }

    private static func compare(_ scores: [Contest.Score], goal: String) -> [Figure] {
        [Figure(scores[0], goal: goal)]
            + scores.dropFirst().map { score in
                let ratio = Report.decimal(score.median / scores[0].median, places: 1)
                return Figure(score, comparison: "\(ratio) × crypto's time")
            }
    }
}
