import CryptoCLI
import TestSupport
import Testing

@Suite("watch: opens that a frame does not contain", .quick, .endsHang)
struct WatchHeldTests {
    private static let fields = "--csv --no-header --fields symbol,price,open,change,change_percent"

    private static func index(_ members: String) -> String {
        #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD",\#(members)}"#
    }

    @Test("of --top it is that of the list until the socket sends one, which stands before a later list's")
    func list() async throws {
        let clock = StillClock()
        let minute = StepGate(open: 0)
        let socket = Exchange.webSocket("/v2", query: ["api_key": "a-test-key"]) { peer in
            try peer.expectText(#"{"action":"SubAdd","subs":["5~CCCAGG~BTC~USD"]}"#)
            try peer.send(texts: [#""PRICE":1125"#, #""OPENDAY":1000"#, #""PRICE":1200"#].map(Self.index))
            while !minute.isOpen(0) { try peer.wait(.milliseconds(1)) }
            try peer.passMinute(of: clock)
            while !minute.isOpen(1) { try peer.wait(.milliseconds(1)) }
            try peer.send(text: Self.index(#""PRICE":1300"#))
            try peer.expectClose(1000)
        }
        let lists = ["900", "1"].map { open in
            Exchange.get(
                CryptoCompareAnswers.listPath,
                answer: CryptoCompareAnswers.list("BTC", "Bitcoin", raw: CryptoCompareAnswers.raw("USD", open: open)))
        }
        let run = try await withLiveWatch(
            "--top 1 -p cryptocompare --timeout 1h --count 3 \(Self.fields)", lists + [socket], clock: clock
        ) { watch, server in
            try await expectEventually("two rows") { watch.console.output.split(separator: "\r\n").count == 2 }
            try await expectEventually("the list's pause") { clock.pauses.contains(.seconds(60)) }
            minute.open(1)
            try await expectEventually("the list again") { server.requests.count == 3 }
            try await expectEventually("the list's next pause") { clock.pauses.contains(.seconds(60)) }
            minute.open(2)
        }
        #expect(run.outputLines == ["BTC,1125,900,225,25", "BTC,1200,1000,200,20", "BTC,1300,1000,300,30"])
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("a frame without one has the open of the frame before it, also where the connection broke between them")
    func broken() async throws {
        let bare = #"{"type":"ticker","product_id":"BTC-USD","price":"90"}"#
        let run = try await runWatch(
            "BTC --count 4 \(Self.fields)",
            [
                { peer in
                    try peer.send(texts: [StreamFrames.coinbase("BTC-USD", "75", open: "60"), bare])
                    try peer.drop()
                },
                { peer in
                    try peer.send(texts: [bare, StreamFrames.coinbase("BTC-USD", "50", open: "40")])
                    try peer.waitUntilClientLeaves()
                },
            ])
        #expect(run.outputLines == ["BTC,75,60,15,25", "BTC,90,60,30,50", "BTC,90,60,30,50", "BTC,50,40,10,25"])
    }

    @Test("a market that is looked up in the list has the open of its row")
    func listed() async throws {
        let list = Exchange.get(
            WazirXAnswers.path, answer: WazirXAnswers.rows(WazirXAnswers.row("btc", "inr", open: "400")))
        let socket = ListedStream.wazirX.socket { peer in
            try peer.send(text: ListedStream.wazirX.frame(["BTC"], "500"))
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "BTC -p wazirx -c INR --count 1 \(Self.fields)", [list, socket], clock: StillClock()
        ) { _, _ in }
        #expect(run.outputLines == ["BTC,500,400,100,25"], "\(run.errors)")
    }
}
