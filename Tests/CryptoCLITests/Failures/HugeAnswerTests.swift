import TestSupport
import Testing

#if os(Linux)
@Suite("The built tool: answers of 64 MiB", .needsBuiltProduct("crypto"), .needs(program: "python3"), .endsHang)
struct HugeAnswerTests {
    /// Each way in which parts of an answer accumulate: invalid rows, the shortest valid rows, and
    /// a single part that is the whole answer.
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
        HugeAnswer(
            "aqi 1,1 -p airnow", AirNowAnswers.columns.joined(separator: ",") + "\n", "1,x,Active,,1,1" + airNowCells,
            "\n"),
        HugeAnswer("aqi 1,1 -p eea", #"{"contents":["#, #""raw_stations.json.1","#, "]}"),
        HugeAnswer("aqi Delhi -p waqi", #"{"status":"ok","data":["#, #"{"uid":1,"station":{"name":"A"}},"#, "]}"),
    ]

    private static let airNowCells = String(repeating: ",", count: AirNowAnswers.columns.count - 6) + "\n"

    @Test(
        "With any content the process stays under 300 MiB and soon reports an invalid answer", .long, arguments: answers
    )
    func bounded(answer: HugeAnswer) async throws { try await expectBounded(answer) }

    @Test("With many short rows the process stays under 300 MiB and soon reports an invalid answer", .quick)
    func boundedOnce() async throws { try await expectBounded(Self.answers[1]) }

    private func expectBounded(_ answer: HugeAnswer) async throws {
        let outcome = try await answer.run()
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.mebibytes < 300)
        // For a debug build on a busy machine; usually one or two seconds.
        #expect(outcome.seconds < 90)
        #expect(outcome.errors.utf8.count < 5000)
    }
}
#endif
