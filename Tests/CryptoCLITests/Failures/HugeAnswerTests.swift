import TestFixtures
import TestSupport
import Testing

@Suite(
    "The built tool: answers of 64 MiB", .needsLinux, .needsBuiltProduct("crypto"), .needs(program: "python3"),
    .endsHang)
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

    /// A row with all members that CoinGecko documents, and none that is null: 100,000 of them are an answer.
    private static let coin =
        #"{"id":"bitcoin","symbol":"btc","name":"Bitcoin","image":"https://a.example/1/large/1.png","current_price":67024.5,"#
        + #""market_cap":1319000000000,"market_cap_rank":1,"fully_diluted_valuation":1403000000000,"total_volume":31000000000,"#
        + #""high_24h":67500,"low_24h":66000,"price_change_24h":1024.5,"price_change_percentage_24h":1.5522,"#
        + #""market_cap_change_24h":20000000000,"market_cap_change_percentage_24h":1.5,"circulating_supply":19600000,"#
        + #""total_supply":21000000,"max_supply":21000000,"ath":73738,"ath_change_percentage":-9.1,"#
        + #""ath_date":"2024-03-14T07:10:36.635Z","atl":67.81,"atl_change_percentage":98742,"atl_date":"2013-07-06","#
        + #""last_updated":"2024-03-01T11:59:30Z"},"#

    @Test("A list of 31,000 coins is one", .quick)
    func someCoins() async throws {
        let coin = CoinGeckoAnswers.bitcoin + ","
        let outcome = try await HugeAnswer("list -p coingecko", "[", coin, "]", size: 31_000 * coin.utf8.count + 2)
            .run()
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("A list of 100,000 coins is one, in as much memory", .long)
    func manyCoins() async throws {
        let answer = HugeAnswer("list -p coingecko", "[", Self.coin, "]")
        #expect(67_000_000 / Self.coin.utf8.count > 100_000)
        let outcome = try await answer.run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.mebibytes < 300)
    }

    private func expectBounded(_ answer: HugeAnswer) async throws {
        let outcome = try await answer.run()
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.mebibytes < 300)
        // For a debug build on a busy machine; usually one or two seconds.
        #expect(outcome.seconds < 150)
        #expect(outcome.errors.utf8.count < 5000)
    }
}
