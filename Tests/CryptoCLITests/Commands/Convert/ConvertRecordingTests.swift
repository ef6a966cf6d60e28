import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("convert with recorded answers", .needsRecordings, .quick)
struct ConvertRecordingTests {
    private let recorded = "frankfurter/phpeso-rates-2025-06-13-EUR.json"
    private let xml = "ecb/exchanger-EuropeanCentralBank-success.xml"

    @Test("Rates of frankfurter in euros are crossed, with one request for any number of targets")
    func frankfurterRates() async throws {
        let output = try await runConvert(
            "convert 100 USD SEK EUR JPY USD --csv --no-header --fields to,result,rate,provider,time",
            [.get(RatePath.frankfurter, query: .none, answer: try .recording(recorded))])
        #expect(output.errors.isEmpty)
        let source = "frankfurter,2025-06-13T00:00:00Z"
        #expect(
            output.outputLines == [
                "SEK,952.35406532314107019,9.5235406532314107019,\(source)",
                "EUR,86.865879082696316887,0.86865879082696316887,\(source)",
                "JPY,14414.523974982626824,144.14523974982626824,\(source)",
                "USD,100,1,,2025-06-13T12:00:00Z",
            ])
    }

    @Test("Many lines with many pairs make one request")
    func lines() async throws {
        let text = (1...500).map { "\($0) USD SEK\n\($0) JPY USD EUR\n\($0)\n" }.joined()
        let output = try await runConvert(
            "convert - SEK NOK --csv --no-header", [.get(RatePath.frankfurter, answer: try .recording(recorded))],
            text: text)
        #expect(output.status == .success, "\(output.errors.prefix(300))")
        #expect(output.outputLines.count == 2000)
    }

    @Test("The ECB's list replaces a failed frankfurter: one line per step, with its provider and date in each row")
    func fallsToECB() async throws {
        let exchanges: [Exchange] = [
            .get(RatePath.frankfurter, answer: .status(503)),
            .get(RatePath.ecb, answer: try .recording(xml, type: "text/xml")),
        ]
        let output = try await runConvert(
            "convert 1.1831 USD SEK EUR --csv --no-header --fields result,provider,time,stale", exchanges,
            at: "2015-01-08")
        #expect(output.status == .success)
        #expect(
            output.outputLines == [
                "9.3989,ecb,2015-01-07T00:00:00Z,false", "1,ecb,2015-01-07T00:00:00Z,false",
            ])
        #expect(output.errors == "crypto: frankfurter: refused with status 503; trying ecb\n")
    }

    @Test("ExchangeRate-API is named once per run, whatever it answers, and not with --quiet")
    func attribution() async throws {
        let answer = try Answer.recording("er-api/latest-usd-20240819.json")
        let output = try await runConvert(
            "convert - -p erapi --csv --no-header --fields result", [.get(RatePath.erapi, answer: answer)],
            at: "2024-08-19",
            text: "1 USD SEK EUR\n2 USD SEK\n3.6725 AED USD\n")
        #expect(output.outputLines == ["10.454472", "0.907539", "20.908944", "1"])
        #expect(
            output.errors
                == "crypto: erapi: Rates By Exchange Rate API (https://www.exchangerate-api.com)\n")
        let quiet = try await runConvert(
            "convert 1 USD SEK -p erapi -q", [.get(RatePath.erapi, answer: answer)], at: "2024-08-19")
        #expect(quiet.errors.isEmpty)
    }

    @Test(
        "A currency that one provider lacks is requested from the next; no provider is asked twice",
        arguments: ["SEK AED", "AED SEK"])
    func nextProvider(_ targets: String) async throws {
        let exchanges: [Exchange] = [
            .get(RatePath.frankfurter, answer: try .recording(recorded)),
            .get(RatePath.ecb, answer: try .recording(xml, type: "text/xml")),
            .get(RatePath.erapi, answer: try .recording("er-api/latest-usd-20240819.json")),
        ]
        let output = try await runConvert(
            "convert 1 USD \(targets) -q --csv --no-header --fields to,result,provider", exchanges)
        #expect(output.status == .success, "\(output.errors)")
        #expect(output.output.contains("AED,3.6725,erapi\r\n"))
    }

    @Test("The key of fixer is sent once and never shown")
    func fixerRates() async throws {
        let answer = try Answer.recording("fixer/phpeso-rates-latest.json")
        let output = try await runConvert(
            "convert 1 EUR SEK USD -p fixer -v --csv --no-header --fields result,provider,time",
            [.get(RatePath.fixer, query: ["access_key": "a-test-key"], answer: answer)], at: "2025-06-20")
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

    @Test("An error in a body is an error with any status", arguments: refusals)
    func fixerRefuses(_ name: String, _ status: Int, _ expected: ToolStatus) async throws {
        let answer = try Answer.recording(name, status: status)
        let output = try await runConvert("convert 1 EUR SEK -p fixer", [.get(RatePath.fixer, answer: answer)])
        expectFailure(output, expected, says: "fixer: ")
        #expect(!output.errors.contains("a-test-key"))
    }

    @Test(
        "fixer's codes 104 and 105 are explained: the quota is used up, and https is not in each free plan",
        arguments: [
            (
                #"{"success":false,"error":{"code":104,"type":"usage_limit_reached"}}"#, ToolStatus.tryLater,
                "fixer: too many requests: the quota of the plan is used up (usage_limit_reached)"
            ),
            (
                #"{"success":false,"error":{"code":105,"type":"https_access_restricted"}}"#, .unavailable,
                "fixer: refused: not in the plan of this key, as https is not in each free one; a key of apilayer has it, with "
                    + "CRYPTO_FIXER_URL=https://api.apilayer.com/fixer (https_access_restricted)"
            ),
        ])
    func explained(_ body: String, _ status: ToolStatus, _ words: String) async throws {
        let output = try await runConvert(
            "convert 1 EUR SEK -p fixer --retries 0", [.get(RatePath.fixer, answer: .json(body))])
        expectFailure(output, status, says: words)
    }

    @Test("apilayer's host gets the key of fixer as a header, which is not shown")
    func apilayer() async throws {
        let answer = try Answer.recording("fixer/phpeso-rates-latest.json")
        let exchange = Exchange.get("/fixer/latest", query: .none, headers: ["apikey": "a-test-key"], answer: answer)
        let run = try await withLoopbackServer([exchange]) { server in
            await runTool(
                "convert 1 EUR SEK -p fixer -v --csv --no-header --fields result",
                ["CRYPTO_FIXER_URL": server.url + "/fixer", "CRYPTO_FIXER_KEY": "a-test-key"])
        }
        #expect(run.output == "11.135622\r\n")
        #expect(!run.errors.contains("a-test-key") && !run.errors.contains("access_key"))
    }

    @Test("An error of ExchangeRate-API with status 200 is an error")
    func erapiRefuses() async throws {
        let answer = try Answer.recording("er-api/error-unsupported-code.json")
        let output = try await runConvert("convert 1 EUR SEK -p erapi", [.get(RatePath.erapi, answer: answer)])
        expectFailure(output, .unavailable, says: "unsupported-code")
    }

    @Test("A coin is converted through dollars and fiat rates: two legs, explained, rounded once")
    func coinThroughDollars() async throws {
        let bitcoin = try Answer.recording("coingecko/markets-bitcoin-usd-20210515.json")
        let none = Answer.json("[]")
        let exchanges: [Exchange] = [
            .get("/api/v3/coins/markets", query: ["vs_currency": "sek"], answer: none),
            .get("/api/v3/coins/markets", query: ["vs_currency": "eur"], answer: none),
            .get("/api/v3/coins/markets", query: ["vs_currency": "usd"], answer: bitcoin),
            .get(RatePath.frankfurter, answer: try .recording(recorded)),
        ]
        let output = try await runConvert(
            "convert 0.1 BTC SEK EUR -p coingecko --explain -q --fields amount,to,result,stale --digits 6", exchanges)
        #expect(output.status == .success, "\(output.errors)")
        let (price, day) = ("2021-05-15T15:59:43.867Z", "2025-06-13T00:00:00Z")
        let expected = [
            ["AMOUNT", "TO", "RESULT", "STALE"], ["0.100000", "SEK", "46,715.823966", "yes"],
            ["FROM", "TO", "RATE", "PROVIDER", "TIME"],
            ["BTC", "USD", "49,053.000000", "coingecko", price],
            ["USD", "SEK", "9.5235406532", "frankfurter", day],
            ["0.100000", "EUR", "4,261.031967", "yes"],
            ["FROM", "TO", "RATE", "PROVIDER", "TIME"],
            ["BTC", "USD", "49,053.00000", "coingecko", price],
            ["USD", "EUR", "0.8686587908", "frankfurter", day],
        ]
        let cells = output.outputLines.map { $0.split(separator: " ").map(String.init) }
        #expect(cells == expected)
    }

    @Test("A coin that the provider quotes in the currency makes one request, without rates")
    func directQuote() async throws {
        let bitcoin = try Answer.recording("coingecko/markets-bitcoin-myr-20210515.json")
        let output = try await runConvert(
            "convert 2 BTC MYR --json --fields path,provider",
            [.get("/api/v3/coins/markets", query: ["vs_currency": "myr"], answer: bitcoin)])
        #expect(output.status == .success)
        #expect(output.output.contains(#""from":"BTC","to":"MYR""#))
        #expect(output.output.contains(#""provider":"coingecko"}"#))
    }
}
