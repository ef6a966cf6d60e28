import TestSupport
import Testing

/// A stream that receives a large message: an invalid one, or one that repeats a tick.
struct HugeMessage: Sendable, CustomTestStringConvertible {
    let stream: HugeStream
    let beginning: String
    /// Repeated in the message, each time with another number.
    let piece: @Sendable (Int) -> String
    let end: String
    /// Whether every stream ignores it; such a message is also sent without fragments.
    var isAnys = false

    init(_ stream: HugeStream, _ beginning: String, _ end: String, _ piece: @escaping @Sendable (Int) -> String) {
        (self.stream, self.beginning, self.end, self.piece) = (stream, beginning, end, piece)
    }

    var testDescription: String { "\(stream.name): \(beginning)\(piece(0))…" }

    /// Returns the text, of nearly so many bytes.
    func text(_ count: Int) -> String {
        let length = count - 200 - beginning.utf8.count
        guard piece(0) != piece(1) else {
            return beginning + String(repeating: piece(0), count: length / piece(0).utf8.count) + end
        }
        // The piece with the largest number is the longest.
        return beginning + (0..<(length / piece(9_999_999).utf8.count)).map(piece).joined() + end
    }
}

/// A stream of a provider: its command line, and a message that prints a row.
struct HugeStream: Sendable {
    let name: String
    let command: [String]
    var subscription = true
    var list: (path: String, body: String)?
    let tick: String

    private static func watch(_ name: String, _ currency: String = "USD") -> [String] {
        ["watch", "BTC", "-p", name, "-c", currency, "--fields", "price"]
    }

    static let coinbase = HugeStream(
        name: "coinbase", command: watch("coinbase"), tick: StreamFrames.coinbase("BTC-USD", "5"))
    static let kraken = HugeStream(
        name: "kraken", command: watch("kraken"),
        tick: #"{"channel":"ticker","data":[{"symbol":"BTC/USD","last":5}]}"#)
    static let okx = HugeStream(
        name: "okx", command: watch("okx"), tick: #"{"data":[{"instId":"BTC-USD","last":"5"}]}"#)
    static let bitstamp = HugeStream(
        name: "bitstamp", command: watch("bitstamp"),
        tick: #"{"data":{"price_str":"5"},"channel":"live_trades_btcusd","event":"trade"}"#)
    static let gate = HugeStream(
        name: "gate", command: watch("gate", "USDT"),
        tick: #"{"channel":"spot.tickers","event":"update","result":{"currency_pair":"BTC_USDT","last":"5"}}"#)
    static let binance = HugeStream(
        name: "binance", command: watch("binance", "USDT"), tick: #"{"e":"24hrTicker","s":"BTCUSDT","c":"5"}"#)
    static let cryptocompare = HugeStream(
        name: "cryptocompare", command: watch("cryptocompare"),
        tick: #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD","PRICE":5}"#)
    static let wazirx = HugeStream(
        name: "wazirx", command: watch("wazirx", "INR"),
        list: ("/sapi/v1/tickers/24hr", "[\(WazirXAnswers.row("btc", "inr"))]"),
        tick: #"{"stream":"!ticker@arr","data":[{"s":"btcinr","c":"5"}]}"#)
    static let btse = HugeStream(
        name: "btse", command: watch("btse"),
        list: ("/futures/api/inquire/initial/market", #"{"data":[{"symbol":"BTC","future":false}]}"#),
        tick: #"{"topic":"coinIndex","data":{"BTC_1":{"type":1,"price":5}}}"#)
    static let cities = HugeStream(
        name: "city-ws", command: ["aqi", "--watch", "-p", "city-ws", "--fields", "aqi"], subscription: false,
        tick: #"[{"city":"Delhi","aqi":5}]"#)

    static let all = [coinbase, kraken, okx, bitstamp, gate, binance, cryptocompare, wazirx, btse, cities]
}

@Suite("The built tool: large messages", .needsLinux, .needsBuiltProduct("crypto"), .endsHang)
struct HugeMessageTests {
    /// Messages that every stream ignores.
    private static let junk = HugeStream.all.map { stream in
        var message = HugeMessage(stream, "[1", "]") { _ in ",1" }
        message.isAnys = true
        return message
    }

    /// Messages with many valid parts, for each stream.
    private static let parts = [
        HugeMessage(.coinbase, "", "") { _ in "[" },
        HugeMessage(.coinbase, #"{"message":""#, #""}"#) { _ in "AAAAAAAAAAAAAAAA" },
        HugeMessage(.coinbase, #"{"a":1"#, "}") { #","k\#($0)":{}"# },
        HugeMessage(.coinbase, #"{"type":"ticker","product_id":"BTC-USD","price":""#, #""}"#) { _ in "1111111111111111"
        },
        HugeMessage(.coinbase, #"{"type":"error","message":"Failed to unsubscribe","reason":""#, #""}"#) { _ in
            "AAAAAAAAAAAAAAAA"
        },
        HugeMessage(.kraken, #"{"channel":"ticker","data":[1"#, "]}") { _ in ",1" },
        HugeMessage(.kraken, #"{"channel":"ticker","data":[{}"#, "]}") { _ in #",{"symbol":"BTC/USD"}"# },
        HugeMessage(.binance, "[1", "]") { _ in #",{"e":"24hrTicker","s":"BTCUSDT","c":true}"# },
        HugeMessage(.binance, #"{"data":[1"#, "]}") { _ in ",{}" },
        HugeMessage(.cryptocompare, #"{"TYPE":"5","FROMSYMBOL":""#, #""}"#) { _ in "AAAAAAAAAAAAAAAA" },
        HugeMessage(.cryptocompare, #"{"TYPE":"20","INFO":""#, #""}"#) { _ in "AAAAAAAAAAAAAAAA" },
        HugeMessage(.wazirx, #"{"stream":"!ticker@arr","data":[1"#, "]}") { _ in #",{"s":"btcinr","c":"x"}"# },
        HugeMessage(.btse, #"{"topic":"coinIndex","data":{"a":1"#, "}}") { #","k\#($0)":1"# },
        HugeMessage(.btse, #"{"event":"subscribe","channel":["coinIndex""#, "]}") { _ in #","a""# },
        HugeMessage(.cities, #"[{"city":"A"}"#, "]") { _ in #",{"city":"A"}"# },
        HugeMessage(.cities, #"[{"city":1}"#, "]") { #",{"city":"k\#($0)","aqi":[]}"# },
        HugeMessage(.cities, #"[{"city":""#, #""}]"#) { _ in "AAAAAAAAAAAAAAAA" },
    ]

    /// Messages have at most 16 MiB; one in fragments needs 32 MiB while its buffer grows.
    private static let mostKibibytes = 64 << 10
    /// The memory of a message is released after use; a debug build has about 36 MiB without a message.
    private static let keptKibibytes = 46 << 10

    @Test(
        "With messages of nearly 16 MiB, whole or in fragments, the process stays under 64 MiB and the stream continues",
        .long, .serialized, arguments: junk + parts)
    func bounded(message: HugeMessage) async throws { try await expectBounded(message, mebibytes: 16) }

    @Test("With a message of nearly 4 MiB the process stays under 64 MiB and the stream continues", .quick)
    func boundedOnce() async throws { try await expectBounded(Self.junk[0], mebibytes: 4) }

    private func expectBounded(_ message: HugeMessage, mebibytes: Int) async throws {
        let text = message.text(mebibytes << 20)
        let outcome = try await run(message.stream, count: 2) { process in
            [
                { peer in
                    if message.stream.subscription { try peer.expectText("a subscription") { _ in true } }
                    // A stream without a tick is given up after seconds, in which a busy machine reads no message.
                    try peer.send(text: message.stream.tick)
                    let fragments = ServerFrame.fragments(ofText: text, size: 1 << 20)
                    for frames in message.isAnys ? [[.text(text)], fragments] : [fragments] {
                        try peer.send(frames)
                        try Self.check(process, after: peer)
                    }
                    try peer.send(text: message.stream.tick)
                    try peer.expectClose(1000)
                }
            ]
        }
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        #expect(outcome.outputText == "5\r\n5\r\n")
    }

    @Test(
        "With a message of 60 MiB the connection ends as soon as its length is known, and another is opened",
        .long, arguments: [HugeStream.coinbase, .cities], [true, false])
    func refused(stream: HugeStream, isWhole: Bool) async throws { try await expectRefused(stream, isWhole) }

    @Test("With a message of 60 MiB the connection ends, and another is opened", .quick)
    func refusedOnce() async throws { try await expectRefused(.coinbase, false) }

    private func expectRefused(_ stream: HugeStream, _ isWhole: Bool) async throws {
        let text = String(repeating: "[1,1,1,1,1,1,1,1", count: (60 << 20) / 16)
        let outcome = try await run(stream, count: 2) { process in
            [
                { peer in
                    if stream.subscription { try peer.expectText("a subscription") { _ in true } }
                    try peer.send(text: stream.tick)
                    // The client disconnects before the end.
                    try? peer.send(isWhole ? [.text(text)] : ServerFrame.fragments(ofText: text, size: 1 << 20))
                },
                { peer in
                    if stream.subscription { try peer.expectText("a subscription") { _ in true } }
                    try Self.check(process, after: peer)
                    try peer.send(text: stream.tick)
                    try peer.expectClose(1000)
                },
            ]
        }
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        #expect(outcome.outputText == "5\r\n5\r\n")
    }

    /// Measures the process once it has read everything.
    private static func check(_ process: WatchedProcess, after peer: WebSocketPeer) throws {
        // On a busy machine a debug build needs longer for a message than streams wait between two pings.
        peer.passesOverPings = true
        // The first ping may be answered before the memory of the previous message is released.
        for _ in 0..<2 {
            try peer.send([.ping()])
            try peer.expectPong()
        }
        let (peak, now) = (process.peakMemory ?? .max, process.memory ?? .max)
        guard peak < mostKibibytes else { throw ScriptFailure("at most \(peak) KiB") }
        guard now < keptKibibytes else { throw ScriptFailure("still \(now) KiB") }
    }

    private func run(
        _ stream: HugeStream, count: Int = 1, _ scripts: (WatchedProcess) -> [WebSocketScript]
    ) async throws -> ToolOutcome {
        try await runBuiltWatch(
            ["--csv", "--no-header", "--count", "\(count)"], command: stream.command,
            variables: ["CRYPTO_CRYPTOCOMPARE_KEY": "a-test-key"],
            lists: stream.list.map { [.get($0.path, times: .any, answer: .json($0.body))] } ?? [], scripts: scripts)
    }
}
