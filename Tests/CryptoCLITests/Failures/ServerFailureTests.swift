import CryptoCLI
import TestSupport
import Testing

/// The answer of a server, and how the tool ends.
struct ServerFailure: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: Answer
    let status: ToolStatus
    let says: String

    init(_ name: String, _ answer: Answer, _ status: ToolStatus, _ says: String) {
        self.name = name
        self.answer = answer
        self.status = status
        self.says = says
    }

    var testDescription: String { name }
}

private let sound = Array("[\(CoinGeckoAnswers.bitcoin)]".utf8)
private let gzip = ("Content-Encoding", "gzip")

/// `Tests/Cases/failures` has the others: in bodies.txt, connections.txt, refusals.txt and services.txt.
@Suite("Faults of servers: the status, one line, nothing on stdout, in time", .quick)
struct ServerFailureTests {
    static let network: [ServerFailure] = [
        ServerFailure(
            "slow bytes", .slow(sound, bytesPerSecond: 20), .tryLater, "no answer from SERVER in 400 ms"),
        ServerFailure("stalls in the body", .stalled(sound, after: 9), .tryLater, "no answer from SERVER in 400 ms"),
        ServerFailure(
            "resets in mid-body", .cut(sound, after: 9, then: .reset), .unavailable,
            "SERVER reset the connection after 9 bytes"),
        ServerFailure(
            "body shorter than its length", .cut(sound, after: 9), .unavailable,
            "SERVER closed the connection after 9 of"),
        ServerFailure(
            "header cut short", .raw("HTTP/1.1 200 OK\r\nContent-Ty"), .unavailable,
            "SERVER closed the connection within the header"),
    ]

    static let http: [ServerFailure] = [
        ServerFailure(
            "two Content-Lengths", .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[] "),
            .invalidData, "SERVER sent two lengths, 2 and 3"),
        ServerFailure(
            "a gzip stream cut in the middle",
            .chunked([Array(Gzip.stored(sound).prefix(40))], headers: [gzip]), .invalidData,
            "invalid answer: "),
        ServerFailure(
            "gzip that says it is not", .json(Gzip.stored(sound)), .invalidData, "invalid answer"),
        ServerFailure(
            "200 MB", .large(megabytes: 200), .invalidData, "SERVER sent over 64 MiB; try another --provider"),
        ServerFailure("endless", .endless(), .invalidData, "SERVER sent over 64 MiB"),
        ServerFailure("endless, in chunks", .endless(chunked: true), .invalidData, "SERVER sent over 64 MiB"),
        ServerFailure(
            "a gzip bomb", .response(headers: [gzip], body: GzipBomb.bytes(megabytes: 65)), .invalidData,
            "SERVER sent over 64 MiB"),
        ServerFailure("not HTTP", .raw("220 smtp ready\r\n"), .invalidData, "SERVER sent something that is not HTTP"),
    ]

    static let bodies: [ServerFailure] = [
        ("a bad byte", "[\u{1}]", "no JSON: "),
        (
            "100,000 deep", String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
            "over 512 levels"
        ),
        (
            "100,000 deep in an ignored member",
            "[\(CoinGeckoAnswers.row("bitcoin", "btc", more: #","roi":"# + String(repeating: "[", count: 100_000)))]",
            "over 512 levels"
        ),
    ].map { name, body, words in
        ServerFailure(name, .json(body), .invalidData, "invalid answer: \(words)")
    }

    @Test(.endsHang, arguments: network + http + bodies, ["price BTC", "list"])
    func fails(_ failure: ServerFailure, _ line: String) async throws {
        // On a busy machine so short a time may end before the request arrives.
        let isSlow = failure.says.contains("400 ms")
        let exchange = Exchange.get(CoinGeckoAnswers.path, times: isSlow ? .any : 1, answer: failure.answer)
        try await withLoopbackServer([exchange]) { server in
            let run = await runTool(
                "\(line) -p coingecko --retries 0 --timeout \(isSlow ? "400ms" : "50s") --deadline 55s",
                server.variables(for: "coingecko"))
            let words = failure.says.replacing("SERVER", with: "127.0.0.1:\(server.port)")
            expectFailure(run, failure.status, says: "crypto: coingecko: \(words)")
            #expect(run.elapsed < .seconds(55))
        }
    }
}
