import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("convert: special rates", .quick)
struct ConvertRateTests {
    @Test(
        "A rate older than 7 days marks the row stale; on a weekend the rate and date are those of Friday",
        arguments: [
            ("2025-06-13T16:00:00Z", 57600, false), ("2025-06-15T12:00:00Z", 216_000, false),
            ("2025-06-20T00:00:00Z", 604_800, false), ("2025-06-20T00:00:01Z", 604_801, true),
            ("2025-06-12T00:00:00Z", 0, false),
        ])
    func staleness(_ now: String, _ age: Int, _ stale: Bool) async throws {
        let output = try await runConvert(
            "convert 1 EUR SEK --csv --no-header --fields time,age,stale",
            [.get(RatePath.frankfurter, answer: latestRates(#""SEK":10.9635"#))], at: now)
        #expect(output.status == .success)
        #expect(output.output == "2025-06-13T00:00:00Z,\(age),\(stale)\r\n")
    }

    @Test("A stale rate is reported once per run, and exits with 75 under --strict")
    func staleIsSaid() async throws {
        let exchange = Exchange.get(RatePath.frankfurter, answer: latestRates(#""SEK":10.9635,"USD":1.1512"#))
        let line = "frankfurter: the rate from EUR to SEK dates from 2025-06-13T00:00:00Z, older than 7 days"
        let noticed = try await runConvert(
            "convert - --csv --no-header --fields stale", [exchange], at: "2025-06-29",
            text: "1 EUR SEK\n1 EUR SEK\n1 EUR EUR\n2 EUR SEK\n")
        #expect(noticed.outputLines == ["true", "true", "false", "true"])
        #expect(noticed.status == .success)
        #expect(noticed.errors == "crypto: \(line)\n")
        let quiet = try await runConvert("convert 1 EUR SEK -q", [exchange], at: "2025-06-29")
        #expect(quiet.errors.isEmpty)
        let strict = try await runConvert("convert 1 EUR SEK --strict", [exchange], at: "2025-06-29")
        expectFailure(strict, .tryLater, says: line)
        let fresh = try await runConvert("convert 1 EUR SEK --strict", [exchange], at: "2025-06-20T00:00:00Z")
        #expect(fresh.status == .success)
        #expect(fresh.errors.isEmpty)
    }

    @Test("The row has the time of the oldest leg, and is stale if any leg is")
    func oldestLeg() async throws {
        let exchanges: [Exchange] = [
            .get("/api/v3/coins/markets", query: ["vs_currency": "sek"], answer: .json("[]")),
            .get(
                "/api/v3/coins/markets", query: ["vs_currency": "usd"],
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", updated: "2025-06-29T12:00:00Z"))),
            .get(RatePath.frankfurter, answer: latestRates(#""SEK":10.9635,"USD":1.1512"#)),
        ]
        let output = try await runConvert(
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
        (#""SEK":1e9999999999,"NOK":11.4"#, .invalidData, "SEK"), (#""NOK":11.4"#, .unknownName, "no rate for SEK"),
        ("", .invalidData, "no rates"), (#""SEK":10,"EUR":2"#, .invalidData, "EUR"),
    ]

    @Test("A rate that is 0, negative, missing or not a number is never used", arguments: nonsense)
    func badRate(_ rates: String, _ status: ToolStatus, _ words: String) async throws {
        let output = try await runConvert(
            "convert 1 EUR SEK -p frankfurter", [.get(RatePath.frankfurter, answer: latestRates(rates))])
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

    @Test("An answer that violates the protocol exits with 65 and one message", arguments: tables)
    func badTable(_ body: String) async throws {
        let output = try await runConvert(
            "convert 1 EUR SEK -p frankfurter", [.get(RatePath.frankfurter, answer: .json(body))])
        expectFailure(output, .invalidData, says: "frankfurter: ")
    }

    @Test("A number as text is accepted; the base need not be EUR or be among the rates")
    func numbers() async throws {
        let output = try await runConvert(
            "convert 10 EUR SEK --csv --no-header --fields result",
            [.get(RatePath.frankfurter, answer: latestRates(#""EUR":"0.8","SEK":9.60"#, base: "USD"))])
        #expect(output.output == "120\r\n", "\(output.errors)")
    }

    @Test("After an invalid rate the next provider is asked")
    func nextForNonsense() async throws {
        let body = #"<gesmes:Envelope><Cube><Cube time="2025-06-13"><Cube currency="SEK" rate="11"/></Cube></Cube>"#
        let exchanges: [Exchange] = [
            .get(RatePath.frankfurter, answer: latestRates(#""SEK":0,"NOK":11.4"#)),
            .get(RatePath.ecb, answer: xml(body + "</gesmes:Envelope>")),
        ]
        let output = try await runConvert("convert 2 EUR SEK --csv --no-header --fields result,provider", exchanges)
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

    @Test(
        "XML with a DOCTYPE, entities or another encoding, cut short, or without a valid rate exits with 65",
        arguments: documents)
    func badDocument(_ body: String) async throws {
        let output = try await runConvert("convert 1 EUR SEK -p ecb", [.get(RatePath.ecb, answer: xml(body))])
        expectFailure(output, .invalidData, says: "ecb: ")
        #expect(!output.errors.contains("root:"))
    }

    @Test(
        "If all providers of rates fail, one line has the reasons, for any number of targets, and one for each line"
    )
    func allDown() async throws {
        let exchanges = RatePath.chain.map { Exchange.get($0, answer: .status(503)) }
        let said = [
            "crypto: frankfurter, ecb, erapi, currencyapi: refused with status 503; try another --provider"
        ]
        let operands = try await runConvert("convert 1 USD SEK EUR NOK --retries 0", exchanges)
        #expect(operands.status == .unavailable)
        #expect(operands.output.isEmpty)
        #expect(operands.errorLines == said)
        let lines = try await runConvert(
            "convert - --retries 0", exchanges, text: "1 USD SEK\n1 SEK USD\n1 EUR EUR\n1 NOK USD\n")
        #expect(lines.status == .unavailable)
        #expect(lines.outputLines.count == 2)
        let advice = "frankfurter, ecb, erapi, currencyapi: refused with status 503; try another --provider"
        #expect(lines.errorLines == said.dropLast() + [1, 2, 4].map { "crypto: line \($0): \(advice)" })
    }

    @Test("An unreachable provider of coins exits with 69 for each target, never as an unknown coin")
    func pricesDown() async throws {
        let exchanges: [Exchange] = [
            .get("/api/v3/coins/markets", times: .any, answer: .status(503)),
            .get(RatePath.frankfurter, answer: latestRates(#""SEK":10.9635,"USD":1.1512"#)),
        ]
        let output = try await runConvert("convert 1 BTC SEK EUR -p coingecko --retries 0", exchanges)
        expectFailure(output, .unavailable, says: "coingecko: refused with status 503")
    }

    @Test(
        "--provider asks no other provider for rates, and --strict skips none",
        arguments: ["-p frankfurter", "--strict"])
    func noOther(_ option: String) async throws {
        let output = try await runConvert(
            "convert 1 USD SEK --retries 0 \(option)", [.get(RatePath.frankfurter, answer: .status(503))])
        expectFailure(output, .unavailable, says: "frankfurter: refused with status 503")
    }

    @Test("--provider is tried in the order given")
    func namedOrder() async throws {
        let answer = Answer.json(
            #"{"result":"success","time_last_update_unix":1749772800,"base_code":"USD","rates":{"SEK":9.5}}"#)
        let output = try await runConvert(
            "convert 2 USD SEK -p erapi,frankfurter -q --csv --no-header --fields result,provider",
            [.get(RatePath.erapi, answer: answer)])
        #expect(output.output == "19,erapi\r\n")
    }

    @Test("Lines keep the status of a provider: 69, not 65, if none could be reached")
    func linesOfNobody() async throws {
        let output = try await runConvert(
            "convert - USD SEK --retries 0 -p frankfurter", [.get(RatePath.frankfurter, answer: .status(503))],
            text: "1\n")
        expectFailure(output, .unavailable, says: "line 1: frankfurter: refused with status 503")
    }

    @Test("fixer without its key exits with 77 without a request")
    func noKey() async {
        let output = await runTool("convert 1 USD SEK -p fixer")
        expectFailure(output, .noPermission, says: "CRYPTO_FIXER_KEY")
    }

    @Test("A result out of range is reported, with 64 for an operand and 65 in a line")
    func overflow() async throws {
        let huge = latestRates(#""SEK":1e6140"#)
        let amount = String(repeating: "9", count: 34)
        let operand = try await runConvert("convert \(amount) EUR SEK", [.get(RatePath.frankfurter, answer: huge)])
        expectFailure(operand, .usage, says: "EUR to SEK")
        let line = try await runConvert(
            "convert - EUR SEK --csv --no-header --fields result", [.get(RatePath.frankfurter, answer: huge)],
            text: "\(amount)\n0\n")
        #expect(line.status == .invalidData)
        #expect(line.output == "0\r\n")
    }
}
