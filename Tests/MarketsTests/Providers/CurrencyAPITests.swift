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

    private static func body(_ day: String) -> HTTPResponse {
        HTTPResponse(
            status: 200, body: Array(#"{"date":"\#(day)","usd":{"eur":0.92,"sek":10.3}}"#.utf8), host: "x", url: "x")
    }

    private static func status(_ status: Int) -> HTTPResponse {
        HTTPResponse(status: status, body: Array("no".utf8), host: "x", url: "x")
    }

    /// A client at a moment whose requests `answer` answers by their URL, and the requested URLs.
    private static func client(
        at now: String, _ answer: @escaping @Sendable (String) throws(TransportError) -> HTTPResponse
    ) -> (client: RateClient, urls: () -> [String]) {
        let urls = Requests()
        let http = HTTPClient { request async throws(TransportError) in
            urls.add(request.redactedURL)
            return try answer(request.redactedURL)
        }
        let settings = ProviderSettings(http: http, time: TestClock(start: .of(now)).source)
        return (Provider.listed("currencyapi").makeRates(settings), { urls.all })
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

    @Test("A failure of the first host leads to the second one")
    func secondHost() async throws {
        let (client, urls) = Self.client(at: "2026-11-23T04:00:00Z") { url in
            url.contains("jsdelivr") ? Self.status(403) : Self.body("2026-11-23")
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
}
