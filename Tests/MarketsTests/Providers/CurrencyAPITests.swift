import Markets
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("currencyapi", .quick)
struct CurrencyAPITests {
    private static let first = "https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@"
    private static let file = "/v1/currencies/usd.min.json"

    private static func body(_ day: String, sek: String = "10.3") -> HTTPResponse {
        HTTPResponse(
            status: 200, body: Array(#"{"date":"\#(day)","usd":{"eur":0.92,"sek":\#(sek)}}"#.utf8), host: "x", url: "x")
    }

    private static func status(_ status: Int) -> HTTPResponse {
        HTTPResponse(status: status, body: Array("no".utf8), host: "x", url: "x")
    }

    /// A client at a moment whose requests `answer` answers by their URL, and the requested URLs.
    private static func client(
        at now: String, base: String? = nil,
        _ answer: @escaping @Sendable (String) throws(TransportError) -> HTTPResponse
    ) -> (client: RateClient, urls: () -> [String]) {
        let urls = Requests()
        let http = HTTPClient { request async throws(TransportError) in
            urls.add(request.redactedURL)
            return try answer(request.redactedURL)
        }
        let settings = ProviderSettings(http: http, base: base, time: TestClock(start: .of(now)).source)
        return (MarketProvider.listed("currencyapi").makeRates(settings), { urls.all })
    }

    /// The rates of a day.
    private static func rates(of day: String, _ client: RateClient) async throws(ProviderFailure) -> RateTable {
        guard let onDay = client.onDay else { throw ProviderFailure("currencyapi", .cannot(.history)) }
        return try await onDay(.of(day))
    }

    private final class Requests: Sendable {
        private let urls = Mutex<[String]>([])
        var all: [String] { urls.withLock { $0 } }
        func add(_ url: String) { urls.withLock { $0.append(url) } }
    }

    @Test("The newest file says its day, and counts as new until the next midnight UTC")
    func latest() async throws {
        let (client, urls) = Self.client(at: "2026-11-23T04:00:00Z") { _ in Self.body("2026-11-23") }
        let table = try await client.latest()
        #expect(table.base == .usd && table.rate("SEK") == "10.3" && table.time.day == "2026-11-23")
        #expect(table.nextPublication?.description == "2026-11-24T00:00:00Z")
        #expect(urls() == [Self.first + "latest" + Self.file])
        // A file of yesterday: the next one is late, and it is unknown by how much.
        let (late, _) = Self.client(at: "2026-11-23T04:00:00Z") { _ in Self.body("2026-11-22") }
        #expect(try await late.latest().nextPublication == nil)
    }

    @Test("A failure of the first host, whatever it is, leads to the second one", arguments: [403, 404, 429, 451, 503])
    func secondHost(status: Int) async throws {
        let (client, urls) = Self.client(at: "2026-11-23T04:00:00Z") { url in
            url.contains("jsdelivr") ? Self.status(status) : Self.body("2026-11-23")
        }
        #expect(try await client.latest().rate("SEK") == "10.3")
        #expect(urls().last == "https://latest.currency-api.pages.dev" + Self.file && urls().count == 2)
    }

    @Test("A first host that is not reached, or sends a page, leads to the second one, for a day too")
    func noFirstHost() async throws {
        for isReached in [false, true] {
            let (client, urls) = Self.client(at: "2026-11-23T04:00:00Z") { url throws(TransportError) in
                guard url.contains("jsdelivr") else { return Self.body("2026-11-20") }
                guard isReached else { throw TransportError(host: "cdn.jsdelivr.net", reason: .unreachable(.dns)) }
                return HTTPResponse(status: 200, body: Array("<html>".utf8), host: "x", url: "x")
            }
            let table = try await Self.rates(of: "2026-11-20", client)
            #expect(table.time.day == "2026-11-20")
            #expect(
                urls() == [
                    Self.first + "2026-11-20" + Self.file, "https://2026-11-20.currency-api.pages.dev" + Self.file,
                ])
        }
    }

    @Test("If both hosts fail, the failure is that of the first one")
    func bothFail() async throws {
        let (client, _) = Self.client(at: "2026-11-23T04:00:00Z") { url in
            Self.status(url.contains("jsdelivr") ? 403 : 404)
        }
        await #expect(throws: ProviderFailure("currencyapi", .status(403, words: nil))) { try await client.latest() }
    }

    @Test("CRYPTO_CURRENCYAPI_URL replaces both hosts; for a day only the one whose path names it")
    func replaced() async throws {
        let (client, urls) = Self.client(at: "2026-11-23T04:00:00Z", base: "https://x.invalid/p") { _ in
            Self.status(503)
        }
        _ = try? await client.latest()
        _ = try? await Self.rates(of: "2026-11-20", client)
        let start = "https://x.invalid/p"
        #expect(
            urls() == [
                start + "/npm/@fawazahmed0/currency-api@latest" + Self.file, start + Self.file,
                start + "/npm/@fawazahmed0/currency-api@2026-11-20" + Self.file,
            ])
    }

    @Test("A day without a file has the rates of the last one before it")
    func gap() async throws {
        let (client, urls) = Self.client(at: "2026-11-23T04:00:00Z") { url in
            url.contains("@2026-11-18/") ? Self.body("2026-11-18") : Self.status(404)
        }
        let table = try await Self.rates(of: "2026-11-20T23:59:59Z", client)
        #expect(table.time.day == "2026-11-18")
        // 404 is an answer of the first host, so the second one is not asked.
        #expect(urls() == ["20", "19", "18"].map { Self.first + "2026-11-" + $0 + Self.file })
    }

    @Test("Before the first file there are no rates, and a file of another day is invalid")
    func noFile() async throws {
        let (client, urls) = Self.client(at: "2026-11-23T04:00:00Z") { _ in Self.body("2026-11-21") }
        await #expect(throws: ProviderFailure("currencyapi", .notKept("rates of 2024-03-01"))) {
            try await Self.rates(of: "2024-03-01", client)
        }
        #expect(urls().isEmpty)
        await #expect(
            throws: ProviderFailure("currencyapi", .invalidData("rates of 2026-11-21 instead of 2026-11-20"))
        ) {
            try await Self.rates(of: "2026-11-20", client)
        }
    }

    @Test("A period of over 400 days is refused without a request; 400 are one request each")
    func longPeriod() async throws {
        let (client, urls) = Self.client(at: "2026-11-23T04:00:00Z") { _ in Self.status(404) }
        let history = try #require(client.history)
        let long = RatePeriod(from: .of("2025-10-19"), to: .of("2026-11-23"), currencies: [.usd, .sek])
        await #expect(throws: ProviderFailure("currencyapi", .notKept("rates of over 400 days at once"))) {
            try await history(long)
        }
        #expect(urls().isEmpty)
        let longest = RatePeriod(from: .of("2025-10-20"), to: .of("2026-11-23"), currencies: [.usd, .sek])
        #expect(try await history(longest).isEmpty && urls().count == 400)
    }

    @Test("A period is one file for each day, from the first one until today; days without one are left out")
    func period() async throws {
        let (client, urls) = Self.client(at: "2024-03-06T04:00:00Z") { url in
            for day in ["02", "03", "05"] where url.contains("@2024-03-\(day)/") {
                return Self.body("2024-03-\(day)", sek: "10.\(day)")
            }
            return Self.status(404)
        }
        let history = try #require(client.history)
        let tables = try await history(
            RatePeriod(from: .of("2024-02-01"), to: .of("2024-03-09"), currencies: [.usd, .sek]))
        #expect(
            tables.map { "\($0.time.day) \($0.rate("SEK") ?? "")" } == [
                "2024-03-02 10.02", "2024-03-03 10.03", "2024-03-05 10.05",
            ])
        #expect(Set(urls()) == Set((2...6).map { Self.first + "2024-03-0\($0)" + Self.file }))
    }

    @Test("A period with a day that cannot be had fails")
    func brokenPeriod() async throws {
        let (client, _) = Self.client(at: "2026-11-23T04:00:00Z") { url in
            url.contains("2026-11-21") ? Self.status(503) : Self.body("2026-11-20")
        }
        let history = try #require(client.history)
        await #expect(throws: ProviderFailure("currencyapi", .status(503, words: nil))) {
            try await history(RatePeriod(from: .of("2026-11-20"), to: .of("2026-11-22"), currencies: [.usd]))
        }
    }
}
