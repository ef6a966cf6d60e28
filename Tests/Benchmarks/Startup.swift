/// The time to start the tool and print output that needs no network.
enum Startup {
    static func figures(_ crypto: String) throws -> [Figure] {
        try Programs.withDirectory { directory in
            let empty = Programs.emptyProgram(in: directory)
            var contestants = [
                Contest.Contestant(name: "crypto --help", command: [crypto, "--help"]),
                Contest.Contestant(
                    name: "crypto price BTC --provider sample",
                    command: [crypto, "price", "BTC", "--provider", "sample"], lines: 2),
            ]
            if let empty { contestants.insert(.init(name: "an empty C program", command: [empty]), at: 0) }
            let scores = try Contest.run(contestants, rounds: Sizes.startRounds)
            guard empty != nil else {
                let missing = Figure("an empty C program", missing: "no C compiler here")
                return [missing] + scores.map { Figure($0, goal: "under 15 MiB") }
            }
            return [Figure(scores[0])]
                + scores.dropFirst().map { score in
                    let more = Report.text(score.median - scores[0].median)
                    // On a busy machine the shortest runs are those without interruption.
                    let least = Report.text(score.times[0] - scores[0].times[0])
                    return Figure(
                        score, comparison: "+\(more) ms, shortest +\(least) ms", goal: "at most +3 ms, under 15 MiB")
                }
        }
    }
}
