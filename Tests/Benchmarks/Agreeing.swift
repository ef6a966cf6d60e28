/// `price --consensus` of five services with known delays, compared with the slowest of them alone.
enum Agreeing {
    private typealias Service = PriceAnswers.Service

    /// The delay of each service in milliseconds, and the currency of the price.
    private struct Case {
        let currency: String
        let delays: [Service: Int]

        init(_ currency: String, delays: [Service: Int]) {
            self.currency = currency
            self.delays = delays.mapValues { $0 / Sizes.hurry }
        }

        /// The last price that arrives. Rates arrive before it.
        var slowest: (service: Service, delay: Int) {
            delays.filter { $0.key != .frankfurter }.max { $0.value < $1.value }.map { ($0.key, $0.value) }
                ?? (.coingecko, 0)
        }
    }

    private static let cases = [
        // Binance has no dollars, so it needs another pair and a rate.
        Case(
            "USD",
            delays: [.coinbase: 20, .kraken: 40, .coinpaprika: 60, .binance: 80, .coingecko: 200, .frankfurter: 50]),
        // Only CoinGecko and CoinPaprika have Swedish kronor.
        Case(
            "SEK",
            delays: [.coingecko: 20, .coinpaprika: 40, .coinbase: 60, .binance: 80, .kraken: 200, .frankfurter: 100]),
        Case(
            "SEK",
            delays: [.coingecko: 20, .coinpaprika: 40, .coinbase: 60, .kraken: 80, .binance: 200, .frankfurter: 150]),
    ]

    static func figures(_ crypto: String) throws -> [Figure] {
        try cases.flatMap { try figures(crypto, $0) }
    }

    private static func figures(_ crypto: String, _ measured: Case) throws -> [Figure] {
        let delays = Service.allCases.map { "\(measured.delays[$0] ?? 0)" }
        return try LocalServer.run(["--prices"] + delays) { ports in
            guard ports.count == Service.allCases.count else { throw Failure.noAddress }
            let hosts = Dictionary(
                uniqueKeysWithValues: zip(Service.allCases, ports.map { "http://127.0.0.1:\($0)" }))
            let contestants = contestants(crypto, for: measured, hosts: hosts)
            let scores = try Contest.run(contestants, rounds: Sizes.consensusRounds)
            let figures = scores.enumerated().map { index, score in
                let rest = Report.decimal(score.median - Double(measured.slowest.delay), places: 1)
                return Figure(
                    score, comparison: "slowest answer + \(rest) ms", goal: index == 0 ? "curl's time + 10 ms" : "")
            }
            return figures + (Programs.inPath("curl") == nil ? [Figure("curl", missing: "not on this machine")] : [])
        }
    }

    /// The consensus, its slowest provider alone, and a process that only loads libcurl and fetches the answer of that
    /// provider.
    private static func contestants(
        _ crypto: String, for measured: Case, hosts: [Service: String]
    ) -> [Contest.Contestant] {
        let (slowest, delay) = measured.slowest
        let price = [crypto, "price", "BTC", "-c", measured.currency, "--csv", "--provider"]
        let environment = Dictionary(uniqueKeysWithValues: hosts.map { ($0.key.variable, $0.value) })
        let title = "\(measured.currency), \(slowest.rawValue) with \(delay) ms"
        let own = [
            ("a consensus of 5", [names.joined(separator: ","), "--consensus", "--min-sources", "5"]),
            ("alone", [slowest.rawValue]),
        ].map { name, options in
            Contest.Contestant(
                name: "\(title), \(name)", command: price + options, environment: environment, lines: 2)
        }
        guard let curl = Programs.inPath("curl"), let host = hosts[slowest] else { return own }
        return own + [Contest.Contestant(name: "\(title), by curl", command: [curl, "-s", host + slowest.target])]
    }

    private static let names = Service.allCases.filter { $0 != .frankfurter }.map(\.rawValue)
}
