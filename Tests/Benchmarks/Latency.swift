#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The time from the server's write of a frame to the arrival of its row on a pipe, at a steady rate. It is compared in
/// turns with a minimal program, so that a pause of the machine affects both.
enum Latency {
    private static let (rate, frames) = (Sizes.latencyRate, Sizes.latencyFrames)

    static func figures(_ crypto: String) throws -> [Figure] {
        var (own, least): ([[Double]], [[Double]]) = ([], [])
        for _ in 0..<Sizes.latencyRounds {
            try LocalServer.run(["--stream", "\(frames)", "\(rate)"]) { numbers in
                least.append(try times([CommandLine.arguments[0], "--relay", "\(numbers[0])", "\(frames)"], [:]))
                let options = ["--csv", "--no-header", "--fields", "time,price", "--count", "\(frames)"]
                own.append(
                    try times(
                        [crypto, "watch", "BTC", "--provider", "coinbase"] + options,
                        ["CRYPTO_COINBASE_WS_URL": "ws://127.0.0.1:\(numbers[0])"]))
            }
        }
        return [
            figure("crypto watch BTC --csv --fields time,price", own, goal: "p99 under 200 µs"),
            figure("the frame's time, by a bare program", least, goal: ""),
        ]
    }

    private static func figure(_ name: String, _ rounds: [[Double]], goal: String) -> Figure {
        let all = rounds.flatMap(\.self).sorted()
        let text = { Report.decimal($0 / 1000, places: 0) }
        let ninetyNinths = rounds.map { share(0.99, of: $0.sorted()) }.sorted()
        return Figure(
            name, times: all.map { $0 / 1e6 },
            comparison: "p50 \(text(share(0.5, of: all))), p99 \(text(share(0.99, of: all))) µs; p99 of each "
                + "\(frames * 1000 / rate) ms: \(ninetyNinths.map(text).joined(separator: ", ")) µs",
            goal: goal)
    }

    private static func share(_ part: Double, of sorted: [Double]) -> Double {
        sorted[Int(Double(sorted.count - 1) * part)]
    }

    /// The nanoseconds of each frame, in order of arrival.
    private static func times(_ command: [String], _ environment: [String: String]) throws -> [Double] {
        let child = try Child(command, environment)
        var times: [Double] = []
        times.reserveCapacity(frames)
        var line: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
            while case let count = read(child.output, buffer.baseAddress, buffer.count), count > 0 {
                let now = StreamServer.monotonic()
                for byte in buffer[..<count] {
                    line.append(byte)
                    guard byte == UInt8(ascii: "\n") else { continue }
                    if let sent = moment(line) { times.append(Double(now % day - sent)) }
                    line.removeAll(keepingCapacity: true)
                }
            }
        }
        try child.end()
        guard times.count == frames else {
            throw Failure.wrongResult(command[0], "\(times.count) rows of \(frames) frames")
        }
        return times
    }

    private static let day: Int64 = 86_400_000_000_000

    /// The nanoseconds since midnight in `2099-03-01T12:34:56.789012345Z`.
    private static func moment(_ line: [UInt8]) -> Int64? {
        guard line.count > 30 else { return nil }
        let digits = { (range: Range<Int>) in line[range].reduce(0) { $0 * 10 + Int64($1 &- UInt8(ascii: "0")) } }
        return ((digits(11..<13) * 60 + digits(14..<16)) * 60 + digits(17..<19)) * 1_000_000_000 + digits(20..<29)
    }
}
