/// The number of requests in sequence that a command needs at each provider of prices: the time that a delay of every
/// answer adds, divided by the delay.
enum RoundTrips {
    private typealias Service = PriceAnswers.Service

    /// The delay of every answer in milliseconds.
    private static let delay = Sizes.sequenceDelay

    static func figures(_ crypto: String) throws -> [Figure] {
        let (quick, slow) = (try scores(crypto, delay: 0), try scores(crypto, delay: delay))
        return zip(quick, slow).map { quick, slow in
            // The shortest runs: other load on the machine must not count as a request.
            let count = Report.decimal((slow.times[0] - quick.times[0]) / Double(delay), places: 0)
            return Figure(slow, comparison: "\(count) in sequence", goal: "1")
        }
    }

    private static func scores(_ crypto: String, delay: Int) throws -> [Contest.Score] {
        try LocalServer.run(["--prices"] + Service.allCases.map { _ in "\(delay)" }) { ports in
            guard ports.count == Service.allCases.count else { throw Failure.noAddress }
            let environment = Dictionary(
                uniqueKeysWithValues: zip(Service.allCases.map(\.variable), ports.map { "http://127.0.0.1:\($0)" }))
            return try Contest.run(
                commands.map { line in
                    Contest.Contestant(
                        name: line, command: [crypto] + line.split(separator: " ").map(String.init) + ["--csv", "-q"],
                        environment: environment, lines: 2)
                }, rounds: Sizes.sequenceRounds)
        }
    }

    private static let commands = Service.allCases.filter { $0 != .frankfurter }.flatMap { service in
        ["USD", "SEK"].flatMap { currency in
            [
                "price BTC -c \(currency) -p \(service.rawValue)", "list -n 1 -c \(currency) -p \(service.rawValue)",
                "convert 1 BTC \(currency) -p \(service.rawValue)",
                "watch BTC --poll 1m --count 1 -c \(currency) -p \(service.rawValue)",
            ]
        }
    }
}
