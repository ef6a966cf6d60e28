#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How long a frame takes from the server's write to its row's arrival on a pipe, at a steady rate.
enum Latency {
    private static let rate = 10_000
    private static let frames = 50_000

    static func figures(_ crypto: String) throws -> [Figure] {
        try LocalServer.run(["--stream", "\(frames)", "\(rate)"]) { numbers in
            let times = try measure(crypto, port: numbers[0])
            let share = { (part: Double) in Report.decimal(times[Int(Double(times.count - 1) * part)] / 1000, places: 0)
            }
            return [
                Figure(
                    "\(times.count) frames at \(rate) a second", times: times.map { $0 / 1e6 },
                    comparison: "p50 \(share(0.5)), p99 \(share(0.99)), max \(share(1)) µs",
                    goal: "p99 under 200 µs")
            ]
        }
    }

    /// Nanoseconds of each frame, upwards.
    private static func measure(_ crypto: String, port: Int) throws -> [Double] {
        let options = ["--csv", "--no-header", "--fields", "time,price", "--count", "\(frames)"]
        let child = try Child(
            [crypto, "watch", "BTC", "--provider", "coinbase"] + options,
            ["CRYPTO_COINBASE_WS_URL": "ws://127.0.0.1:\(port)"])
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
        close(child.output)
        waitpid(child.pid, nil, 0)
        guard times.count == frames else {
            throw Contest.ShortAnswer(name: "crypto watch", lines: times.count, expected: frames)
        }
        return times.sorted()
    }

    private static let day: Int64 = 86_400_000_000_000

    /// The nanoseconds of the day in `2099-03-01T12:34:56.789012345Z`.
    private static func moment(_ line: [UInt8]) -> Int64? {
        guard line.count > 30 else { return nil }
        let digits = { (range: Range<Int>) in line[range].reduce(0) { $0 * 10 + Int64($1 &- UInt8(ascii: "0")) } }
        return ((digits(11..<13) * 60 + digits(14..<16)) * 60 + digits(17..<19)) * 1_000_000_000 + digits(20..<29)
    }
}
