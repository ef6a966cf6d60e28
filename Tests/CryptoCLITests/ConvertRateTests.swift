import CryptoCLI
import Platform
import TestSupport
import Testing

private let frankfurter = "/v1/latest"
private let ecb = "/stats/eurofxref/eurofxref-daily.xml"
private let erapi = "/v6/latest/USD"
private let fixer = "/api/latest"
private let busy = Answer.status(503)

/// Runs a command line against a server that stands in for all providers, which then must have been asked as told.
private func run(
    _ line: String, _ exchanges: [Exchange], at day: String = "2025-06-13", text: String = ""
) async throws -> ToolRun {
    try await withLoopbackServer(exchanges) { server in
        var variables = server.variables(for: "frankfurter", "ecb", "erapi", "fixer", "coingecko", "binance")
        variables["CRYPTO_FIXER_KEY"] = "a-test-key"
        let clock = TestClock(start: try #require(Timestamp(rfc3339: day.count == 10 ? day + "T12:00:00Z" : day)))
        return await runTool(
            line.split(separator: " ").map(String.init), variables, time: clock.source,
            input: input(Array(text.utf8)))
    }
}

private func latest(_ rates: String, base: String = "EUR", date: String = "2025-06-13") -> Answer {
    .json(#"{"amount":1.0,"base":"\#(base)","date":"\#(date)","rates":{\#(rates)}}"#)
}

@Suite("convert over recorded answers", .needsRecordings)
struct ConvertRecordingTests {
    private let recorded = "frankfurter/phpeso-rates-2025-06-13-EUR.json"
    private let xml = "ecb/exchanger-EuropeanCentralBank-success.xml"

    @Test("C3 X5 frankfurter's euro rates are crossed by us, in one request for any number of targets")
    func frankfurterRates() async throws {
        let output = try await run(
            "convert 100 USD SEK EUR JPY USD --csv --no-header --fields to,result,rate,provider,time",
            [.get(frankfurter, query: .none, answer: try .recording(recorded))])
        #expect(output.errors.isEmpty)
        let source = "frankfurter,2025-06-13T00:00:00Z"
        #expect(
            output.outputLines == [
                "SEK,952.354065323141070187630298818624,9.52354065323141070187630298818624,\(source)",
                "EUR,86.865879082696316886726893676164,0.86865879082696316886726893676164,\(source)",
                "JPY,14414.52397498262682418346073662265,144.1452397498262682418346073662265,\(source)",
                "USD,100,1,,2025-06-13T12:00:00Z",
            ])
    }

    @Test("X5 many lines with many pairs are one request")
    func lines() async throws {
        let text = (1...500).map { "\($0) USD SEK\n\($0) JPY USD EUR\n\($0)\n" }.joined()
        let output = try await run(
            "convert - SEK NOK --csv --no-header", [.get(frankfurter, answer: try .recording(recorded))], text: text)
        #expect(output.status == .success, "\(output.errors.prefix(300))")
        #expect(output.outputLines.count == 2000)
    }

    @Test("the ECB's list stands in for frankfurter: one line a step, the provider in each row, its own date")
    func fallsToECB() async throws {
        let exchanges: [Exchange] = [
            .get(frankfurter, answer: busy), .get(ecb, answer: try .recording(xml, type: "text/xml")),
        ]
        let output = try await run(
            "convert 1.1831 USD SEK EUR --csv --no-header --fields result,provider,time,stale", exchanges,
            at: "2015-01-08")
        #expect(output.status == .success)
        #expect(
            output.outputLines == [
                "9.3989,ecb,2015-01-07T00:00:00Z,false", "1,ecb,2015-01-07T00:00:00Z,false",
            ])
        #expect(output.errors == "crypto: frankfurter: refused with status 503; asking ecb\n")
    }

    @Test("ExchangeRate-API is named once a run, however much it answers, and not at all with --quiet")
    func attribution() async throws {
        let answer = try Answer.recording("er-api/latest-usd-20240819.json")
        let output = try await run(
            "convert - -p erapi --csv --no-header --fields result", [.get(erapi, answer: answer)], at: "2024-08-19",
            text: "1 USD SEK EUR\n2 USD SEK\n3.6725 AED USD\n")
        #expect(output.outputLines == ["10.454472", "0.907539", "20.908944", "1"])
        #expect(
            output.errors
                == "crypto: erapi: Rates By Exchange Rate API (https://www.exchangerate-api.com)\n")
        let quiet = try await run("convert 1 USD SEK -p erapi -q", [.get(erapi, answer: answer)], at: "2024-08-19")
        #expect(quiet.errors.isEmpty)
    }

    @Test(
        "a currency that one provider lacks is asked of the next; nobody is asked twice",
        arguments: ["SEK AED", "AED SEK"])
    func nextProvider(_ targets: String) async throws {
        let exchanges: [Exchange] = [
            .get(frankfurter, answer: try .recording(recorded)),
            .get(ecb, answer: try .recording(xml, type: "text/xml")),
            .get(erapi, answer: try .recording("er-api/latest-usd-20240819.json")),
        ]
        let output = try await run(
            "convert 1 USD \(targets) -q --csv --no-header --fields to,result,provider", exchanges)
        #expect(output.status == .success, "\(output.errors)")
        #expect(output.output.contains("AED,3.6725,erapi\r\n"))
    }

    @Test("fixer with its key: sent once, shown never")
    func fixerRates() async throws {
        let answer = try Answer.recording("fixer/phpeso-rates-latest.json")
        let output = try await run(
            "convert 1 EUR SEK USD -p fixer -v --csv --no-header --fields result,provider,time",
            [.get(fixer, query: ["access_key": "a-test-key"], answer: answer)], at: "2025-06-20")
        #expect(
            output.outputLines == ["11.135622,fixer,2025-06-20T14:15:04Z", "1.151477,fixer,2025-06-20T14:15:04Z"])
        #expect(!output.errors.contains("a-test-key"))
    }

    static let refusals: [(String, Int, ToolStatus)] = [
        ("fixer/exchanger-Fixer-error.json", 200, .unavailable),
        ("fixer/nacoma-symbols_error_101.json", 200, .noPermission),
        ("fixer/exchanger-ApiLayer-ExchangeRatesData-invalid_access_key.json", 200, .noPermission),
        ("fixer/exchanger-ApiLayer-ExchangeRatesData-invalid_access_key.json", 401, .noPermission),
        ("fixer/exchanger-ApiLayer-Fixer-error.json", 200, .unavailable),
    ]

    @Test("C6 an error in a body is one, whatever the status", arguments: refusals)
    func fixerRefuses(_ name: String, _ status: Int, _ expected: ToolStatus) async throws {
        let answer = try Answer.recording(name, status: status)
        let output = try await run("convert 1 EUR SEK -p fixer", [.get(fixer, answer: answer)])
        expectFailure(output, expected, says: "fixer: ")
        #expect(!output.errors.contains("a-test-key"))
    }

    @Test("C6 ExchangeRate-API's error with status 200 is one")
    func erapiRefuses() async throws {
        let answer = try Answer.recording("er-api/error-unsupported-code.json")
        let output = try await run("convert 1 EUR SEK -p erapi", [.get(erapi, answer: answer)])
        expectFailure(output, .unavailable, says: "unsupported-code")
    }

    @Test("C5 a coin through dollars and fiat rates: two legs, explained, rounded once")
    func coinThroughDollars() async throws {
        let bitcoin = try Answer.recording("coingecko/markets-bitcoin-usd-20210515.json")
        let none = Answer.json("[]")
        let exchanges: [Exchange] = [
            .get("/api/v3/coins/markets", query: ["vs_currency": "sek"], answer: none),
            .get("/api/v3/coins/markets", query: ["vs_currency": "eur"], answer: none),
            .get("/api/v3/coins/markets", query: ["vs_currency": "usd"], answer: bitcoin),
            .get(frankfurter, answer: try .recording(recorded)),
        ]
        let output = try await run(
            "convert 0.1 BTC SEK EUR -p coingecko --explain -q --fields amount,to,result,stale --digits 6", exchanges)
        #expect(output.status == .success, "\(output.errors)")
        let (price, day) = ("2021-05-15T15:59:43.867Z", "2025-06-13T00:00:00Z")
        let expected = [
            ["AMOUNT", "TO", "RESULT", "STALE"], ["0.100000", "SEK", "46,715.823966", "yes"],
            ["FROM", "TO", "RATE", "PROVIDER", "TIME"], ["BTC", "USD", "49053.000000", "coingecko", price],
            ["USD", "SEK", "9.523541", "frankfurter", day],
            ["AMOUNT", "TO", "RESULT", "STALE"], ["0.100000", "EUR", "4,261.031967", "yes"],
            ["FROM", "TO", "RATE", "PROVIDER", "TIME"], ["BTC", "USD", "49053.000000", "coingecko", price],
            ["USD", "EUR", "0.868659", "frankfurter", day],
        ]
        let cells = output.outputLines.map { $0.split(separator: " ").map(String.init) }
        #expect(cells == expected)
    }

    @Test("X5 a coin that the provider quotes in the currency is one request, and no rates are asked for")
    func directQuote() async throws {
        let bitcoin = try Answer.recording("coingecko/markets-bitcoin-myr-20210515.json")
        let output = try await run(
            "convert 2 BTC MYR --json --fields path,provider",
            [.get("/api/v3/coins/markets", query: ["vs_currency": "myr"], answer: bitcoin)])
        #expect(output.status == .success)
        #expect(output.output.contains(#""from":"BTC","to":"MYR""#))
        #expect(output.output.contains(#""provider":"coingecko"}"#))
    }
}

@Suite("convert: rates made to order")
struct ConvertRateTests {
    @Test(
        "C4 a rate older than 7 days marks the row stale; a weekend's is Friday's and shows its date",
        arguments: [
            ("2025-06-13T16:00:00Z", 57600, false), ("2025-06-15T12:00:00Z", 216_000, false),
            ("2025-06-20T00:00:00Z", 604_800, false), ("2025-06-20T00:00:01Z", 604_801, true),
            ("2025-06-12T00:00:00Z", 0, false),
        ])
    func staleness(_ now: String, _ age: Int, _ stale: Bool) async throws {
        let output = try await run(
            "convert 1 EUR SEK --csv --no-header --fields time,age,stale",
            [.get(frankfurter, answer: latest(#""SEK":10.9635"#))], at: now)
        #expect(output.status == .success)
        #expect(output.output == "2025-06-13T00:00:00Z,\(age),\(stale)\r\n")
    }

    @Test("C4 the row has the oldest leg's time, and is stale where any leg is")
    func oldestLeg() async throws {
        let exchanges: [Exchange] = [
            .get("/api/v3/coins/markets", query: ["vs_currency": "sek"], answer: .json("[]")),
            .get(
                "/api/v3/coins/markets", query: ["vs_currency": "usd"],
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", updated: "2025-06-29T12:00:00Z"))),
            .get(frankfurter, answer: latest(#""SEK":10.9635,"USD":1.1512"#)),
        ]
        let output = try await run(
            "convert 1 BTC SEK -p coingecko -q --csv --no-header --fields time,stale,provider", exchanges,
            at: "2025-06-29")
        #expect(output.output == "2025-06-13T00:00:00Z,true,coingecko+frankfurter\r\n", "\(output.errors)")
    }

    static let nonsense: [(String, ToolStatus, String)] = [
        (#""SEK":0"#, .invalidData, "SEK"), (#""SEK":-10.9"#, .invalidData, "SEK"),
        (#""SEK":"ten""#, .invalidData, "SEK"), (#""SEK":null"#, .invalidData, "SEK"),
        (#""SEK":true"#, .invalidData, "SEK"), (#""SEK":[]"#, .invalidData, "SEK"),
        (#""SEK":0,"NOK":11.4"#, .invalidData, "SEK"), (#""SEK":"-1","NOK":11.4"#, .invalidData, "SEK"),
        (#""SEK":{},"NOK":11.4"#, .invalidData, "SEK"), (#""SEK":10,"SEK":11"#, .invalidData, "twice"),
        (#""SEK":1e9999999999,"NOK":11.4"#, .invalidData, "SEK"), (#""NOK":11.4"#, .unknownName, "'SEK'"),
        ("", .invalidData, "no rates"), (#""SEK":10,"EUR":2"#, .invalidData, "EUR"),
    ]

    @Test("a rate of 0, below it, missing or no number is never a guess", arguments: nonsense)
    func badRate(_ rates: String, _ status: ToolStatus, _ words: String) async throws {
        let output = try await run("convert 1 EUR SEK -p frankfurter", [.get(frankfurter, answer: latest(rates))])
        expectFailure(output, status, says: words)
    }

    static let tables: [String] = [
        #"{"date":"2025-06-13","rates":{"SEK":10}}"#, #"{"base":null,"date":"2025-06-13","rates":{"SEK":10}}"#,
        #"{"base":"E!R","date":"2025-06-13","rates":{"SEK":10}}"#, #"{"base":"EUR","rates":{"SEK":10}}"#,
        #"{"base":"EUR","date":"2025-02-30","rates":{"SEK":10}}"#, #"{"base":"EUR","date":"2025-06-13"}"#,
        #"{"base":"EUR","date":"2025-06-13","rates":[10]}"#, #"{"base":"EUR","date":"2025-06-13","rates":{"SEK":10"#,
        #"{"amount":2,"base":"EUR","date":"2025-06-13","rates":{"SEK":10}}"#, "", "<html></html>", "[]", "null",
        "\u{FEFF}{}",
    ]

    @Test("an answer that is not what the protocol says is 65, one line", arguments: tables)
    func badTable(_ body: String) async throws {
        let output = try await run("convert 1 EUR SEK -p frankfurter", [.get(frankfurter, answer: .json(body))])
        expectFailure(output, .invalidData, says: "frankfurter: ")
    }

    @Test("C3 a number as text is a number; the base need not be EUR, nor among the rates")
    func numbers() async throws {
        let output = try await run(
            "convert 10 EUR SEK --csv --no-header --fields result",
            [.get(frankfurter, answer: latest(#""EUR":"0.8","SEK":9.60"#, base: "USD"))])
        #expect(output.output == "120\r\n", "\(output.errors)")
    }

    @Test("a rate that makes no sense is asked of the next provider")
    func nextForNonsense() async throws {
        let body = #"<gesmes:Envelope><Cube><Cube time="2025-06-13"><Cube currency="SEK" rate="11"/></Cube></Cube>"#
        let exchanges: [Exchange] = [
            .get(frankfurter, answer: latest(#""SEK":0,"NOK":11.4"#)),
            .get(ecb, answer: xml(body + "</gesmes:Envelope>")),
        ]
        let output = try await run("convert 2 EUR SEK --csv --no-header --fields result,provider", exchanges)
        #expect(output.output == "22,ecb\r\n")
        #expect(output.errorLines.count == 1)
        #expect(output.errors.hasPrefix("crypto: frankfurter: "))
    }

    private func xml(_ body: String) -> Answer {
        .status(200, headers: [("Content-Type", "text/xml")], body: body)
    }

    private static let open = "<gesmes:Envelope><Cube><Cube time='2025-06-13'>"
    private static let close = "</Cube></Cube></gesmes:Envelope>"
    private static let laughs = """
        <!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
        """
    static let documents: [String] = [
        laughs + open + "<Cube currency='SEK' rate='&c;'/>" + close,
        #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>"# + open + "<Cube currency='SEK' rate='&x;'/>" + close,
        #"<?xml version="1.0" encoding="ISO-8859-1"?>"# + open + "<Cube currency='SEK' rate='10'/>" + close,
        open + "<Cube currency='SEK' rate='10'/>", open + "<Cube currency='SEK' ra", "<gesmes:Envelope>", "",
        open + "<Cube currency='SEK' rate='10'/>" + close + "x", open + "<Cube currency='SEK' rate='&lol;'/>" + close,
        open + "<Cube currency='SEK' rate='0'/>" + close, open + "<Cube currency='SEK' rate='-1'/>" + close,
        open + "<Cube currency='SEK' rate='1,5'/>" + close, open + "<Cube currency='SEK'/>" + close,
        open + "<Cube rate='10'/>" + close, open + close, "<html><body>busy</body></html>", #"{"rates":{}}"#,
        "<gesmes:Envelope><Cube><Cube time='yesterday'><Cube currency='SEK' rate='10'/>" + close,
        open + "<Cube currency='SEK' rate='10'/><Cube currency='SEK' rate='11'/>" + close,
    ]

    @Test("XML with a DOCTYPE, entities, another encoding, cut, or without a sound rate is 65", arguments: documents)
    func badDocument(_ body: String) async throws {
        let output = try await run("convert 1 EUR SEK -p ecb", [.get(ecb, answer: xml(body))])
        expectFailure(output, .invalidData, says: "ecb: ")
        #expect(!output.errors.contains("root:"))
    }

    @Test("X2 X5 all rates providers down: a line a step, then why, however many targets and lines")
    func allDown() async throws {
        let exchanges = [frankfurter, ecb, erapi].map { Exchange.get($0, answer: busy) }
        let said = [
            "crypto: frankfurter: refused with status 503; asking ecb",
            "crypto: ecb: refused with status 503; asking erapi",
            "crypto: erapi: refused with status 503; try another --provider",
        ]
        let operands = try await run("convert 1 USD SEK EUR NOK --retries 0", exchanges)
        #expect(operands.status == .unavailable)
        #expect(operands.output.isEmpty)
        #expect(operands.errorLines == said)
        let lines = try await run(
            "convert - --retries 0", exchanges, text: "1 USD SEK\n1 SEK USD\n1 EUR EUR\n1 NOK USD\n")
        #expect(lines.status == .unavailable)
        #expect(lines.outputLines.count == 2)
        let advice = "erapi: refused with status 503; try another --provider"
        #expect(lines.errorLines == said.dropLast() + [1, 2, 4].map { "crypto: line \($0): \(advice)" })
    }

    @Test("a coin's provider that is down is 69 for each target, never an unknown coin")
    func pricesDown() async throws {
        let exchanges: [Exchange] = [
            .get("/api/v3/coins/markets", times: .any, answer: busy),
            .get(frankfurter, answer: latest(#""SEK":10.9635,"USD":1.1512"#)),
        ]
        let output = try await run("convert 1 BTC SEK EUR -p coingecko --retries 0", exchanges)
        expectFailure(output, .unavailable, says: "coingecko: refused with status 503")
    }

    @Test("--provider asks no other for rates, --strict passes nobody over", arguments: ["-p frankfurter", "--strict"])
    func noOther(_ option: String) async throws {
        let output = try await run(
            "convert 1 USD SEK --retries 0 \(option)", [.get(frankfurter, answer: busy)])
        expectFailure(output, .unavailable, says: "frankfurter: refused with status 503")
    }

    @Test("--provider in the order given")
    func namedOrder() async throws {
        let answer = Answer.json(
            #"{"result":"success","time_last_update_unix":1749772800,"base_code":"USD","rates":{"SEK":9.5}}"#)
        let output = try await run(
            "convert 2 USD SEK -p erapi,frankfurter -q --csv --no-header --fields result,provider",
            [.get(erapi, answer: answer)])
        #expect(output.output == "19,erapi\r\n")
    }

    @Test("lines keep a provider's own code: 69, not 65, where nobody could be reached")
    func linesOfNobody() async throws {
        let output = try await run(
            "convert - USD SEK --retries 0 -p frankfurter", [.get(frankfurter, answer: busy)], text: "1\n")
        expectFailure(output, .unavailable, says: "line 1: frankfurter: refused with status 503")
    }

    @Test("fixer without its key is 77 and asks nobody")
    func noKey() async {
        let output = await runTool("convert 1 USD SEK -p fixer")
        expectFailure(output, .noPermission, says: "CRYPTO_FIXER_KEY")
    }

    @Test("a result beyond any number here is said, as an operand 64 and in a line 65")
    func overflow() async throws {
        let huge = latest(#""SEK":1e6140"#)
        let amount = String(repeating: "9", count: 34)
        let operand = try await run("convert \(amount) EUR SEK", [.get(frankfurter, answer: huge)])
        expectFailure(operand, .usage, says: "EUR to SEK")
        let line = try await run(
            "convert - EUR SEK --csv --no-header --fields result", [.get(frankfurter, answer: huge)],
            text: "\(amount)\n0\n")
        #expect(line.status == .invalidData)
        #expect(line.output == "0\r\n")
    }
}
