import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Which members a service added to its answers or took away. The known shapes are computed from the answers in
/// `Tests/Providers`.
@Suite("The known shapes of answers", .quick)
struct KnownShapeTests {
    /// A directory of `--record`, or of several of them, as `.ci/live` makes it.
    private static let record = getenv("CRYPTO_RECORDED").map { String(cString: $0) }

    @Test(
        "The answers of a record have the members that the answers of the tests have",
        .needs("CRYPTO_RECORDED, a directory of --record", record != nil))
    func recorded() throws {
        let differences = try KnownShapes.differences(ofRecord: Self.record ?? "")
        #expect(differences != nil, "no answer of a known provider")
        for difference in differences ?? [] { Issue.record("\(difference)") }
    }

    @Test("A record is compared with the answers of the tests, also in its folders")
    func har() async throws {
        try await withTemporaryDirectory { directory in
            let body = #"{\"open\":\"1\",\"high\":\"1\",\"low\":2,\"last\":\"1\",\"vol\":\"1\"}"#
            try directory.write(
                #"{"log":{"entries":[{"request":{"url":"https://api.exchange.coinbase.com/products/BTC-USD/stats?x=1"},"#
                    + #""response":{"status":200,"content":{"text":"\#(body)"}}}]}}"#,
                to: "price/api.exchange.coinbase.com.har")
            let place = "https://api.exchange.coinbase.com/products/BTC-USD/stats"
            #expect(
                try KnownShapes.differences(ofRecord: directory.path) == [
                    "\(place): 'volume' is gone; 'low' was a string and is a number; 'vol' is new"
                ])
            #expect(try KnownShapes.differences(ofRecord: directory.path("none")) == nil)
        }
    }

    @Test(
        "What is gone, of another type or new is named; what is below it is not, nor a null",
        arguments: [
            (#"{"a":{"b":1},"c":"x"}"#, []), (#"{"a":{"b":null},"c":"x"}"#, []),
            (#"{"c":"x"}"#, ["'a' is gone"]), (#"{"a":{},"c":"x"}"#, ["'a.b' is gone"]),
            (#"{"a":{"b":"1"},"c":"x"}"#, ["'a.b' was a number and is a string"]),
            (#"{"a":{"b":1,"d":{"e":1}},"c":"x"}"#, ["'a.d' is new"]),
            (#"{"a":{"b":1},"c":null}"#, []), (#"[]"#, ["'' was an object and is an array"]),
        ])
    func differences(_ text: String, _ words: [String]) throws {
        let known = try AnswerShape(of: Array(#"{"a":{"b":1},"c":"x"}"#.utf8))
        #expect(known.differences(of: try AnswerShape(of: Array(text.utf8))) == words)
    }

    @Test("The rates of currencies are one member, whichever the answer has")
    func rates() throws {
        let known = try AnswerShape(of: Array(#"{"rates":{"USD":1,"SEK":2}}"#.utf8))
        #expect(known.differences(of: try AnswerShape(of: Array(#"{"rates":{"EUR":1}}"#.utf8))) == [])
    }

    // MARK: - Recordings

    /// Answers of an older form, or about another coin than the one that a check asks for.
    private static let others = [
        "cnbc/itvquote-", "cryptocompare/histoday-v1-", "cryptocompare/pricemultifull-ETH-", "kraken/Ticker-BCHEUR",
    ]

    @Test("No recorded answer lacks a member that is always there, or has one of another type", .needsRecordings)
    func recordings() throws {
        var providers: Set<String> = []
        for answer in RecordedFiles.answers(of: ["recorded-answers.txt", "recorded-past.txt"])
        where !Self.others.contains(where: answer.recording.hasPrefix) {
            let body = try Recordings.bytes(answer.recording)
            guard let found = try KnownShapes.differences(of: body, at: answer.path) else { continue }
            providers.insert(answer.provider)
            #expect(found.filter { !$0.hasSuffix(" is new") } == [], "\(answer.recording)")
        }
        #expect(providers.count >= 4)
    }
}
