import CryptoCLI
import TestSupport
import Testing

private let key = "CG-sEcrEt+1/="

@Suite("Keys are sent only to their provider and never shown", .quick)
struct SecretTests {
    struct Service: Sendable, CustomTestStringConvertible {
        let name: String
        let path: String
        let header: String
        let value: String
        let sound: Answer

        var testDescription: String { name }
    }

    static let services = [
        Service(
            name: "coingecko", path: CoinGeckoAnswers.path, header: "x-cg-demo-api-key", value: key,
            sound: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)),
        Service(
            name: "cryptocompare", path: CryptoCompareAnswers.pricePath, header: "Authorization",
            value: "Apikey \(key)",
            sound: CryptoCompareAnswers.price("BTC", raw: CryptoCompareAnswers.raw("USD"))),
    ]

    private func run(_ service: Service, _ answer: Answer) async throws -> ToolRun {
        let exchange = Exchange.get(service.path, headers: [service.header: .value(service.value)], answer: answer)
        return try await withLoopbackServer([exchange]) { server in
            var variables = server.variables(for: service.name)
            variables["CRYPTO_\(service.name.uppercased())_KEY"] = key
            return await runTool("price BTC -v -p \(service.name) --retries 0 --json", variables)
        }
    }

    @Test("A key is in the request and nowhere else", arguments: services)
    func sent(_ service: Service) async throws {
        let run = try await run(service, service.sound)
        #expect(run.status == .success)
        #expect(run.errors.contains("GET http://127.0.0.1:"))
        #expect(!(run.output + run.errors).contains("sEcrEt"))
    }

    @Test("A wrong key exits with 77, and a server that repeats it does not make it appear", arguments: services)
    func wrong(_ service: Service) async throws {
        let body =
            service.name == "coingecko"
            ? #"{"status":{"error_code":10002,"error_message":"Invalid API key \#(key)"}}"#
            : #"{"Response":"Error","Message":"Invalid API key \#(key)","Type":2}"#
        let run = try await run(service, .json(body, status: service.name == "coingecko" ? 401 : 200))
        #expect(run.status == .noPermission)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("set CRYPTO_\(service.name.uppercased())_KEY"))
        #expect(run.errors.contains("Invalid API key ***"))
        #expect(!run.errors.contains("sEcrEt"))
    }

    @Test("A short key is masked where it is a word, not in other words", arguments: ["a", "k9", "s3cr7"])
    func short(key: String) async throws {
        let body = #"{"status":{"error_code":10002,"error_message":"No such key: \#(key), call bank9s3cr77"}}"#
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: .json(body, status: 401))]) { server in
            let variables = server.variables(for: "coingecko").merging(["CRYPTO_COINGECKO_KEY": key]) { $1 }
            let run = await runTool("list -p coingecko --retries 0", variables)
            expectFailure(run, .noPermission, says: "No such key: ***, call bank9s3cr77")
        }
    }

    @Test("A key that is repeated in a refusal, a header or a duplicate JSON key is not shown", arguments: services)
    func echoed(_ service: Service) async throws {
        let header = "HTTP/1.1 200 OK\r\nbad header: \(key)\r\nContent-Length: 2\r\n\r\n[]"
        let answers: [(Answer, ToolStatus)] = [
            (.json(#"{"error":"no \#(key)","Message":"no \#(key)"}"#, status: 400), .unavailable),
            (.raw(header), .invalidData),
            (.json(#"{"RAW":{"\#(key)":1,"\#(key)":2}}"#), .invalidData),
        ]
        for (answer, status) in answers {
            let run = try await run(service, answer)
            #expect(run.status == status, "\(run.errors)")
            #expect(!(run.output + run.errors).contains("sEcrEt"))
        }
    }

    @Test("A key that would end its header is refused without being shown")
    func broken() async throws {
        try await withLoopbackServer([]) { server in
            var variables = server.variables(for: "coingecko")
            variables["CRYPTO_COINGECKO_KEY"] = "sEcrEt\r\nX: y"
            let run = await runTool("price BTC -v -p coingecko --retries 0", variables)
            #expect(run.status == .configuration)
            #expect(!run.errors.contains("sEcrEt"))
        }
    }

    @Test(
        "A provider without its required key exits with 77 without a request, alone and in a chain",
        arguments: ["list", "price BTC"])
    func missing(_ line: String) async throws {
        try await withLoopbackServer([]) { server in
            let run = await runTool("\(line) -p cryptocompare", server.variables(for: "cryptocompare"))
            expectFailure(run, .noPermission, says: "cryptocompare: needs a key; set CRYPTO_CRYPTOCOMPARE_KEY")
        }
    }
}
