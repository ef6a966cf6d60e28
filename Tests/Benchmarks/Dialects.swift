/// Single-tick frames of each provider at full speed over loopback, from the socket to rows on /dev/null, compared with
/// the fastest installed Python that does the same in the same run.
enum Dialects {
    private static let (frames, rivalFrames) = (Sizes.dialectFrames, Sizes.dialectRivalFrames)

    static func figures(_ crypto: String) throws -> [Figure] {
        try Programs.withDirectory { directory in
            let rival = try PythonRival.make(in: directory)
            return try MadeStream.all.flatMap { try figures(of: $0, crypto, rival) }
                + (rival == nil ? [PythonRival.missing] : [])
        }
    }

    private static func figures(of stream: MadeStream, _ crypto: String, _ rival: PythonRival?) throws -> [Figure] {
        try LocalServer.run(["--stream", "\(frames)", "0", stream.name]) { numbers in
            let own = contestant(crypto, stream, fields: "--fields time,symbol,price,bid,ask", port: numbers[0])
            // Some of these have to be computed, which python does not do.
            let whole = contestant(crypto, stream, "default fields", fields: "", port: numbers[0])
            let others = rival.map { [$0.contestant(port: numbers[0], rivalFrames, of: stream)] } ?? []
            let scores = try Contest.run([own, whole] + others, rounds: Sizes.dialectRounds)
            let rates = zip(scores, [frames, frames, rivalFrames]).map { Double($1) / $0.median * 1000 }
            // The goal is a rate of frames, or of bytes for frames that are long.
            let goal = min(2.5e6, 800e6 / Double(stream.messageBytes))
            return zip(scores, rates).map { score, rate in
                let isOwn = score.name == own.name
                let isRival = !isOwn && score.name != whole.name
                let times = isRival ? ", crypto \(Report.decimal(rates[0] / rate, places: 1)) times" : ""
                return Figure(
                    score, comparison: text(rate, stream) + times,
                    goal: isOwn ? Report.decimal(goal / 1e6, places: 2) + " million" : "")
            }
        }
    }

    private static func contestant(
        _ crypto: String, _ stream: MadeStream, _ what: String? = nil, fields: String, port: Int
    ) -> Contest.Contestant {
        let options = "\(fields) --count \(frames)"
        return Contest.Contestant(
            name: "\(stream.name), \(what ?? "\(stream.messageBytes) bytes")",
            command: [
                "/bin/sh", "-c",
                "exec '\(crypto)' watch \(stream.symbols) --provider \(stream.provider) \(options) >/dev/null",
            ],
            environment: stream.environment(port: port))
    }

    private static func text(_ rate: Double, _ stream: MadeStream) -> String {
        "\(Report.decimal(rate / 1e6, places: 2)) million frames/s, "
            + "\(Report.decimal(rate * Double(stream.messageBytes) / 1e6, places: 0)) MB/s"
    }
}
