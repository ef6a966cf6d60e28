import JSONReader
import Platform
import TestSupport
import Testing

@testable import Transport

@Suite("HAR files", .quick)
struct HARTests {
    private static let creator = (name: "crypto", version: "1.0")
    private static let run = RecordTime(milliseconds: 1_709_294_400_123)

    private static func exchange(_ outcome: HTTPExchange.Outcome) -> HTTPExchange {
        HTTPExchange(
            sent: run + 7, milliseconds: 40, url: "https://a.example/b?c=d%20e&key=***",
            header: [HTTPHeader("X-Key", "***")], outcome: outcome)
    }

    static let outcomes: [HTTPExchange.Outcome] = [
        .answered(
            status: 200, header: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"a":"ö\n"}"#.utf8)),
        .answered(status: 200, header: [], body: [0xFF, 0, 0x80, 1]), .answered(status: 204, header: [], body: []),
        .answered(status: 302, header: [HTTPHeader("Location", "/x")], body: []),
        .failed(.unreachable(.connect("Connection refused: 1"))),
        .failed(.timedOut(milliseconds: 10_000, of: .attempt)),
    ]

    @Test("An exchange is read as it was written", arguments: outcomes)
    func roundTrip(_ outcome: HTTPExchange.Outcome) throws {
        let archive = try HARReader(Self.exchange(outcome).har(creator: Self.creator, run: Self.run))
        #expect(archive.runs == [Self.run])
        let read = try #require(archive.exchanges.first)
        #expect(read.outcome == outcome)
        #expect(read.url == "https://a.example/b?c=d%20e&key=***")
        #expect(read.sent == Self.run + 7 && read.ended == Self.run + 47)
    }

    @Test("A file may have more entries than an answer may have elements")
    func many() throws {
        let entry = #"{"startedDateTime":"2024-03-01T12:00:00Z","request":{},"response":{}}"#
        let count = JSONReader.maximumCount + 1
        let entries = [String](repeating: entry, count: count - 1).joined(separator: ",")
        let last =
            #"{"startedDateTime":"2024-03-01T12:00:00Z","request":{"method":"GET","url":"https://a.example/"},"response":{"status":200}}"#
        let archive = try HARReader(Array(#"{"log":{"entries":[\#(entries),\#(last)]}}"#.utf8))
        #expect(archive.exchanges.map(\.url) == ["https://a.example/"])
    }

    @Test("A file that is cut at any byte is invalid")
    func cut() {
        let bytes = Self.exchange(Self.outcomes[0]).har(creator: Self.creator, run: Self.run)
        for length in 0..<(bytes.count - 2) {
            #expect(throws: (any Error).self) { _ = try HARReader(Array(bytes.prefix(length))) }
        }
        #expect(throws: (any Error).self) { _ = try HARReader(Array("{}".utf8)) }
    }

    @Test(
        "A number that no record has is an error", arguments: ["time", "status", "opcode"], [Int64.min, .max, 1 << 50])
    func numbers(member: String, number: Int64) {
        let parts = ["time": "1", "status": "200", "opcode": "1"].merging([member: "\(number)"]) { $1 }
        let text = """
            {"log":{"entries":[{"startedDateTime":"2024-03-01T12:00:00Z","time":\(parts["time"] ?? ""),
            "request":{"method":"GET","url":"wss://a.example/"},"response":{"status":\(parts["status"] ?? "")},
            "_webSocketMessages":[{"type":"receive","time":1,"opcode":\(parts["opcode"] ?? ""),"data":""}]}]}}
            """
        #expect(throws: HARFault.self) { _ = try HARReader(Array(text.utf8)) }
    }

    /// In the form in which Chrome exports an answer, a request that failed, and a WebSocket.
    static let chrome = #"""
        {"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},
        "pages":[{"startedDateTime":"2024-03-01T12:00:00.000Z","id":"page_1","title":"https://a.example/",
        "pageTimings":{"onContentLoad":100.5,"onLoad":null}}],
        "entries":[{"_fromCache":"disk","_initiator":{"type":"other"},"_priority":"High","_resourceType":"fetch",
        "cache":{},"connection":"443","pageref":"page_1","request":{"method":"GET","url":"https://a.example/v1?x=a%2Cb",
        "httpVersion":"http/2.0","headers":[{"name":":authority","value":"a.example"}],
        "queryString":[{"name":"x","value":"a%2Cb"}],"cookies":[],"headersSize":-1,"bodySize":0},
        "response":{"status":200,"statusText":"","httpVersion":"http/2.0","headers":[{"name":"content-encoding","value":"br"}],
        "cookies":[],"content":{"size":7,"mimeType":"application/json","text":"{\"a\":1}"},"redirectURL":"","headersSize":-1,
        "bodySize":-1,"_transferSize":700,"_error":null},"serverIPAddress":"192.0.2.1",
        "startedDateTime":"2024-03-01T12:00:01.250Z","time":12.345000001,"timings":{"blocked":1.5,"dns":-1,"ssl":-1,
        "connect":-1,"send":0.1,"wait":10,"receive":0.7,"_blocked_queueing":1.2}},
        {"request":{"method":"GET","url":"https://b.example/"},"response":{"status":0,"statusText":"","headers":[],
        "content":{"size":0,"mimeType":"x-unknown"},"_error":"net::ERR_CONNECTION_REFUSED"},
        "startedDateTime":"2024-03-01T12:00:02Z","time":3},
        {"request":{"method":"POST","url":"https://a.example/v1"},"response":{"status":200,"headers":[],"content":{}},
        "startedDateTime":"2024-03-01T12:00:02Z","time":3},
        {"_resourceType":"websocket","_webSocketMessages":[{"type":"send","time":1709294403.5,"opcode":1,"data":"{\"s\":1}"},
        {"type":"receive","time":1709294404.0004,"opcode":2,"data":"AQI="}],
        "request":{"method":"GET","url":"wss://a.example/ws"},"response":{"status":101,"headers":[],"content":{}},
        "startedDateTime":"2024-03-01T12:00:03Z","time":2000}]}}
        """#

    @Test("The export of Chrome is read, with failures and WebSocket messages")
    func ofChrome() throws {
        let archive = try HARReader([0xEF, 0xBB, 0xBF] + Array(Self.chrome.utf8))
        #expect(archive.exchanges.map(\.url) == ["https://a.example/v1?x=a%2Cb", "https://b.example/"])
        #expect(archive.exchanges[0].milliseconds == 12)
        #expect(
            archive.exchanges[0].outcome
                == .answered(
                    status: 200, header: [HTTPHeader("content-encoding", "br")], body: Array(#"{"a":1}"#.utf8)))
        #expect(archive.exchanges[1].outcome == .failed(.unreachable(.other("net::ERR_CONNECTION_REFUSED"))))
        let stream = try #require(archive.streams.first)
        #expect(stream.url == "wss://a.example/ws")
        #expect(
            stream.steps.map(\.event) == [
                .opened, .frame(isSent: true, .text, Array(#"{"s":1}"#.utf8)), .frame(isSent: false, .binary, [1, 2]),
            ])
        #expect(stream.steps.last?.time == RecordTime(milliseconds: 1_709_294_404_000))
    }

    @Test("The export of Firefox is read: offsets of the time zone, bodies in base64 and without text")
    func ofFirefox() throws {
        let text = #"""
            {"log":{"version":"1.2","creator":{"name":"Firefox","version":"128.0"},"browser":{"name":"Firefox",
            "version":"128.0"},"pages":[{"id":"page_1","pageTimings":{"onContentLoad":1,"onLoad":2},
            "startedDateTime":"2024-03-01T13:00:00.000+01:00","title":"x"}],"entries":[
            {"startedDateTime":"2024-03-01T13:00:00.500+01:00","request":{"bodySize":0,"method":"GET",
            "url":"https://a.example/x.csv","httpVersion":"HTTP/2","headers":[],"cookies":[],"queryString":[],
            "headersSize":300},"response":{"status":200,"statusText":"","httpVersion":"HTTP/2","headers":[],"cookies":[],
            "content":{"mimeType":"text/csv","size":3,"encoding":"base64","text":"YSxi"},"redirectURL":"",
            "headersSize":100,"bodySize":103},"cache":{},"timings":{"blocked":0,"dns":0,"connect":0,"ssl":0,"send":0,
            "wait":30,"receive":0},"time":30,"_securityState":"secure","pageref":"page_1"},
            {"startedDateTime":"2024-03-01T13:00:01+01:00","request":{"method":"GET","url":"https://a.example/y"},
            "response":{"status":0,"statusText":"","headers":[],"content":{"mimeType":"text/html","size":0},
            "redirectURL":""},"time":0}]}}
            """#
        let archive = try HARReader(Array(text.utf8))
        #expect(archive.runs == [RecordTime(milliseconds: 1_709_294_400_000)])
        #expect(archive.exchanges.map(\.sent.milliseconds) == [1_709_294_400_500, 1_709_294_401_000])
        #expect(archive.exchanges[0].outcome == .answered(status: 200, header: [], body: Array("a,b".utf8)))
        #expect(archive.exchanges[1].outcome == .failed(.unreachable(.other("no answer was recorded"))))
    }

    static let reasons: [TransportError.Reason] = [
        .unreachable(.dns), .unreachable(.connect("a: b")), .unreachable(.tls("x")), .unreachable(.certificate("x")),
        .unreachable(.proxy("a: b", variable: "all_proxy")), .unreachable(.proxy("a: b", variable: nil)),
        .unreachable(.reset(receivedBytes: 3)), .unreachable(.headerCut),
        .unreachable(.cut(receivedBytes: 3, expected: 9)), .unreachable(.cut(receivedBytes: 3, expected: nil)),
        .unreachable(.other("x")), .timedOut(milliseconds: 7, of: .attempt), .timedOut(milliseconds: 7, of: .deadline),
        .invalid(.notHTTP), .invalid(.malformedHeader("a b")), .invalid(.headerTooLarge(limit: 5)),
        .invalid(.twoLengths("1", "2")), .invalid(.malformedChunks), .invalid(.tooLarge(limit: 9)),
        .invalid(.unaskedEncoding("br")), .invalid(.brokenCompression), .invalid(.lengthUnknown), .libraryMissing("x"),
        .noThread(.processes), .noThread(.addressSpace), .invalidURL("x"), .cancelled,
    ]

    @Test("Each reason for which an exchange has no answer is read as it was written", arguments: reasons)
    func failed(_ reason: TransportError.Reason) {
        #expect(TransportError.Reason(recorded: reason.recorded.text) == reason)
    }

    @Test(
        "Base64 has the values of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test("What is not base64 is not decoded", arguments: ["Zg", "Zg=", "Z===", "Zm9v!g==", "Zm=v", "===="])
    func notBase64(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
