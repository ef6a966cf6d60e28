import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: ticks over a socket", .quick, .endsHang)
struct WatchStreamTests {
    @Test(
        "recorded frames come out in order, none lost while connected and none invented, through drops",
        .needsRecordings)
    func recorded() async throws {
        let frames = try Recordings.lines("coinbase-exchange/cryptofeed-ws-ticker-20210417.ndjson")
        let ticks = frames.filter { $0.hasPrefix(#"{"type":"ticker""#) && $0.contains("-GBP") }
        let third = frames.count / 3
        let parts = [frames[..<third], frames[third..<(2 * third)], frames[(2 * third)...]].map(Array.init)
        let scripts = parts.enumerated().map { index, part -> WebSocketScript in
            { peer in
                try peer.expectText(StreamFrames.coinbaseSubscription("BAND-GBP", "SKL-GBP", "NU-GBP"))
                try peer.send(texts: part)
                if index == 0 { try peer.drop() }
                if index == 1 { return try peer.close(1001, reason: "restart") }
                try peer.expectClose(1000)
            }
        }
        let wanted = ticks.filter { tick in ["BAND-GBP", "SKL-GBP", "NU-GBP"].contains { tick.contains($0) } }
        let run = try await runWatch(
            "BAND/GBP SKL/GBP NU/GBP --count \(wanted.count) --template {market}:{price}:{time}\\n", scripts)
        #expect(run.status == .success)
        let expected = wanted.map { frame in
            func member(_ name: String) -> Substring {
                frame.split(separator: "\"\(name)\":\"", maxSplits: 1)[1].prefix { $0 != "\"" }
            }
            return "\(member("product_id")):\(canonical(member("price"))):\(member("time"))"
        }
        #expect(run.outputLines == expected)
        #expect(run.errorLines.filter { $0.contains("connecting again in") }.count == 2)
        #expect(run.errorLines.contains { $0.contains("coinbase: back after a gap of ") })
    }

    private func canonical(_ price: Substring) -> String {
        guard price.contains(".") else { return String(price) }
        var text = String(price)
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    @Test(
        "piped, a stream is objects a line; json is the same; csv and tsv have their header once",
        arguments: [
            ("", #"{"symbol":"BTC","price":7.5}"# + "\n" + #"{"symbol":"BTC","price":8}"# + "\n"),
            ("--json", #"{"symbol":"BTC","price":7.5}"# + "\n" + #"{"symbol":"BTC","price":8}"# + "\n"),
            ("--csv", "symbol,price\r\nBTC,7.5\r\nBTC,8\r\n"), ("-f tsv", "symbol\tprice\nBTC\t7.5\nBTC\t8\n"),
            ("-f table", "SYMBOL  PRICE\nBTC      7.50\nBTC      8.00\n"),
            ("-f markdown", "| symbol | price |\n| --- | ---: |\n| BTC | 7.50 |\n| BTC | 8.00 |\n"),
        ])
    func formats(option: String, output: String) async throws {
        let run = try await runWatch(
            "BTC --count 2 --fields symbol,price \(option)",
            [
                { peer in
                    try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                    try peer.send(texts: [
                        StreamFrames.coinbaseGreeting, StreamFrames.coinbase("BTC-USD", #""7.50""#),
                        StreamFrames.coinbase("BTC-USD", "8"), StreamFrames.coinbase("BTC-USD", "9"),
                    ])
                    try peer.expectClose(1000)
                }
            ])
        #expect(run.status == .success)
        #expect(run.output == output)
        #expect(run.errors.isEmpty)
    }

    @Test("an object of a tick has every field; unknown ones are null, change is computed")
    func fields() async throws {
        let clock = SteppingClock()
        let run = try await runWatch(
            "btc --count 1",
            [
                { peer in
                    try peer.send(text: StreamFrames.coinbase("BTC-USD", #""110.0""#))
                    try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                    try peer.expectClose(1000)
                }
            ], time: clock.source)
        #expect(
            run.output
                == #"{"time":"2024-03-01T12:00:00.5Z","symbol":"BTC","id":"BTC-USD","name":null,"kind":"coin","#
                + #""market":"BTC-USD","price":110,"currency":"USD","open":100,"high":null,"low":null,"change":10,"#
                + #""change_percent":10,"volume":null,"market_cap":null,"rank":null,"bid":1.5,"ask":2,"#
                + #""provider":"coinbase","age":0,"stale":false,"via":null,"#
                + #""change_percent_1h":null,"change_percent_7d":null,"trend":null,"chain":null}"# + "\n")
    }

    @Test("invalid messages are left out and reported, the stream continues")
    func bad() async throws {
        let frame = StreamFrames.coinbase("BTC-USD", "5")
        let run = try await runWatch(
            "BTC --count 2 --fields price --csv --no-header",
            [
                { peer in
                    try peer.send(texts: ["not JSON", String(frame.dropLast(9)), String(repeating: "[", count: 10_000)])
                    for price in ["null", #""NaN""#, "-1", "1e400000"] {
                        try peer.send(text: StreamFrames.coinbase("BTC-USD", price))
                    }
                    try peer.send(binary: [0, 255])
                    try peer.send(texts: [frame, StreamFrames.coinbase("ETH-USD", "6"), frame])
                    try peer.waitUntilClientLeaves()
                }
            ])
        #expect(run.status == .success)
        #expect(run.outputLines == ["5", "5"])
        try #require(run.errorLines.count == 6)
        #expect(run.errorLines.allSatisfy { $0.hasPrefix("crypto: coinbase: ") })
        #expect(run.errorLines[0].contains("skipped a message"))
        #expect(run.errorLines[5].contains("further skipped messages are not reported"))
    }

    @Test("an unknown symbol is known from the stream's error: 66, alone at once, beside others at the end")
    func unknown() async throws {
        let alone = try await runWatch(
            "NOPE",
            [
                { peer in
                    try peer.expectText(StreamFrames.coinbaseSubscription("NOPE-USD"))
                    try peer.send(text: StreamFrames.coinbaseRefusal("NOPE-USD"))
                    try peer.waitUntilClientLeaves()
                }
            ])
        expectFailure(alone, .unknownName, says: "unknown symbol 'NOPE'")
        let beside = try await runWatch(
            "NOPE BTC --count 1 --fields price --csv",
            [
                { peer in
                    try peer.send(texts: [
                        StreamFrames.coinbaseRefusal("NOPE-USD"), StreamFrames.coinbase("BTC-USD", "5"),
                    ])
                    try peer.waitUntilClientLeaves()
                }
            ])
        #expect(beside.status == .unknownName)
        #expect(beside.outputLines == ["price", "5"])
        #expect(
            beside.errorLines == [
                "crypto: unknown symbol 'NOPE' (asked: coinbase); 'crypto list --search nope -p coinbase' searches by name"
            ])
    }

    @Test("no request beside the socket's is made where the currency is the provider's")
    func requests() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: StreamFrames.coinbase("BTC-EUR", "5"))
            try peer.waitUntilClientLeaves()
        }
        try await withLoopbackServer([.webSocket(script: script)]) { server in
            let run = await runTool(
                "watch BTC/EUR --count 1 --fields price,currency,via --csv --no-header --provider coinbase",
                server.variables(for: "coinbase", "frankfurter").merging(server.streams(of: "coinbase")) { $1 },
                time: .live)
            #expect(run.outputLines == ["5,EUR,"])
            #expect(server.requests.count == 1)
        }
    }
}
