import Markets
import Platform
import TestSupport
import Testing
import Transport

/// The suite that every provider must pass, over real sockets where the provider uses the network.
///
///     @Test(arguments: ProviderCompatTest.Check.allCases)
///     func coingecko(check: ProviderCompatTest.Check) async throws {
///         try await ProviderCompatTest(.coingecko).run(check)
///     }
struct ProviderCompatTest: Sendable {
    /// The checks.
    enum Check: String, CaseIterable, Sendable {
        case makingAClientAsksNothing
        case listObeysLimitAndOrder
        case quotesComeInTheOrderAsked
        case unknownSymbolIsSaid
        case unknownCurrencyIsSaid
        case badRowIsDroppedAndSaid
        case noPriceIsNoQuote
        case doubledKeySpoilsOneRow
        case numbersAreExact
        case answersOfNoSenseAreInvalid
        case deepJSONIsInvalid
        case statusesHaveTheirKinds
        case paddedErrorsKeepTheirKind
        case nothingComesAfterCancellation
    }

    let fixture: ProviderFixture

    /// The suite for one provider.
    init(_ fixture: ProviderFixture) {
        self.fixture = fixture
    }

    /// Runs one check. Checks of the wire pass for a provider without network.
    func run(_ check: Check) async throws {
        switch check {
        case .makingAClientAsksNothing: try await makingAClientAsksNothing()
        case .listObeysLimitAndOrder: try await listObeysLimitAndOrder()
        case .quotesComeInTheOrderAsked: try await quotesComeInTheOrderAsked()
        case .unknownSymbolIsSaid: try await unknownSymbolIsSaid()
        case .unknownCurrencyIsSaid: try await unknownCurrencyIsSaid()
        case .badRowIsDroppedAndSaid: try await badRowIsDroppedAndSaid()
        case .noPriceIsNoQuote: try await noPriceIsNoQuote()
        case .doubledKeySpoilsOneRow: try await doubledKeySpoilsOneRow()
        case .numbersAreExact: try await numbersAreExact()
        case .answersOfNoSenseAreInvalid: try await answersOfNoSenseAreInvalid()
        case .deepJSONIsInvalid: try await deepJSONIsInvalid()
        case .statusesHaveTheirKinds: try await statusesHaveTheirKinds()
        case .paddedErrorsKeepTheirKind: try await paddedErrorsKeepTheirKind()
        case .nothingComesAfterCancellation: try await nothingComesAfterCancellation()
        }
    }
}

// MARK: - Asking

extension ProviderCompatTest {
    var name: String { fixture.provider.name }

    /// Serves `answer` at all paths, for any number of requests. A provider without network may send none.
    func serving<Result>(_ answer: Answer, _ body: (MarketClient, LoopbackServer) async throws -> Result) async throws
        -> Result
    {
        try await withLoopbackServer(fixture.hasNetwork ? [.everything(answer)] : []) { server in
            try await body(client(base: server.url, http: fixture.provider.testHTTP), server)
        }
    }

    func client(base: String, http: HTTPClient) -> MarketClient {
        var settings = ProviderSettings(http: http, base: base, key: fixture.key, time: TestClock().source, seed: 7)
        settings.otherBases = fixture.provider.sharedHosts.mapValues { _ in base }
        return fixture.provider.make(settings)
    }

    /// The provider's list from an answer.
    func list(
        _ answer: Answer, limit: Int = 10, currency: Currency? = nil
    ) async throws -> Result<ListAnswer, ProviderFailure> {
        try await serving(answer) { client, server in
            let result = await Self.list(client, limit: limit, currency: currency ?? fixture.currency)
            #expect(server.requests.count <= fixture.requestsAList, "\(name): one list")
            return result
        }
    }

    static func list(
        _ client: MarketClient, limit: Int, currency: Currency
    ) async -> Result<ListAnswer, ProviderFailure> {
        do throws(ProviderFailure) {
            return .success(try await client.list(ListQuery(.first(limit), currency: CurrencyChoice(currency))))
        } catch {
            return .failure(error)
        }
    }

    /// The provider's quotes from an answer.
    func quotes(
        _ answer: Answer, of symbols: [String], currency: Currency? = nil
    ) async throws -> [Result<Quote, ProviderFailure>] {
        let symbols = try symbols.map { try Symbol($0) }
        return try await serving(answer) { client, _ in
            await client.quotes(symbols, CurrencyChoice(currency ?? fixture.currency))
        }
    }

    /// The fixture's three assets at the prices 101, 102 and 103, with `price` in place of the second.
    func sound(second price: String = "102") -> Answer {
        fixture.sound(zip(fixture.symbols, ["101", price, "103"]).map { (symbol: $0, price: $1) })
    }

    /// The quotes of the fixture's assets from an answer, by a list or by quotes.
    func priced(_ answer: Answer) async throws -> [Quote] {
        if fixture.pricingJob == .list { return try await list(answer).get().quotes }
        return try await quotes(answer, of: fixture.symbols).map { try $0.get() }
    }

    /// The failure for an answer to a request for a list, or for a quote from a provider without lists.
    func refusal(_ answer: Answer) async throws -> ProviderFailure? {
        try await serving(answer) { client, _ in try await refusal(of: client) }
    }

    func refusal(of client: MarketClient) async throws -> ProviderFailure? {
        if fixture.lists { return await Self.list(client, limit: 10, currency: fixture.currency).failure }
        let symbol = try Symbol(fixture.symbols[0])
        return await client.quotes([symbol], CurrencyChoice(fixture.currency))[0].failure
    }

    /// A valid answer of one asset as text, for the request of `refusal`.
    func body(_ price: String = "1") -> String {
        fixture.text((fixture.symbols[0], price))
    }
}

extension ProviderFailure {
    /// Whether the answer violates HTTP or the provider's protocol (exit code 65).
    var isInvalidData: Bool {
        switch reason {
        case .invalidData, .noPrice: true
        case .transport(let error): if case .invalid = error.reason { true } else { false }
        default: false
        }
    }
}
