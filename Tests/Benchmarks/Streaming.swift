#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ticker frames at full speed over loopback, from the socket to rows on /dev/null, compared with the fastest installed
/// Python.
enum Streaming {
    private static let (frames, rivalFrames) = (Sizes.streamFrames, Sizes.streamRivalFrames)
    private static let fields = "time,symbol,price,bid,ask"

    /// The stream of a contestant and its goal.
    private struct Entry {
        let contestant: Contest.Contestant
        let frames: Int
        var goal = ""
        var isRival = false
    }

    static func figures(_ crypto: String) throws -> [Figure] {
        try Programs.withDirectory { directory in
            let rival = try PythonRival.make(in: directory)
            return try LocalServer.run(["--stream", "\(frames)", "0"]) { numbers in
                var entries = [
                    entry(
                        crypto, port: numbers[0], options: "--fields \(fields) --count \(frames)",
                        goal: "3,000,000 frames/s"),
                    entry(crypto, port: numbers[0], options: "--csv --fields \(fields) --count \(frames)"),
                    entry(crypto, port: numbers[0], options: "--candles 1m --count 1", goal: "no slower"),
                    entry(
                        crypto, port: numbers[0], options: "--fields \(fields) --until 'price > 1000000'",
                        goal: "no slower"),
                ]
                if let rival {
                    entries.append(
                        Entry(
                            contestant: rival.contestant(port: numbers[0], rivalFrames), frames: rivalFrames,
                            isRival: true))
                }
                let scores = try Contest.run(entries.map(\.contestant), rounds: Sizes.streamRounds)
                return compare(entries, scores) + (rival == nil ? [PythonRival.missing] : [])
            } + [try many(crypto)]
        }
    }

    /// Measures whether memory grows with the number of frames.
    private static func many(_ crypto: String) throws -> Figure {
        let manyFrames = Sizes.manyFrames
        return try LocalServer.run(["--stream", "\(manyFrames)", "0"]) { numbers in
            let entry = entry(
                crypto, port: numbers[0], options: "--fields \(fields) --count \(manyFrames)", goal: "under 24 MiB")
            let run = try ChildRun(entry.contestant.command, entry.contestant.environment)
            let score = Contest.Score(
                name: "\(manyFrames) frames, the first of these", times: [run.milliseconds], peak: run.peak)
            return Figure(score, comparison: rate(manyFrames, score), goal: entry.goal)
        }
    }

    private static func entry(_ crypto: String, port: Int, options: String, goal: String = "") -> Entry {
        Entry(
            contestant: Contest.Contestant(
                name: "crypto watch BTC \(options)",
                command: ["/bin/sh", "-c", "exec '\(crypto)' watch BTC --provider coinbase \(options) >/dev/null"],
                environment: ["CRYPTO_COINBASE_WS_URL": "ws://127.0.0.1:\(port)"]),
            frames: frames, goal: goal)
    }

    private static func compare(_ entries: [Entry], _ scores: [Contest.Score]) -> [Figure] {
        let first = framesASecond(frames, scores[0])
        return zip(entries, scores).map { entry, score in
            let ratio = Report.decimal(first / framesASecond(entry.frames, score), places: 1)
            return Figure(
                score, comparison: rate(entry.frames, score) + (entry.isRival ? ", crypto \(ratio) times" : ""),
                goal: entry.isRival ? "crypto more than 10 times" : entry.goal)
        }
    }

    private static func framesASecond(_ frames: Int, _ score: Contest.Score) -> Double {
        Double(frames) / score.median * 1000
    }

    private static func rate(_ frames: Int, _ score: Contest.Score) -> String {
        Report.decimal(framesASecond(frames, score) / 1e6, places: 2) + " million frames/s"
    }
}
