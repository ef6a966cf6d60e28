import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: ends and conditions", .quick, .endsHang, .virtualTime)
struct WatchEndTests {
    private static func prices(_ prices: [String], of product: String = "BTC-USD") -> WebSocketScript {
        { peer in
            try peer.send(texts: prices.map { StreamFrames.coinbase(product, $0) })
            try peer.waitUntilClientLeaves()
        }
    }

    @Test(
        "--for ends with 0 after rows, with 75 and a word without any tick, with 1 where no row met --until or --if",
        arguments: [
            ("--csv --no-header", ["100"], ToolStatus.success, ["100"]), ("--csv", [], .tryLater, []),
            ("--csv --until price>200", ["100"], .noMatch, ["price", "100"]),
            ("--csv --until price>200", [], .noMatch, ["price"]),
            ("--csv --if price>200", ["100", "200"], .noMatch, ["price"]),
            ("--json --if price>200", ["100"], .noMatch, []), ("--csv --if price>200", [], .tryLater, []),
            ("--csv --if price>99", ["98", "100"], .success, ["price", "100"]),
            ("--csv --if price>200 --interval 1h", ["100"], .noMatch, ["price"]),
            ("--csv --interval 1h", ["100", "101"], .success, ["price", "101"]),
        ] as [(String, [String], ToolStatus, [String])])
    func duration(arguments: String, prices: [String], status: ToolStatus, lines: [String]) async throws {
        let run = try await runWatch("BTC --fields price --for 2s \(arguments)", [Self.prices(prices)])
        #expect(run.status == status)
        #expect(run.outputLines == lines)
        #expect(
            run.errorLines == (status == .tryLater ? ["crypto: no tick came in the time of --for"] : []),
            "\(run.errors)")
    }

    @Test("--for that ends before any connection says why none could be opened")
    func neverConnected() async throws {
        let run = try await withSteppedWatch(
            "BTC --for 400ms", [.get("/", times: .any, answer: .status(503))]
        ) { watch, _ in
            await watch.expectPause(.milliseconds(500))
            await watch.pass(.milliseconds(400))
        }
        expectFailure(
            run, .tryLater, says: "no tick came in the time of --for: coinbase: refused with status 503")
    }

    @Test("--for ends with 1 where no candle met --if, the unfinished included")
    func unmetCandles() async throws {
        let run = try await runWatch(
            "BTC --candles 1m --if close>200 --for 2s --csv --fields close", [Self.prices(["100"])])
        #expect(run.status == .noMatch && run.outputLines == ["close"] && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("--deadline ends any stream with 75")
    func deadline() async throws {
        let run = try await runWatch("BTC --deadline 2s --fields price", [Self.prices(["100"])])
        #expect(run.status == .tryLater)
        #expect(run.errors.contains("deadline"))
    }

    @Test("--interval prints at most one row a symbol in its time, the newest")
    func interval() async throws {
        let run = try await runWatch(
            "BTC --interval 100ms --count 1 --fields price --csv --no-header", [Self.prices(["1", "2", "3"])])
        #expect(run.status == .success)
        #expect(run.outputLines == ["3"])
        // The newest row may be one of another connection.
        let drop: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(texts: ["1", "2"].map { StreamFrames.coinbase("BTC-USD", $0) })
            try peer.drop()
        }
        let held = try await runWatch(
            "BTC --interval 1s --count 1 --fields price,connection --csv --no-header", [drop, Self.prices(["3"])])
        #expect(held.outputLines == ["3,2"])
    }

    @Test(
        "--candles makes OHLC rows of each span in UTC; an empty span gives none, the unfinished one comes at the end")
    func candles() async throws {
        let script: WebSocketScript = { peer in
            for (price, time) in [
                ("10", "2024-03-01T12:00:05Z"), ("12", "2024-03-01T12:00:30Z"), ("9", "2024-03-01T12:00:59.9Z"),
                ("11", "2024-03-01T12:03:00Z"), ("99", "2024-03-01T12:00:58Z"), ("13", "2024-03-01T12:04:00Z"),
            ] {
                try peer.send(text: StreamFrames.coinbase("BTC-USD", price, time: time))
            }
            try peer.waitUntilClientLeaves()
        }
        let run = try await withVirtualTime(start: Timestamp(seconds: 1_709_294_700)) { _ in
            try await runWatch("BTC --candles 1m --for 2s --csv", [script], candles: .json("[]"))
        }
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "time,symbol,open,high,low,close,volume,currency,provider,stale,width,complete",
                "2024-03-01T12:00:00Z,BTC,10,12,9,9,,USD,coinbase,false,1m,false",
                "2024-03-01T12:03:00Z,BTC,11,11,11,11,,USD,coinbase,false,1m,true",
                "2024-03-01T12:04:00Z,BTC,13,13,13,13,,USD,coinbase,false,1m,false",
            ])
    }
}
