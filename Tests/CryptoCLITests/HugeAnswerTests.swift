import TestSupport
import Testing

#if os(Linux)
@Suite("the built tool: answers of 64 MiB", .needsBuiltProduct("crypto"), .serialized, .timeLimit(.minutes(5)))
struct HugeAnswerTests {
    /// One of each way in which an answer's parts are gathered: rows that make no sense, the shortest ones that do, and one
    /// part that is all of it.
    private static let answers = [
        HugeAnswer("list -p binance", "[", "1,", "]"),
        HugeAnswer("list -p binance", "[", #"{"symbol":"ABTC"},"#, "]"),
        HugeAnswer("list -p coinpaprika", "[", "{},", "]"),
        HugeAnswer("list -p coingecko", #"[{"id":""#, "A", #""}]"#),
        HugeAnswer("list -p wazirx -c INR", "[", #"{"symbol":"a","baseAsset":"a","quoteAsset":"inr"},"#, "]"),
        HugeAnswer("list -p cryptocompare", #"{"Data":["#, #"{"CoinInfo":{"Name":"A"}},"#, "]}"),
        HugeAnswer("convert 1 USD SEK -p erapi", #"{"result":"success","base_code":"USD","rates":{""#, "A", #"":1}}"#),
        HugeAnswer(
            "convert 1 USD SEK -p ecb --at 2020-01-01", "<gesmes:Envelope><Cube>",
            #"<Cube time="2020-01-01"><Cube currency="USD" rate="1"/></Cube>"#, "</Cube></gesmes:Envelope>"),
        HugeAnswer("price BTC -p binance --history 30d", "[", "[1,1,1,1,1,1],", "]"),
        HugeAnswer("price stock:AAPL -p stooq --history 30d", "Date", ",a", "\n"),
        HugeAnswer("aqi 1,1 -p open-meteo", #"{"hourly":{"pm10":["#, "1,", "]}}"),
        HugeAnswer("aqi Delhi -p waqi", #"{"status":"ok","data":["#, #"{"uid":1,"station":{"name":"A"}},"#, "]}"),
    ]

    @Test(
        "whatever they are made of, the process stays under 300 MiB and says soon that it is not what it should be",
        .enabled(if: Executables.inPath("python3") != nil, "needs python3"), arguments: answers)
    func bounded(answer: HugeAnswer) async throws {
        let outcome = try await answer.run()
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.mebibytes < 300)
        // A debug build on a busy machine; it is a second or two else.
        #expect(outcome.seconds < 60)
        #expect(outcome.errors.utf8.count < 5000)
    }
}

@Suite("the built tool: messages of nearly 16 MiB", .needsBuiltProduct("crypto"), .timeLimit(.minutes(2)))
struct HugeMessageTests {
    private static func message(_ beginning: String, _ piece: String, _ end: String) -> String {
        let count = (15 << 20) / piece.utf8.count
        return beginning + String(repeating: piece, count: count) + end
    }

    /// A message whole, and in fragments of a mebibyte.
    private static func frames(_ text: String) -> [ServerFrame] {
        let bytes = Array(text.utf8)
        let starts = Array(stride(from: 0, to: bytes.count, by: 1 << 20))
        return [.text(text)]
            + starts.map { start in
                let end = min(start + 1 << 20, bytes.count)
                return ServerFrame(
                    opcode: start == 0 ? 1 : 0, payload: Array(bytes[start..<end]), isFinal: end == bytes.count)
            }
    }

    @Test(
        "of cities: they are not kept, and the stream goes on",
        arguments: [
            message("[1", ",1", "]"), message(#"[{"city":"A"}"#, #",{"city":"A"}"#, "]"),
            message(#"[{"city":""#, "A", #""}]"#), message("", "[", ""),
        ])
    func cities(message: String) async throws {
        try await check(
            message, then: #"[{"city":"Delhi","aqi":1}]"#, command: ["aqi", "--watch", "-p", "city-ws"],
            ["--fields", "city", "--csv", "--no-header"], prints: "Delhi")
    }

    @Test(
        "of prices: they are not kept, and the stream goes on",
        arguments: [
            message("[1", ",1", "]"), message(#"{"type":"status","message":""#, "A", #""}"#),
            message(#"{"type":"ticker","product_id":"BTC-USD","price":""#, "1", #""}"#),
        ])
    func prices(message: String) async throws {
        try await check(
            message, then: StreamFrames.coinbase("BTC-USD", "5"), command: ["watch", "-p", "coinbase", "BTC"],
            ["--fields", "price", "--csv", "--no-header"], prints: "5")
    }

    private func check(
        _ message: String, then last: String, command: [String], _ arguments: [String], prints line: String
    ) async throws {
        let outcome = try await runBuiltWatch(
            arguments + ["--count", "1"], command: command,
            scripts: { process in
                [
                    { peer in
                        if command[0] == "watch" { try peer.expectText("a subscription") { _ in true } }
                        try peer.send(Self.frames(message) + [.ping()])
                        try peer.expectPong()
                        let peak = process.peakMemory ?? .max
                        guard peak < 96 << 10 else { throw ScriptFailure("\(peak) KiB") }
                        try peer.send(text: last)
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == line + "\r\n")
    }
}
#endif
