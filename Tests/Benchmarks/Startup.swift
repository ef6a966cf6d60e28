/// The time to start the tool and print output that needs no network.
enum Startup {
    /// What is printed, how many lines that are if it never changes, and the most that it may take longer than a
    /// program that does nothing, in milliseconds.
    private static let runs: [(line: [String], count: Int?, goal: String)] = [
        (["--version"], 1, "1.2"), (["--help"], nil, "2"), (["list", "-p", "sample"], 51, "2.5"),
        (Caching.prices + ["--max-age", "1h"], 2, "3"),
    ]

    static func figures(_ crypto: String) throws -> [Figure] {
        try Programs.withDirectory { directory in
            defer { Caching.removeAnswers(in: directory) }
            let empty = Programs.emptyProgram(in: directory)
            return try Caching.withService(delay: 0, directory) { variables in
                // The first run of the last one keeps its answer.
                var contestants = runs.map { line, count, _ in
                    Contest.Contestant(
                        name: (["crypto"] + line).joined(separator: " "), command: [crypto] + line,
                        environment: variables, lines: count)
                }
                guard let empty else {
                    return try [Figure("an empty C program", missing: "no C compiler here")]
                        + Contest.run(contestants, rounds: Sizes.startRounds).map { Figure($0, goal: "under 15 MiB") }
                }
                contestants.insert(.init(name: "an empty C program", command: [empty]), at: 0)
                let scores = try Contest.run(contestants, rounds: Sizes.startRounds)
                return [Figure(scores[0])]
                    + zip(scores.dropFirst(), runs).map { score, run in
                        let more = Report.text(score.median - scores[0].median)
                        // On a busy machine the shortest runs are those without interruption.
                        let least = Report.text(score.times[0] - scores[0].times[0])
                        return Figure(
                            score, comparison: "+\(more) ms, shortest +\(least) ms",
                            goal: "at most +\(run.goal) ms, under 15 MiB")
                    }
            }
        }
    }
}
