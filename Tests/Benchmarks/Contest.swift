/// Programs that run in turns, A B A B, so that other load on the machine affects all of them equally.
struct Contest {
    /// A program of the contest.
    struct Contestant {
        let name: String
        let command: [String]
        var environment: [String: String] = [:]
        /// The number of lines that it must write; nil for any number.
        var lines: Int?
    }

    /// The result of a contestant.
    struct Score {
        let name: String
        /// Wall-clock milliseconds in ascending order.
        let times: [Double]
        /// The largest peak of all runs.
        let peak: Peak?

        var median: Double { times[times.count / 2] }
    }

    /// Runs all contestants `rounds` times, after a first round that warms the file cache and does not count.
    static func run(_ contestants: [Contestant], rounds: Int) throws -> [Score] {
        var times = contestants.map { _ in [Double]() }
        var peaks = contestants.map { _ in Peak?.none }
        for round in Sizes.rounds(rounds) {
            for (index, contestant) in contestants.enumerated() {
                let run = try ChildRun(contestant.command, contestant.environment)
                if let expected = contestant.lines, run.lines != expected {
                    throw Failure.wrongResult(contestant.name, "\(run.lines) lines instead of \(expected)")
                }
                guard round > 0 else { continue }
                times[index].append(run.milliseconds)
                peaks[index] = max(peaks[index] ?? run.peak, run.peak)
            }
        }
        return contestants.indices.map {
            Score(name: contestants[$0].name, times: times[$0].sorted(), peak: peaks[$0])
        }
    }
}
