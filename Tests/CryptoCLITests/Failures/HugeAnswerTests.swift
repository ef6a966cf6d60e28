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
#endif
