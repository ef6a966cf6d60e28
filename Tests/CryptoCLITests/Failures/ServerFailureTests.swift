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

@Suite("Faults of servers: the status, one line, nothing on stdout, in time", .quick)
struct ServerFailureTests {
    static let network: [ServerFailure] = [
        ServerFailure("never answers", .never, .tryLater, "no answer from SERVER in 400 ms; raise --timeout"),
        ServerFailure(
            "slow bytes", .slow(sound, bytesPerSecond: 20), .tryLater, "no answer from SERVER in 400 ms"),
        ServerFailure("stalls in the body", .stalled(sound, after: 9), .tryLater, "no answer from SERVER in 400 ms"),
        ServerFailure("closes at once", .disconnect(), .unavailable, "SERVER closed the connection within the header"),
        ServerFailure("resets at once", .disconnect(.reset), .unavailable, "SERVER reset the connection"),
        ServerFailure(
            "resets in mid-body", .cut(sound, after: 9, then: .reset), .unavailable,
            "SERVER reset the connection after 9 bytes"),
        ServerFailure(
            "body shorter than its length", .cut(sound, after: 9), .unavailable,
            "SERVER closed the connection after 9 of"),
        ServerFailure(
            "header cut short", .raw("HTTP/1.1 200 OK\r\nContent-Ty"), .unavailable,
            "SERVER closed the connection within the header"
        ),
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
            "an encoding that was not requested", .json(sound, headers: [("Content-Encoding", "br")]), .invalidData,
            "SERVER sent the encoding 'br', which was not requested"),
        ServerFailure(
            "gzip that says it is not", .json(Gzip.stored(sound)), .invalidData, "invalid answer"),
        ServerFailure("204", .status(204), .invalidData, "SERVER sent status 204, which was not requested"),
        ServerFailure(
            "206", .json(sound, status: 206), .invalidData, "SERVER sent status 206, which was not requested"),
        ServerFailure("304", .status(304), .invalidData, "SERVER sent status 304, which was not requested"),
        ServerFailure("empty 200", .status(200), .invalidData, "SERVER sent an empty body"),
        ServerFailure(
            "200 MB", .large(megabytes: 200), .invalidData, "SERVER sent over 64 MiB; try another --provider"),
        ServerFailure("endless", .endless(), .invalidData, "SERVER sent over 64 MiB"),
        ServerFailure("endless, in chunks", .endless(chunked: true), .invalidData, "SERVER sent over 64 MiB"),
        ServerFailure(
            "a gzip bomb", .response(headers: [gzip], body: GzipBomb.bytes(megabytes: 65)), .invalidData,
            "SERVER sent over 64 MiB"),
        ServerFailure("not HTTP", .raw("220 smtp ready\r\n"), .invalidData, "SERVER sent something that is not HTTP"),
    ]

    static let refusals: [ServerFailure] =
        [
            ServerFailure("400", .status(400), .unavailable, "refused with status 400; try another --provider"),
            ServerFailure(
                "401", .json(#"{"status":{"error_code":10002,"error_message":"API Key Missing"}}"#, status: 401),
                .noPermission,
                "the key is missing or wrong: API Key Missing; set CRYPTO_COINGECKO_KEY"),
            ServerFailure(
                "403 in HTML", .status(403, body: "<html>no</html>"), .unavailable, "refused with status 403"),
            ServerFailure("404", .status(404, body: "no such page"), .unavailable, "refused with status 404"),
            ServerFailure("408", .status(408), .tryLater, "timed out waiting for the request (408); try later"),
            ServerFailure("418", .status(418), .tryLater, "too many requests"),
            ServerFailure("429", .status(429), .tryLater, "too many requests; wait a little or try another --provider"),
            ServerFailure("451", .status(451), .unavailable, "refused with status 451"),
            ServerFailure(
                "500", .json(#"{"status":500,"error":"Internal Server Error"}"#, status: 500), .unavailable,
                "refused with status 500: Internal Server Error"),
            ServerFailure("503", .status(503, body: "busy"), .unavailable, "refused with status 503"),
            ServerFailure(
                "words with escapes", .json("{\"error\":\"a\\u001b[31mb\\nc\\u202ed\"}", status: 500), .unavailable,
                "refused with status 500: a"),
        ]
        + [
            ("12", "wait 12 s"), ("Fri, 01 Mar 2024 12:00:30 GMT", "wait 30 s"), ("999999", "wait 999999 s"),
            ("soon", "wait a little"), ("-3", "wait a little"), ("0", "wait a little"),
        ].map { value, words in
            ServerFailure(
                "429 with Retry-After: \(value)", .status(429, headers: [("Retry-After", value)]), .tryLater,
                "too many requests; \(words) or try another --provider")
        }

    private static func coin(price: String, more: String = "") -> String {
        "[\(CoinGeckoAnswers.row("bitcoin", "btc", price: price, more: more))]"
    }

    static let bodies: [ServerFailure] = [
        ("HTML", "<!DOCTYPE html><html></html>", "HTML instead of JSON"),
        ("half of JSON", #"[{"id":"bit"#, "cut short after 11 bytes"), ("text", "Too many", "no JSON: "),
        ("two values", "[][]", "more than one value at byte 2"),
        ("another type", "{}", "an object instead of an array"), ("null", "null", "null instead of an array"),
        ("a number", "12", "a number instead of an array"), ("a bad byte", "[\u{1}]", "no JSON: "),
        ("rows that are no objects", "[1]", "row 1: a number instead of an object"),
        ("a price of another type", coin(price: "[1]"), "row 1: current_price is not a number"),
        ("a price of true", coin(price: "true"), "row 1: current_price is not a number"),
        ("NaN", coin(price: "NaN"), "no JSON: no value"), ("Infinity", coin(price: "-Infinity"), "no JSON: "),
        ("NaN as text", coin(price: #""NaN""#), "row 1: current_price is not a number"),
        ("1e999999999", coin(price: "1e999999999"), "row 1: current_price is not a number"),
        (
            "a time of another kind", "[\(CoinGeckoAnswers.row("bitcoin", "btc", updated: "yesterday"))]",
            "row 1: last_updated is not a time"
        ),
        ("no id", #"[{"symbol":"btc","current_price":1}]"#, "row 1: id is missing"),
        ("no symbol", #"[{"id":"bitcoin","current_price":1}]"#, "row 1: symbol is missing"),
        ("a key twice", coin(price: "1", more: #","current_price":2"#), "row 1: 'current_price' twice"),
        (
            "100,000 deep", String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
            "over 512 levels"
        ),
        (
            "100,000 deep in an ignored member",
            coin(price: "1", more: #","roi":"# + String(repeating: "[", count: 100_000)), "over 512 levels"
        ),
    ].map { name, body, words in
        ServerFailure(name, .json(body), .invalidData, "invalid answer: \(words)")
    }

    @Test("price", .endsHang, arguments: network + http + refusals + bodies)
    func price(_ failure: ServerFailure) async throws {
        try await expect(failure, "price BTC")
    }

    @Test("list", .endsHang, arguments: network + http + refusals + bodies)
    func list(_ failure: ServerFailure) async throws {
        try await expect(failure, "list")
    }

    @Test(
        "An empty list is an invalid answer",
        arguments: ["coingecko", "binance -c EUR", "wazirx -c INR", "cryptocompare"])
    func emptyList(_ service: String) async throws {
        let paths = [CoinGeckoAnswers.path, BinanceAnswers.path, WazirXAnswers.path]
        let empty = paths.map { Exchange.get($0, times: .any, answer: .json("[]")) }
        let none = Exchange.get(CryptoCompareAnswers.listPath, times: .any, answer: .json(#"{"Data":[]}"#))
        try await withLoopbackServer(empty + [none]) { server in
            var variables = server.variables(for: "coingecko", "binance", "wazirx", "cryptocompare")
            variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "a-test-key"
            let run = await runTool("list --retries 0 -p \(service)", variables)
            expectFailure(run, .invalidData, says: "invalid answer: an empty list")
            #expect(server.requests.count == 1)
        }
    }

    static let everywhere: [ServerFailure] = [
        ServerFailure("closes at once", .disconnect(), .unavailable, "closed the connection within the header"),
        ServerFailure("empty 200", .status(200), .invalidData, "an empty body"),
        ServerFailure("HTML", .json("<html></html>"), .invalidData, "HTML instead of JSON"),
        ServerFailure("a string", .json(#""none""#), .invalidData, "invalid answer: "),
        ServerFailure("429 in HTML", .status(429, body: "<html></html>"), .tryLater, "too many requests"),
        ServerFailure("500", .status(500, body: "{}"), .unavailable, "refused with status 500"),
    ]

    static let otherServices = [
        ("list -p binance -c EUR", BinanceAnswers.path), ("list -p wazirx -c INR", WazirXAnswers.path),
        ("list -p cryptocompare", CryptoCompareAnswers.listPath), ("price BTC -p binance -c EUR", BinanceAnswers.path),
        ("price BTC -p cryptocompare", CryptoCompareAnswers.pricePath),
    ]

    @Test("The same faults of other services", .endsHang, arguments: everywhere, otherServices)
    func otherService(_ failure: ServerFailure, _ service: (line: String, path: String)) async throws {
        try await withLoopbackServer([.get(service.path, answer: failure.answer)]) { server in
            var variables = server.variables(for: "binance", "wazirx", "cryptocompare")
            variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "a-test-key"
            let run = await runTool(service.line + " --retries 0", variables)
            expectFailure(run, failure.status, says: failure.says)
        }
    }

    private func expect(_ failure: ServerFailure, _ line: String) async throws {
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
