import Markets
import Platform
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("watch --candles: what the stream missed is asked for", .endsHang, .virtualTime)
struct WatchMissedCandleTests {
    /// 2024-03-01T12:00:00Z.
    fileprivate static let start: Int64 = 1_709_294_400

    fileprivate static func tick(_ price: String, _ time: String) -> String {
        StreamFrames.coinbase("BTC-USD", price, time: "2024-03-01T\(time)Z")
    }

    /// Answers with candles of these minutes after 12:00, as far as they are asked for: open 10, high 12, low 9, close
    /// 11, and a volume that tells the minute.
    fileprivate static func candles(_ minutes: Int64...) -> Exchange {
        let answer = Answer.making { request in
            let times = ["start", "end"].compactMap { request.parameter($0).flatMap { Timestamp(rfc3339: $0) } }
            let rows = minutes.filter { minute in
                times.count == 2 && times[0].seconds <= start + 60 * minute && start + 60 * minute <= times[1].seconds
            }
            return .json("[\(rows.map { "[\(start + 60 * $0),9,12,10,11,\($0 + 1)]" }.joined(separator: ","))]")
        }
        return .get("/products/BTC-USD/candles", query: ["granularity": "60"], times: .any, answer: answer)
    }

    fileprivate static let fields = "--fields time,open,high,low,close,volume,complete --csv --no-header"

    @Test("the first candle, those of a gap and those beside it are the exchange's; a minute without a trade has none")
    func asked() async throws {
        let (first, second) = (TextFeed(), TextFeed())
        let run = try await withSteppedWatch(
            "BTC --candles 1m --count 5 \(Self.fields)",
            [
                Self.candles(0, 1, 2, 4, 5), first.exchange, .get("/", times: 8, answer: .status(503)),
                second.exchange,
            ]
        ) { watch, server in
            try await first.send(Self.tick("1", "12:00:00.5"))
            try await watch.pass(.seconds(65), hearing: first)
            try await first.send(Self.tick("2", "12:01:05"))
            await watch.expectLines("2024-03-01T12:00:00Z,10,12,9,11,1,true")
            first.drop()
            // The next one opens after pauses of half a second to a minute.
            await watch.clock.pass(.seconds(184))
            try await second.send(Self.tick("5", "12:04:00"))
            let before = ["2024-03-01T12:00:00Z,10,12,9,11,1,true", "2024-03-01T12:01:00Z,10,12,9,11,2,true"]
            await watch.expectLines(before[0], before[1])
            // Whether there will be one of 12:03 is not known before there is one of 12:04.
            try await watch.pass(.seconds(60), hearing: second)
            try await second.send(Self.tick("6", "12:05:00"))
            let all = before + ["2024-03-01T12:02:00Z,10,12,9,11,3,true", "2024-03-01T12:04:00Z,10,12,9,11,5,true"]
            try await watch.pass(.seconds(40), hearing: second)
            #expect(watch.console.output == all.map { $0 + "\r\n" }.joined())
            // One that was seen whole is not asked for.
            try await watch.pass(.seconds(20), hearing: second)
            second.end(with: Self.tick("7", "12:06:00"))
            let asked = server.requests.filter { $0.path.hasSuffix("/candles") }
            #expect(asked.first?.parameter("start") == "2024-03-01T12:00:00Z")
            #expect(asked.first?.parameter("end") == "2024-03-01T12:00:00Z")
            #expect(asked.last?.parameter("start") == "2024-03-01T12:02:00Z")
            #expect(asked.last?.parameter("end") == "2024-03-01T12:04:00Z")
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines.last == "2024-03-01T12:05:00Z,6,6,6,6,,true")
        #expect(run.outputLines.count == 5)
    }

    @Test("an exchange that fails is asked again, and reported once; after two minutes the candle is as it was seen")
    func failing() async throws {
        let feed = TextFeed()
        let refusal = Exchange.get("/products/BTC-USD/candles", times: .any, answer: .status(503))
        let run = try await withSteppedWatch(
            "BTC --candles 1m --count 2 --retries 0 \(Self.fields)", [refusal, feed.exchange]
        ) { watch, server in
            try await feed.send(Self.tick("1", "12:00:00.5"))
            try await watch.pass(.seconds(65), hearing: feed)
            try await feed.send(Self.tick("2", "12:01:05"))
            try await expectEventually("a notice") { watch.console.errors.contains("\n") }
            try await watch.pass(.seconds(60), hearing: feed)
            try await feed.send(Self.tick("3", "12:02:05"))
            try await watch.pass(.seconds(50), hearing: feed)
            #expect(watch.console.output.isEmpty)
            #expect(server.requests.filter { $0.path.hasSuffix("/candles") }.count > 1)
            feed.end()
            try await watch.step(upTo: .seconds(184), until: "both candles") {
                watch.console.output.contains("12:01:00Z")
            }
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["2024-03-01T12:00:00Z,1,1,1,1,,false", "2024-03-01T12:01:00Z,2,2,2,2,,true"])
        #expect(run.errorLines.count == 1)
        #expect(
            run.errors.hasSuffix("; candles that the stream saw only in part stay so\n"), "\(run.errors)")
    }

    @Test("a candle in another currency is asked for in the exchange's own, and converted")
    func converted() async throws {
        let feed = TextFeed()
        let past = #"{"amount":1.0,"base":"EUR","rates":{"2024-02-29":{"USD":1.25,"SEK":10}}}"#
        let exchanges = [
            Self.candles(0),
            .get(
                RatePath.frankfurter, times: .any,
                answer: latestRates(#""USD":1.25,"SEK":10"#, date: "2024-02-29")),
            .get("/v1/2024-02-23..2024-03-01", times: .any, answer: .json(past)),
            // Last, because a socket takes any request.
            feed.exchange,
        ]
        let run = try await withSteppedWatch(
            "BTC -c SEK --candles 1m --count 1 \(Self.fields)", exchanges, providers: "coinbase,frankfurter"
        ) { watch, _ in
            try await feed.send(Self.tick("1", "12:00:00.5"))
            try await watch.pass(.seconds(60), hearing: feed)
            feed.end(with: Self.tick("2", "12:01:05"))
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == ["2024-03-01T12:00:00Z,80,96,72,88,1,true"], "\(run.errors)")
    }

    @Test("a candle that still waits at the end is printed as it was seen, in its place")
    func ended() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText("a subscription") { $0.contains("subscribe") }
            try peer.send(texts: [Self.tick("1", "12:00:30"), Self.tick("2", "12:01:00"), Self.tick("3", "12:02:00")])
            try peer.waitUntilClientLeaves()
        }
        let run = try await runWatch(
            "BTC --candles 1m --for 1s \(Self.fields)", [script], candles: .json("[]"))
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(
            run.outputLines == [
                "2024-03-01T12:00:00Z,1,1,1,1,,false", "2024-03-01T12:01:00Z,2,2,2,2,,true",
                "2024-03-01T12:02:00Z,3,3,3,3,,false",
            ])
    }

    @Test("the live view shows what was asked for in place of what was seen")
    func pictured() async throws {
        let feed = TextFeed()
        let run = try await withSteppedWatch(
            "BTC --candles 1m --count 1 --fields close", [Self.candles(0), feed.exchange],
            console: TestConsole(size: Terminal.Size(columns: 80, rows: 24))
        ) { watch, _ in
            try await feed.send(Self.tick("98765", "12:00:00.5"))
            try await watch.pass(.seconds(60), hearing: feed)
            feed.end()
            try await watch.step(upTo: .seconds(69), until: "the candle is over") {
                watch.console.output.contains("closed")
            }
        }
        #expect(run.status == .success, "\(run.errors)")
        let last = run.output.split(separator: "\u{1B}[?2026h").last ?? ""
        #expect(last.contains("11") && !last.contains("98"), "\(last)")
    }

    // MARK: - An exchange that drops connections

    @Test("all candles are those of an exchange that drops connections", .quick, arguments: [1, 2])
    func dropped(seed: UInt64) async throws { try await expectOwn(candles: 40, seed: seed) }

    @Test("200 of 200 candles are those of an exchange that drops connections for 200 minutes", .long)
    func droppedForLong() async throws { try await expectOwn(candles: 200, seed: 3) }

    private func expectOwn(candles: Int, seed: UInt64) async throws {
        let exchange = CandleExchange(start: Self.start, minutes: candles + 60, seed: seed)
        let run = try await DroppedStream(of: exchange, from: Self.start + 20).run(
            "--no-header --count \(candles)", minutes: Int64(candles) + 40, seed: seed)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.errors.contains("connecting again"))
        #expect(run.outputLines.count == candles)
        expectOwn(run.outputLines, of: exchange)
    }

    @Test("--append has each candle once, also after a second run that began before the end of the first", .quick)
    func appended() async throws { try await expectEachOnce(minutes: 20) }

    @Test("--append has each of 200 candles once", .long)
    func appendedForLong() async throws { try await expectEachOnce(minutes: 110) }

    private func expectEachOnce(minutes: Int64) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("candles.csv")
            let printed = { @Sendable in String(decoding: (try? Files.bytes(path)) ?? [], as: UTF8.self) }
            var begin = Self.start + 20
            for seed in [UInt64(4), 5] {
                // The same trades in both runs.
                let exchange = CandleExchange(start: Self.start, minutes: 2 * Int(minutes) + 120, seed: 6)
                let run = try await DroppedStream(of: exchange, from: begin).run(
                    "--append \(path) --for \(minutes)m", minutes: minutes, seed: seed)
                #expect(run.status == .success && run.output.isEmpty, "\(run.errors)")
                begin += 60 * (minutes - 5)
                let lines = printed().split(whereSeparator: \.isNewline).dropFirst().map(String.init)
                #expect(lines.count > Int(minutes) - 5)
                expectOwn(lines, of: exchange)
            }
        }
    }

    /// Expects rows of minutes that follow each other, with the exchange's values. It knows the volume of those that
    /// were asked for.
    private func expectOwn(_ lines: [String], of exchange: CandleExchange) {
        var next: Int64?
        for line in lines {
            let values = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard values.count == 11, let time = Timestamp(rfc3339: values[0]) else {
                Issue.record("\(line)")
                continue
            }
            #expect(time.seconds == next ?? time.seconds, "\(lines)")
            next = time.seconds + 60
            let own = exchange.candle(at: time.seconds)
            #expect(Array(values[3...6]) == Array(own[...3]), "\(line)")
            #expect(values[7].isEmpty || values[7] == own[4], "\(line)")
            #expect(values[8] == "true", "\(line)")
        }
    }
}

/// A record has the order of things by their real times.
@Suite("watch --candles: a record of what was asked for", .quick, .endsHang)
struct WatchMissedCandleRecordTests {
    @Test("what is asked for is in a record, and the run from it prints the same")
    func recorded() async throws {
        try await withTemporaryDirectory { home in
            let line = "watch BTC -p coinbase --candles 1m --count 2 \(WatchMissedCandleTests.fields)"
            let console = TestConsole()
            let script: WebSocketScript = { peer in
                try peer.expectText("a subscription") { $0.contains("subscribe") }
                try peer.send(texts: [
                    WatchMissedCandleTests.tick("1", "12:00:30"), WatchMissedCandleTests.tick("2", "12:01:06"),
                ])
                // The answer is in the record before the last tick.
                try peer.wait { console.output.contains("12:00:00Z") }
                try peer.send(text: WatchMissedCandleTests.tick("3", "12:02:00"))
                try peer.waitUntilClientLeaves()
            }
            let exchanges = [WatchMissedCandleTests.candles(0), .webSocket(script: script)]
            let (first, variables) = try await withLoopbackServer(exchanges) { server in
                let variables = server.variables(for: "coinbase").merging(server.streams(of: "coinbase")) { $1 }
                let words = "\(line) --record \(home.path("r"))".split(separator: " ").map(String.init)
                return (await runTool(words, variables, time: .live, console: console), variables)
            }
            #expect(
                first.outputLines == [
                    "2024-03-01T12:00:00Z,10,12,9,11,1,true", "2024-03-01T12:01:00Z,2,2,2,2,,true",
                ], "\(first.errors)")
            let again = await runTool("\(line) --replay \(home.path("r"))", variables)
            #expect(again.output == first.output)
            #expect(again.status == .success && again.errors.isEmpty, "\(again.errors)")
        }
    }
}
