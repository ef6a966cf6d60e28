import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

@Suite("frankfurter", .quick)
struct FrankfurterTests {
    private static func row(_ date: String, _ quote: String, _ rate: String) -> String {
        #"{"date":"\#(date)","base":"EUR","quote":"\#(quote)","rate":\#(rate)}"#
    }

    private static func rows(_ rows: String...) -> Answer { .json("[\(rows.joined(separator: ","))]") }

    /// Asks a client at a server whose URL ends in `path`.
    private static func ask<Answer: Sendable>(
        below path: String = "", _ exchanges: [Exchange],
        _ body: (RateClient) async throws(ProviderFailure) -> Answer
    ) async throws -> Result<Answer, ProviderFailure> {
        try await withLoopbackServer(exchanges) { server in
            let client = MarketProvider.listed("frankfurter").rateClient(server, below: path)
            return await .catching { () async throws(ProviderFailure) in try await body(client) }
        }
    }

    private static func history(_ from: String, _ to: String, _ codes: String, _ exchange: Exchange) async throws
        -> Result<[RateTable], ProviderFailure>
    {
        let currencies = Set(codes.split(separator: " ").compactMap { Currency($0) })
        return try await ask([exchange]) { client throws(ProviderFailure) in
            guard let history = client.history else { throw ProviderFailure("frankfurter", .cannot(.history)) }
            return try await history(RatePeriod(from: .of(from), to: .of(to), currencies: currencies))
        }
    }

    private static func rates(of day: String, _ answer: Answer) async throws -> Result<RateTable, ProviderFailure> {
        try await ask([.get("/v2/rates", query: .text("date=\(day.prefix(10))"), answer: answer)]) {
            client throws(ProviderFailure) in
            guard let onDay = client.onDay else { throw ProviderFailure("frankfurter", .cannot(.history)) }
            return try await onDay(.of(day))
        }
    }

    @Test(
        "The URL names the version; without one it is 2",
        arguments: [("", "/v2/rates"), ("/v2", "/v2/rates"), ("/x", "/x/v2/rates"), ("/x/v2/", "/x/v2/rates")])
    func version(path: String, requested: String) async throws {
        let answer = Self.rows(Self.row("2024-03-01", "SEK", "11.2"))
        let table = try await Self.ask(below: path, [.get(requested, query: .none, answer: answer)]) {
            client throws(ProviderFailure) in try await client.latest()
        }.get()
        #expect(table.rate("SEK") == "11.2" && table.nextPublication == nil)
    }

    @Test("Version 1 is read where the URL names it, with the ECB's time of publication", arguments: ["/v1", "/x/v1/"])
    func firstVersion(path: String) async throws {
        let body = #"{"amount":1.0,"base":"EUR","date":"2024-03-01","rates":{"SEK":11.2}}"#
        let requested = (path.hasSuffix("/") ? String(path.dropLast()) : path) + "/latest"
        let table = try await Self.ask(below: path, [.get(requested, query: .none, answer: .json(body))]) {
            client throws(ProviderFailure) in try await client.latest()
        }.get()
        // 1 March 2024 is a Friday.
        #expect(table.rate("SEK") == "11.2" && table.nextPublication?.description == "2024-03-04T15:00:00Z")
    }

    @Test("Of rows of one currency the newest counts, and each rate keeps its own date")
    func dates() async throws {
        let answer = Self.rows(
            Self.row("2026-10-05", "EUR", "1.0"), Self.row("2026-10-06", "ARS", "1710"),
            Self.row("2026-10-07", "USD", "1.25"), Self.row("2026-10-06", "USD", "1.5"),
            Self.row("2026-10-08", "AUD", "2"), Self.row("2026-10-07", "AUD", "3"))
        let table = try await RateWire.frankfurter.latest(answer).get()
        #expect(table.time.day == "2026-10-08" && table.dropped.isEmpty)
        #expect(["EUR", "ARS", "USD", "AUD"].map { table.rate($0) } == ["1", "1710", "1.25", "2"])
        #expect(table.times.map { "\($0.key) \($0.value.day)" }.sorted() == ["ARS 2026-10-06", "USD 2026-10-07"])
        var graph = RateGraph()
        graph.add(table)
        func day(_ from: Currency, _ to: String) throws -> String? {
            let to = try #require(Currency(to))
            return try graph.conversion(from: Asset(from), to: Asset(to)).time?.day
        }
        #expect(try day(.eur, "ARS") == "2026-10-06" && day(.usd, "ARS") == "2026-10-06")
        #expect(try day(.usd, "EUR") == "2026-10-07" && day(.usd, "AUD") == "2026-10-07")
        #expect(try day(.eur, "AUD") == "2026-10-08")
    }

    @Test("Of two providers the one with the newer rate is used, not the one with the newer table")
    func newerRate() throws {
        var old = RateTable.of("EUR", "ARS=1 USD=2", provider: "a", time: "2026-10-08T00:00:00Z")
        old.times = [Currency("ARS") ?? .usd: .of("2026-10-01")]
        let new = RateTable.of("EUR", "ARS=3 USD=4", provider: "b", time: "2026-10-07T00:00:00Z")
        var graph = RateGraph()
        graph.add(old)
        graph.add(new)
        let peso = Asset(try #require(Currency("ARS")))
        #expect(try graph.conversion(from: Asset(.eur), to: peso).providers == ["b"])
        #expect(try graph.conversion(from: peso, to: Asset(.usd)).providers == ["b"])
        #expect(try graph.conversion(from: Asset(.eur), to: Asset(.usd)).providers == ["a"])
    }

    @Test("A day is asked for with its date; newer rows are not used, and a day before the first one is not kept")
    func onDay() async throws {
        let answer = Self.rows(Self.row("2024-02-23", "SEK", "11"), Self.row("2024-02-26", "SEK", "12"))
        let table = try await Self.rates(of: "2024-02-25T23:59:59Z", answer).get()
        #expect(table.rate("SEK") == "11" && table.time.day == "2024-02-23")
        let none = try await Self.rates(of: "1900-01-01", .json("[]"))
        #expect(none == .failure(ProviderFailure("frankfurter", .notKept("rates of 1900-01-01"))))
    }

    @Test("A period of any length is one request with its currencies")
    func period() async throws {
        let exchange = Exchange.get(
            "/v2/rates", query: "from=1999-01-04&to=2026-10-07&quotes=SEK,USD",
            answer: Self.rows(Self.row("1999-01-04", "SEK", "9.4"), Self.row("1999-01-04", "USD", "1.1789")))
        let tables = try await Self.history("1999-01-04", "2026-10-07", "USD SEK", exchange).get()
        #expect(tables.map(\.time.day) == ["1999-01-04"] && tables[0].rates.count == 3)
    }

    @Test("A day has the last rates of the fortnight before it, also those that came before the period")
    func carriedForward() async throws {
        let answer = Self.rows(
            Self.row("2024-02-12", "ARS", "900"), Self.row("2024-02-16", "SEK", "11"),
            Self.row("2024-02-19", "SEK", "12"),
            Self.row("2024-02-26", "SEK", "0"), Self.row("2024-02-27", "SEK", "13"))
        let tables = try await Self.history(
            "2024-02-16", "2024-02-27", "", .get("/v2/rates", query: "from=2024-02-16&to=2024-02-27", answer: answer)
        ).get()
        let ars = try #require(Currency("ARS"))
        #expect(
            tables.map { "\($0.time.day) \($0.rate("SEK") ?? "-") \($0.times[ars]?.day ?? "-")" } == [
                "2024-02-12 - -", "2024-02-16 11 2024-02-12", "2024-02-19 12 2024-02-12", "2024-02-26 12 2024-02-12",
                "2024-02-27 13 -",
            ])
        #expect(tables.map { $0.rate("ARS") } == ["900", "900", "900", "900", nil])
        #expect(tables[3].dropped.map(\.problem) == ["SEK: the rate 0 is not above 0"])
    }

    @Test("No rows are no days; only bad rows are an error")
    func emptyPeriod() async throws {
        #expect(
            try await Self.history("1900-01-01", "1900-01-02", "SEK", .get("/v2/rates", answer: .json("[]")))
                == .success([]))
        let bad = Self.rows(Self.row("2024-02-26", "SEK", "0"))
        #expect(
            try await Self.history("2024-02-26", "2024-02-27", "SEK", .get("/v2/rates", answer: bad))
                == .failure(ProviderFailure("frankfurter", .invalidData("row 1: SEK: the rate 0 is not above 0"))))
    }

    @Test("The recorded period has rates on a Saturday", .needsRecordings)
    func recordedPeriod() async throws {
        let exchange = Exchange.get(
            "/v2/rates", answer: try .recording("frankfurter/v2-rates-usd-eur-jpy-20260903-05.json"))
        let tables = try await Self.history("2026-09-03", "2026-09-05", "USD EUR JPY", exchange).get()
        #expect(
            tables.map { "\($0.time.day) \($0.rate("EUR") ?? "") \($0.rate("JPY") ?? "")" } == [
                "2026-09-03 0.8617 157.89", "2026-09-04 0.86012 156.68", "2026-09-05 0.86006 156.61",
            ])
        #expect(tables.allSatisfy { $0.base == .usd && $0.times.isEmpty })
    }

    @Test("The recorded rates keep their dates", .needsRecordings)
    func recordedDates() async throws {
        let table = try await RateWire.frankfurter.latest(.recording("frankfurter/v2-rates-eur-20261007.json")).get()
        #expect(table.times.map { "\($0.key) \($0.value.day)" } == ["ARS 2026-10-06"])
    }

    @Test(
        "An error says what it is: a code that the service does not know is no currency of its own",
        arguments: [
            (422, "invalid currency: UYW", ProviderFailure.Reason.cannotQuote(Currency("SEK") ?? .usd)),
            (422, "invalid date", .status(422, words: "invalid date")),
            (404, "not found", .status(404, words: "not found")),
            (503, "request timed out", .status(503, words: "request timed out")),
        ])
    func errors(status: Int, message: String, reason: ProviderFailure.Reason) async throws {
        let answer = Answer.json(#"{"status":\#(status),"message":"\#(message)"}"#, status: status)
        let result = try await Self.history("2024-02-26", "2024-02-27", "UYW SEK", .get("/v2/rates", answer: answer))
        #expect(result == .failure(ProviderFailure("frankfurter", reason)))
    }
}
