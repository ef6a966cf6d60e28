import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

@Suite("Providers of rates", .quick)
struct RateProviderTests {
    @Test("One request, all currencies, the source's date", arguments: RateWire.all.map(\.name))
    func sound(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        let table = try await wire.latest(wire.body("10.9635")).get()
        #expect(table.rates.count == 3 && table.dropped.isEmpty)
        #expect(table.base == .eur && table.rate("EUR") == "1")
        #expect(table.rate("SEK") == "10.9635" && table.rate("USD") == "1.25")
        #expect(
            table.time.description
                == (["erapi", "fixer"].contains(name) ? "2024-03-01T12:00:00Z" : "2024-03-01T00:00:00Z"))
        #expect(table.provider == name && wire.provider.jobs == [.rates])
    }

    @Test(
        "One bad rate is left out and said, the others stand, and there is no zero in its place",
        arguments: RateWire.all.map(\.name),
        [
            ("0", "SEK: the rate 0 is not above 0"), ("-10.9", "SEK: the rate -10.9 is not above 0"),
            ("\"abc\"", "SEK: rate is not a number"), ("\"\"", "SEK: rate is missing"),
            ("\"NaN\"", "SEK: rate is not a number"), ("\" 10\"", "SEK: rate is not a number"),
            ("\"10,9\"", "SEK: rate is not a number"), ("\"1e9999\"", "SEK: rate is not a number"),
        ])
    func badRate(name: String, bad: (rate: String, problem: String)) async throws {
        let wire = try #require(RateWire.named(name[...]))
        let table = try await wire.latest(wire.body(bad.rate)).get()
        #expect(table.rates.keys.map(\.code).sorted() == ["EUR", "USD"])
        #expect(table.dropped.map(\.symbol) == ["SEK"])
        #expect(table.dropped.map(\.problem) == [bad.problem])
    }

    @Test(
        "Null and a wrong kind are bad rates of JSON too; a number as text is none",
        arguments: RateWire.all.map(\.name).filter { $0 != "ecb" })
    func badJSONRate(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        #expect(try await wire.latest(wire.body("null")).get().dropped.map(\.problem) == ["SEK: rate is missing"])
        for bad in ["{}", "[1]", "true"] {
            #expect(try await wire.latest(wire.body(bad)).get().dropped.map(\.problem) == ["SEK: rate is not a number"])
        }
        #expect(try await wire.latest(wire.body("\"10.9635\"")).get().rate("SEK") == "10.9635")
        #expect(try await wire.latest(wire.body("1.09635e1")).get().rate("SEK") == "10.9635")
    }

    @Test("A code twice, also in another letter case, spoils the answer", arguments: RateWire.all.map(\.name))
    func duplicates(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        for code in ["SEK", "sek"] {
            let twice =
                switch name {
                case "ecb": "1'/><Cube currency='\(code)' rate='1"
                case "frankfurter": #"1},{"date":"2024-03-01","base":"EUR","quote":"\#(code)","rate":1"#
                default: "1,\"\(code)\":1"
                }
            guard case .invalidData(let problem) = try await wire.latest(wire.body(twice)).failure?.reason else {
                Issue.record("\(name) took \(code) twice")
                continue
            }
            #expect(problem.lowercased().hasPrefix("'sek' twice"), "\(name)")
        }
    }

    @Test(
        "What is no table of rates is invalid data, never an empty success",
        arguments: [
            ("frankfurter/v1", #"{"base":"EUR","date":"2024-03-01"}"#, "rates is missing"),
            ("frankfurter/v1", #"{"base":"EUR","date":"2024-03-01","rates":{}}"#, "there are no rates"),
            (
                "frankfurter/v1", #"{"base":"EUR","date":"2024-03-01","rates":{"USD":0,"SEK":-1}}"#,
                "row 1: USD: the rate 0 is not above 0"
            ),
            ("frankfurter/v1", #"{"base":"EUR","date":"2024-03-01","rates":[1]}"#, "rates is not an object"),
            ("frankfurter/v1", #"{"base":"EUR","date":"2024-03-01","rates":null}"#, "rates is not an object"),
            ("frankfurter/v1", #"{"date":"2024-03-01","rates":{"USD":1}}"#, "base is missing"),
            ("frankfurter/v1", #"{"base":"","date":"2024-03-01","rates":{"USD":1}}"#, "base is missing"),
            ("frankfurter/v1", #"{"base":"EUR","rates":{"USD":1}}"#, "date is missing"),
            ("frankfurter/v1", #"{"base":"EUR","date":"2024-02-30","rates":{"USD":1}}"#, "date is not a day"),
            (
                "frankfurter/v1", #"{"amount":100,"base":"EUR","date":"2024-03-01","rates":{"USD":108}}"#,
                "amount is not 1"
            ),
            (
                "frankfurter/v1", #"{"base":"EUR","date":"2024-03-01","rates":{"EUR":2,"USD":1}}"#,
                "one EUR is not 1 EUR"
            ),
            ("frankfurter/v1", #"{"base":"EUR","date":"2024-03-01","rates":{"EUR":1}}"#, "there are no rates"),
            (
                "frankfurter/v1", #"{"base":"EUR","base":"USD","date":"2024-03-01","rates":{"EUR":1}}"#,
                "'base' twice at byte 14"
            ),
            ("frankfurter/v1", "<html>", "HTML instead of JSON"), ("frankfurter/v1", "{", "cut short after 1 bytes"),
            ("frankfurter", "[]", "there are no rates"),
            ("frankfurter", row("EUR", "EUR", "1"), "there are no rates"),
            ("frankfurter", row("EUR", "SEK", "0"), "row 1: SEK: the rate 0 is not above 0"),
            ("frankfurter", row("EUR", "", "1"), "quote is missing"),
            ("frankfurter", row("", "SEK", "1"), "base is missing"),
            ("frankfurter", row("EUR", "SEK", "1", date: "2024-02-30"), "date is not a day"),
            ("frankfurter", row("EUR", "SEK", "1", date: ""), "date is missing"),
            (
                "frankfurter", row("EUR", "SEK", "11", "USD", "SEK", "10"), "rates of two currencies, EUR and USD"
            ),
            ("frankfurter", row("EUR", "EUR", "2", "EUR", "SEK", "11"), "one EUR is not 1 EUR"),
            ("frankfurter", row("EUR", "SEK", "11", "EUR", "SEK", "11"), "'SEK' twice"),
            ("frankfurter", "[1]", "a number instead of an object at byte 1"),
            ("frankfurter", #"{"rates":{}}"#, "an object instead of an array at byte 0"),
            ("erapi", #"{"rates":{"SEK":1},"base_code":"USD","time_last_update_unix":1}"#, "result is not 'success'"),
            ("erapi", #"{"result":"success","rates":{"SEK":1},"base_code":"USD"}"#, "time_last_update_unix is missing"),
            (
                "erapi", #"{"result":"success","rates":{"SEK":1},"base_code":"USD","time_last_update_unix":-5}"#,
                "time_last_update_unix is not a time"
            ),
            ("fixer", #"{"success":true,"base":"EUR","rates":{"SEK":1}}"#, "timestamp is missing"),
            ("fixer", #"{"success":1}"#, "rates is missing"),
            ("fixer", "[]", "an array instead of an object at byte 0"),
            ("currencyapi", #"{"date":"2024-03-01"}"#, "rates is missing"),
            ("currencyapi", #"{"date":"2024-03-01","usd":[]}"#, "rates is missing"),
            ("currencyapi", #"{"date":"2024-03-01","usd":{}}"#, "there are no rates"),
            ("currencyapi", #"{"date":"2024-03-01","usd":{"ada":1.4}}"#, "there are no rates"),
            ("currencyapi", #"{"date":"2024-03-01","usd":{"sek":""}}"#, "row 1: SEK: rate is missing"),
            ("currencyapi", #"{"usd":{"sek":10}}"#, "date is missing"),
            ("currencyapi", #"{"date":"2024-3-1","usd":{"sek":10}}"#, "date is not a day"),
            ("currencyapi", #"{"date":"2024-03-01","usd":{"sek":1},"eur":{"sek":1}}"#, "rates of two currencies"),
            ("currencyapi", #"{"date":"2024-03-01","usd":{"usd":2,"sek":1}}"#, "one USD is not 1 USD"),
            ("ecb", "{\"rates\":{}}", "no XML: no element at byte 0"),
            ("ecb", "<rss/>", "<rss> instead of <gesmes:Envelope>"),
            ("ecb", "<!DOCTYPE html><html></html>", "HTML instead of XML"),
            (
                "ecb", "<!DOCTYPE lolz [<!ENTITY lol \"lol\">]><gesmes:Envelope>&lol;</gesmes:Envelope>",
                "a DOCTYPE at byte 0"
            ),
            (
                "ecb", "<?xml version='1.0' encoding='UTF-16'?><gesmes:Envelope/>",
                "the encoding 'UTF-16' instead of UTF-8 at byte 20"
            ),
            ("ecb", "<gesmes:Envelope>&x;</gesmes:Envelope>", "the unknown entity 'x' at byte 17"),
            ("ecb", "<gesmes:Envelope><Cube>", "cut short after 23 bytes"),
            ("ecb", "<gesmes:Envelope/><!--x-->y", "more than one element at byte 26"),
            ("ecb", "<gesmes:Envelope><Cube><Cube time='1 March'/></Cube></gesmes:Envelope>", "time is not a day"),
            ("ecb", "<gesmes:Envelope><Cube><Cube/></Cube></gesmes:Envelope>", "time is missing"),
            ("ecb", "<gesmes:Envelope><Cube><Cube time='2024-03-01'/></Cube></gesmes:Envelope>", "there are no rates"),
            (
                "ecb",
                "<gesmes:Envelope><Cube><Cube time='2024-03-01'><Cube rate='1'/></Cube></Cube></gesmes:Envelope>",
                "currency is missing"
            ),
            (
                "ecb",
                "<gesmes:Envelope><Cube><Cube time='2024-03-01'><Cube currency='SEK'/></Cube></Cube></gesmes:Envelope>",
                "row 1: SEK: rate is missing"
            ),
        ])
    func noTable(name: String, body: String, problem: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        #expect(try await wire.latest(body) == .failure(ProviderFailure(wire.name, .invalidData(problem))))
    }

    /// Rows of version 2 of frankfurter: base, quote and rate of each.
    private static func row(_ parts: String..., date: String = "2024-03-01") -> String {
        let rows = stride(from: 0, to: parts.count, by: 3).map { index in
            #"{"date":"\#(date)","base":"\#(parts[index])","quote":"\#(parts[index + 1])","rate":\#(parts[index + 2])}"#
        }
        return "[\(rows.joined(separator: ","))]"
    }

    @Test("The answer's base counts, whatever was asked for", arguments: ["frankfurter", "erapi", "fixer"])
    func otherBase(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        let body = wire.body("6.4").replacing("\"EUR\"", with: "\"GBP\"")
        let table = try await wire.latest(body).get()
        #expect(table.base.code == "GBP" && table.rate("GBP") == "1")
        var graph = RateGraph()
        graph.add(table)
        #expect(try graph.conversion(from: Asset(.usd), to: Asset(.sek)).rate == ExactDecimal("5.12"))
    }

    @Test("Statuses that are no success, with and without words", arguments: RateWire.all.map(\.name))
    func statuses(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        let reasons: [(Int, ProviderFailure.Reason)] = [
            (401, .unauthorized(words: nil)), (403, .status(403, words: nil)), (404, .status(404, words: nil)),
            (429, .rateLimited(words: nil)), (500, .status(500, words: nil)), (503, .status(503, words: nil)),
        ]
        for (status, reason) in reasons {
            let answer = Answer.status(status, headers: [("Retry-After", "1200")], body: "<html>no</html>")
            let failure = try await wire.latest(answer).failure
            #expect(failure == ProviderFailure(name, reason, retryAfter: .seconds(1200)))
        }
        let empty = try await wire.latest(.response()).failure
        guard case .transport(let error) = empty?.reason else {
            Issue.record("\(name) took an empty body")
            return
        }
        #expect(error.reason == .invalid(.emptyBody))
    }

    @Test(
        "An error in the body is one whatever the status",
        arguments: [
            (
                "erapi", #"{"result":"error","error-type":"quota-reached"}"#,
                ProviderFailure.Reason.rateLimited(words: "quota-reached")
            ),
            ("erapi", #"{"result":"error","error-type":"invalid-key"}"#, .unauthorized(words: "invalid-key")),
            ("erapi", #"{"result":"error"}"#, .status(200, words: nil)),
            ("fixer", #"{"success":false}"#, .status(200, words: nil)),
            (
                "fixer", #"{"success":false,"error":{"code":104,"type":"usage_limit_reached"}}"#,
                .rateLimited(words: "the quota of the plan is used up (usage_limit_reached)")
            ),
            (
                "fixer", #"{"success":false,"error":{"code":102,"type":"inactive_user","info":"inactive"}}"#,
                .unauthorized(words: "inactive")
            ),
            (
                "fixer", #"{"success":false,"error":{"code":104}}"#,
                .rateLimited(words: "the quota of the plan is used up")
            ),
            ("fixer", #"{"error":"no"}"#, .status(200, words: "no")),
            ("fixer", #"{"success":false,"base":"EUR","timestamp":1,"rates":{"SEK":1}}"#, .status(200, words: nil)),
        ])
    func errorsInside(name: String, body: String, reason: ProviderFailure.Reason) async throws {
        let wire = try #require(RateWire.named(name[...]))
        #expect(try await wire.latest(body) == .failure(ProviderFailure(name, reason)))
    }

    @Test("Fixer's key goes into the query and into no message; without it no request is sent")
    func key() async throws {
        try await withLoopbackServer([]) { server in
            let client = MarketProvider.listed("fixer").rateClient(server)
            await #expect(throws: ProviderFailure("fixer", .missingKey)) { try await client.latest() }
            #expect(server.connectionCount == 0)
        }
        let failure = try await RateWire.fixer.latest(.json(#"{"message":"Invalid"}"#, status: 401)).failure
        #expect(failure == ProviderFailure("fixer", .unauthorized(words: "Invalid")))
        let echo = #"{"success":false,"error":{"code":101,"info":"access_key=sEcrEt is wrong"}}"#
        guard case .unauthorized(let words?) = try await RateWire.fixer.latest(echo).failure?.reason else {
            Issue.record("no word on the key")
            return
        }
        #expect(!words.contains("sEcrEt"))
    }

    @Test("At apilayer's host fixer's key is a header and never in the URL", arguments: ["/fixer", "/x/fixer/"])
    func apilayer(path: String) async throws {
        let requested = (path.hasSuffix("/") ? String(path.dropLast()) : path) + "/latest"
        for (status, body) in [(200, RateWire.fixer.body("10.9635")), (401, #"{"message":"Invalid sEcrEt"}"#)] {
            let exchange = Exchange.get(
                requested, query: .none, headers: ["apikey": "sEcrEt"], answer: .json(body, status: status))
            let result = try await withLoopbackServer([exchange]) { server in
                let client = MarketProvider.listed("fixer").rateClient(server, below: path, key: "sEcrEt")
                return await Result.catching { () async throws(ProviderFailure) in try await client.latest() }
            }
            if status == 200 {
                #expect(try result.get().rate("SEK") == "10.9635")
            } else {
                #expect(result == .failure(ProviderFailure("fixer", .unauthorized(words: "Invalid ***"))))
            }
        }
    }

    @Test("Making a client asks nothing", arguments: RateWire.all.map(\.name))
    func makingAsksNothing(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        try await withLoopbackServer([]) { server in
            let client = wire.provider.rateClient(server, key: wire.key)
            #expect(client.now() == TestClock().now)
            #expect(client.refreshInterval == .seconds(300))
            #expect(server.connectionCount == 0)
        }
    }

    @Test("A provider without the job says so", arguments: RateWire.all.map(\.name))
    func cannot(name: String) async throws {
        let settings = ProviderSettings(http: .curl(HTTPConfiguration(userAgent: "test")), time: TestClock().source)
        let client = MarketProvider.listed(name).make(settings)
        await #expect(throws: ProviderFailure(name, .cannot(.list))) {
            try await client.list(ListQuery(.first(1), currency: CurrencyChoice(.usd)))
        }
        #expect(try await client.quotes(["BTC"]).map(\.failure) == [ProviderFailure(name, .cannot(.price))])
        let rates = MarketProvider.listed("coingecko").makeRates(settings)
        await #expect(throws: ProviderFailure("coingecko", .cannot(.rates))) { try await rates.latest() }
    }

    @Test("A provider is named as it asks for, and few ask for it")
    func attribution() {
        #expect(MarketProvider.listed("erapi").attribution?.hasPrefix("Rates By Exchange Rate API") == true)
        #expect(
            MarketProvider.all.filter { $0.attribution != nil }.map(\.name)
                == [
                    "coingecko", "coinmarketcap", "cryptocompare", "okx", "ecb", "erapi", "iex", "geckoterminal",
                    "dexpaprika", "alternative-me",
                ])
    }
}
