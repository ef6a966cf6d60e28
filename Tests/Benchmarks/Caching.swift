/// The time of an answer that is kept, of keeping one, and of many processes that ask the same.
enum Caching {
    /// A command line whose answer `withService` has.
    static let prices = ["price", "BTC", "-p", "coingecko"]
    private static let (processes, delay) = (Sizes.processes, Sizes.togetherDelay)

    static func figures(_ crypto: String) throws -> [Figure] {
        try Programs.withDirectory { directory in
            defer { removeAnswers(in: directory) }
            let empty = Programs.emptyProgram(in: directory)
            return try kept(crypto, directory, empty) + keeping(crypto, directory) + together(crypto, directory)
        }
    }

    /// Removes what programs kept in a directory.
    static func removeAnswers(in directory: String) {
        _ = try? ChildRun(["/bin/rm", "-rf", "\(directory)/crypto"], [:])
    }

    /// The service of `coingecko` as variables, in its own process.
    static func withService<Result>(
        delay: Int, _ directory: String, _ body: ([String: String]) throws -> Result
    ) throws -> Result {
        try LocalServer.run(["--prices"] + PriceAnswers.Service.allCases.map { _ in "\(delay)" }) { ports in
            guard let index = PriceAnswers.Service.allCases.firstIndex(of: .coingecko), ports.indices.contains(index)
            else { throw Failure.noAddress }
            return try body([
                PriceAnswers.Service.coingecko.variable: "http://127.0.0.1:\(ports[index])",
                "XDG_CACHE_HOME": directory,
            ])
        }
    }

    /// Answers from the cache, beside a program that does nothing.
    private static func kept(_ crypto: String, _ directory: String, _ empty: String?) throws -> [Figure] {
        try withService(delay: 0, directory) { variables in
            let lines = [
                (prices, 2), (["list", "-p", "coingecko"], 2), (prices + ["--if", "price > 0", "-f", "none"], 0),
            ]
            var contestants = lines.map { line, count in
                Contest.Contestant(
                    name: (["crypto"] + line).joined(separator: " ") + ", kept",
                    command: [crypto] + line + ["--max-age", "1h"], environment: variables, lines: count)
            }
            guard let empty else {
                return try Contest.run(contestants, rounds: Sizes.keptRounds).map { Figure($0) }
                    + [Figure("an empty C program", missing: "no C compiler here")]
            }
            contestants.insert(.init(name: "an empty C program", command: [empty]), at: 0)
            let scores = try Contest.run(contestants, rounds: Sizes.keptRounds)
            return [Figure(scores[0])]
                + scores.dropFirst().map { score in
                    let more = Report.text(score.median - scores[0].median)
                    let least = Report.text(score.times[0] - scores[0].times[0])
                    return Figure(score, comparison: "+\(more) ms, shortest +\(least) ms", goal: "at most +3 ms")
                }
        }
    }

    /// Requests whose answers are kept, beside the same without a directory to keep them in.
    private static func keeping(_ crypto: String, _ directory: String) throws -> [Figure] {
        try withService(delay: 0, directory) { variables in
            var without = variables
            without["XDG_CACHE_HOME"] = nil
            let command = [crypto] + prices + ["--refresh"]
            let scores = try Contest.run(
                [
                    .init(name: "a request", command: command, environment: without, lines: 2),
                    .init(name: "a request whose answer is kept", command: command, environment: variables, lines: 2),
                ], rounds: Sizes.keepingRounds)
            let more = Report.text(scores[1].median - scores[0].median)
            let least = Report.text(scores[1].times[0] - scores[0].times[0])
            return [
                Figure(scores[0]),
                Figure(scores[1], comparison: "+\(more) ms, shortest +\(least) ms", goal: "less than +1 ms"),
            ]
        }
    }

    /// Processes that start at once without a kept answer, beside one of them alone.
    private static func together(_ crypto: String, _ directory: String) throws -> [Figure] {
        try withService(delay: delay, directory) { variables in
            let command = [crypto] + prices
            var (alone, all): ([Double], [Double]) = ([], [])
            for _ in 0..<Sizes.togetherRounds {
                for (count, isAlone) in [(1, true), (processes, false)] {
                    _ = try ChildRun(["/bin/rm", "-rf", "\(directory)/crypto"], [:])
                    let time = Stopwatch()
                    try Child.run(count, command, variables)
                    if isAlone { alone.append(time.milliseconds) } else { all.append(time.milliseconds) }
                }
            }
            (alone, all) = (alone.sorted(), all.sorted())
            let more = Report.text(all[all.count / 2] - alone[alone.count / 2])
            return [
                Figure("one process, with an answer that takes \(delay) ms", times: alone),
                Figure("\(processes) processes at once", times: all, comparison: "+\(more) ms", goal: "at most +40 ms"),
            ]
        }
    }
}
