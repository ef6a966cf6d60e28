import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: ends and conditions", .quick, .endsHang)
struct WatchEndTests {
    private static func prices(_ prices: [String], of product: String = "BTC-USD") -> WebSocketScript {
        { peer in
            try peer.send(texts: prices.map { StreamFrames.coinbase(product, $0) })
            try peer.waitUntilClientLeaves()
        }
    }

    @Test("--until prints the row that meets it and ends with 0, whatever keeps other rows back")
    func until() async throws {
        for keeping in ["", "--on-change 50", "--interval 1h"] {
            let run = try await runWatch(
                "BTC --until price>102 --fields price --csv --no-header \(keeping)",
                [Self.prices(["100", "101", "102", "102.5", "103"])])
            #expect(run.status == .success)
            #expect(run.outputLines.last == "102.5")
            #expect(run.outputLines.count == (keeping.isEmpty ? 4 : keeping.contains("change") ? 2 : 1))
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
            try await watch.expectPause(.milliseconds(500))
            try await watch.pass(.milliseconds(400))
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

    @Test("--on-change lets a row pass only when it moved that far from the last one printed")
    func onChange() async throws {
        let run = try await runWatch(
            "BTC --on-change 1% --count 3 --fields price --csv --no-header",
            [Self.prices(["100", "100.5", "100.99", "101", "101.5", "100", "99.99", "99"])])
        #expect(run.outputLines == ["100", "101", "99.99"])
    }

    @Test("--interval prints at most one row a symbol in its time, the newest")
    func interval() async throws {
        let run = try await runWatch(
            "BTC --interval 100ms --count 1 --fields price --csv --no-header", [Self.prices(["1", "2", "3"])])
        #expect(run.status == .success)
        #expect(run.outputLines == ["3"])
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
        let run = try await runWatch("BTC --candles 1m --for 2s --csv", [script], candles: .json("[]"), time: .live)
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "time,symbol,open,high,low,close,volume,currency,provider,stale,width,complete",
                "2024-03-01T12:00:00Z,BTC,10,12,9,9,,USD,coinbase,false,1m,false",
                "2024-03-01T12:03:00Z,BTC,11,11,11,11,,USD,coinbase,false,1m,true",
                "2024-03-01T12:04:00Z,BTC,13,13,13,13,,USD,coinbase,false,1m,false",
            ])
    }

    @Test(
        "invalid options are a usage error before any request",
        arguments: [
            ("BTC --when price>1", "--when needs --exec"), ("BTC --exec true", "--exec needs --when"),
            ("BTC --candles 1m --interval 5s", "cannot be used together"), ("BTC --candles 2m", "--candles"),
            ("BTC --until prize>1", "prize"), ("BTC --on-change 0", "percentage"), ("BTC --count 0", "--count"),
            ("", "symbol"),
            ("BTC --top 0", "--top"),
        ])
    func usage(arguments: String, words: String) async throws {
        let run = await runTool("watch --provider coinbase " + arguments)
        #expect(run.status == .usage)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(words), "\(run.errors)")
    }
}
