import Markets
import Synchronization
import TestSupport
import Testing
import Transport

/// A provider with two hosts asks the second one if the first one fails.
@Suite("The spare host of a provider", .quick)
struct SpareHostTests {
    fileprivate typealias Reply = Result<(status: Int, body: String), TransportError.Reason>

    private static let quote: Reply = .success(
        (200, #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"AAPL","regularMarketPrice":220.5}}]}}"#))
    private static let reset = Reply.failure(.unreachable(.reset(receivedBytes: 0)))

    /// A provider with two hosts, and its quote of a symbol.
    struct Service: Sendable, CustomTestStringConvertible {
        var name: String
        var symbol: String
        var hosts: [String]
        fileprivate var quote: Reply
        var testDescription: String { name }
    }

    static let yahoo = Service(name: "yahoo", symbol: "AAPL", hosts: both, quote: quote)
    static let okx = Service(
        name: "okx", symbol: "BTC/USDT", hosts: ["openapi.okx.com", "www.okx.com"],
        quote: .success((200, #"{"code":"0","data":[{"instId":"BTC-USDT","last":"220.5","ts":"1709294390000"}]}"#)))

    /// The result of a quote, and the requested hosts in order, with these replies of the first and of the second host.
    private func ask(
        _ first: Reply, _ second: Reply, of service: Service = Self.yahoo, base: String? = nil
    ) async throws -> (result: Result<Quote, ProviderFailure>, hosts: [String]) {
        let log = Log()
        let http = HTTPClient { request async throws(TransportError) in
            log.hosts.withLock { $0.append(request.host) }
            let reply = request.host == service.hosts[1] ? second : first
            switch reply {
            case .success(let (status, body)):
                return HTTPResponse(status: status, body: Array(body.utf8), host: request.host, url: request.base)
            case .failure(let reason): throw TransportError(host: request.host, reason: reason)
            }
        }
        let settings = ProviderSettings(http: http, base: base, time: TestClock().source)
        let results = try await Provider.listed(service.name).make(settings).quotes([service.symbol])
        return (results[0], log.hosts.withLock { $0 })
    }

    private final class Log: Sendable {
        let hosts = Mutex<[String]>([])
    }

    private static let both = ["query2.finance.yahoo.com", "query1.finance.yahoo.com"]

    @Test("It is asked if the first cannot be reached, or is overloaded or refuses", arguments: [yahoo, okx])
    func asked(service: Service) async throws {
        let failures: [Reply] = [
            Self.reset, .failure(.unreachable(.dns)), .success((429, "Too Many Requests")), .success((403, "<html>")),
            .success((503, "")),
        ]
        for failure in failures {
            let (result, hosts) = try await ask(failure, service.quote, of: service)
            #expect(result.success?.price?.description == "220.5", "\(failure)")
            #expect(hosts == service.hosts, "\(failure)")
        }
    }

    @Test("It is not asked after an answer, a time limit, or a refusal of the program or address")
    func notAsked() async throws {
        let replies: [Reply] = [
            Self.quote, .failure(.timedOut(milliseconds: 10_000, of: .attempt)), .failure(.cancelled),
            .success((429, "Edge: Too Many Requests")), .success((401, "{}")), .success((451, "")),
            .success((200, "[]")),
            .success((404, #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}"#)),
        ]
        for reply in replies {
            #expect(try await ask(reply, Self.quote).hosts == ["query2.finance.yahoo.com"], "\(reply)")
        }
    }

    @Test("If both fail, the failure is that of the first; a refusal of the program by the second is what counts")
    func bothFail() async throws {
        let (result, hosts) = try await ask(.success((503, "")), Self.reset)
        #expect(result.failure?.reason == .status(503, words: nil) && hosts == Self.both)
        let blocked = try await ask(Self.reset, .success((429, "Edge: Too Many Requests"))).result
        #expect(blocked.failure?.reason == .blocked(words: "Edge: Too Many Requests"))
    }

    @Test("A replacement of the host replaces both", arguments: [yahoo, okx])
    func replaced(service: Service) async throws {
        for reply in [.success((503, "")), Self.reset] {
            let (result, hosts) = try await ask(reply, service.quote, of: service, base: "http://127.0.0.1:9")
            #expect(result.failure != nil && hosts == ["127.0.0.1:9"])
        }
    }

    @Test("The first host of okx alone is asked for what it answers, also for a market that it does not know")
    func answered() async throws {
        let unknown = Reply.success((200, #"{"code":"51001","data":[],"msg":"Instrument ID doesn't exist."}"#))
        for reply in [Self.okx.quote, unknown, .failure(.timedOut(milliseconds: 10_000, of: .attempt))] {
            #expect(try await ask(reply, Self.okx.quote, of: Self.okx).hosts == ["openapi.okx.com"], "\(reply)")
        }
    }
}
