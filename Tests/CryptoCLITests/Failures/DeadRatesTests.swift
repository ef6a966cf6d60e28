import MarketProviders
import CryptoCLI
import Markets
import TestSupport
import Testing

/// The providers of rates, in the order of the default chain, each with its answers.
private enum Source: String, CaseIterable {
    case frankfurter, ecb, erapi, currencyapi

    /// Its paths. All but the first are asked where the first fails.
    var paths: [String] {
        switch self {
        case .frankfurter: ["/v2/rates"]
        case .ecb: [RatePath.ecb]
        case .erapi: [RatePath.erapi]
        case .currencyapi: [RatePath.currencyapi, RatePath.currencyapiAgain]
        }
    }

    /// Its rates of the day of the clock: two dirhams are a dollar, and ten kronor.
    func answer(withDirham: Bool) -> Answer {
        switch self {
        case .frankfurter:
            let codes = withDirham ? [("AED", 2), ("SEK", 10)] : [("SEK", 10)]
            let rows = ([("USD", 1)] + codes).map {
                #"{"date":"2024-03-01","base":"EUR","quote":"\#($0)","rate":\#($1)}"#
            }
            return .json("[\(rows.joined(separator: ","))]")
        case .ecb:
            let dirham = withDirham ? "<Cube currency='AED' rate='2'/>" : ""
            return .status(
                200,
                body: "<gesmes:Envelope><Cube><Cube time='2024-03-01'><Cube currency='USD' rate='1'/>\(dirham)"
                    + "<Cube currency='SEK' rate='10'/></Cube></Cube></gesmes:Envelope>")
        case .erapi:
            let dirham = withDirham ? #""AED":2,"# : ""
            return .json(
                #"{"result":"success","time_last_update_unix":1709251201,"base_code":"USD","rates":{\#(dirham)"SEK":10}}"#
            )
        case .currencyapi:
            let dirham = withDirham ? #""aed":2,"# : ""
            return .json(#"{"date":"2024-03-01","usd":{\#(dirham)"sek":10}}"#)
        }
    }

    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

@Suite("One provider of rates is dead", .quick, .endsHang, .virtualTime)
struct DeadRatesTests {
    /// Runs a conversion in the default chain, in which these providers are dead, and those before `first` have no
    /// dirham.
    private static func run(
        _ line: String, dead: [Source], _ death: Death, dirhamFrom first: Int = 0
    ) async throws -> ToolRun {
        let exchanges = Source.allCases.filter { !dead.contains($0) }.flatMap { source in
            let answer = source.answer(withDirham: source.place >= first)
            return source.paths.map { Exchange.get($0, times: .any, answer: answer) }
        }
        return try await death.withURL { grave in
            try await withLoopbackServer(exchanges) { server in
                var variables: [String: String] = [:]
                for source in Source.allCases {
                    variables["CRYPTO_\(source.rawValue.uppercased())_URL"] = dead.contains(source) ? grave : server.url
                }
                let options = "--csv --no-header --fields result,provider --retries 0 --timeout \(death.timeout)"
                return await runTool("\(line) \(options)", variables)
            }
        }
    }

    @Test("The chain is the one that is tested")
    func chain() {
        #expect(ProviderTable.markets.defaults(for: .rates, of: .fiat).map(\.name) == Source.allCases.map(\.rawValue))
    }

    @Test(
        "The next one that has the currency answers, with one notice about the dead one",
        arguments: ["frankfurter", "ecb", "erapi"], Death.allCases)
    func next(name: String, death: Death) async throws {
        let victim = try #require(Source(rawValue: name))
        let next = Source.allCases[victim.place + 1].rawValue
        // Those before it lack the currency, so that it is asked.
        let run = try await Self.run("convert 100 AED USD", dead: [victim], death, dirhamFrom: victim.place)
        #expect(run.status == .success && run.output == "50,\(next)\r\n", "\(run.errors)")
        #expect(run.elapsed < .seconds(10))
        let notices = run.errorLines.filter { $0.hasPrefix("crypto: \(name): ") && $0.contains("trying") }
        #expect(notices.count == 1 && notices[0].lowercased().contains(death.words), "\(run.errors)")
        #expect(notices.allSatisfy { $0.hasSuffix("; trying \(next)") })
    }

    @Test("The death of one that is not needed is not noticed", arguments: ["ecb", "erapi", "currencyapi"])
    func unneeded(name: String) async throws {
        let victim = try #require(Source(rawValue: name))
        let run = try await Self.run("convert 100 SEK USD", dead: [victim], .refused)
        #expect(run.output == "10,frankfurter\r\n" && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("If several are dead, one notice each, and the first one that lives answers", arguments: Death.allCases)
    func several(death: Death) async throws {
        for count in 1...3 {
            let dead = Array(Source.allCases.prefix(count))
            let run = try await Self.run("convert 100 SEK USD", dead: dead, death)
            #expect(run.output == "10,\(Source.allCases[count].rawValue)\r\n", "\(run.errors)")
            let notices = run.errorLines.filter { $0.contains("; trying ") }
            #expect(
                notices.count == count && notices.allSatisfy { $0.lowercased().contains(death.words) }, "\(run.errors)")
        }
    }

    @Test("If the last one that has the currency is dead, the command fails and names it", arguments: Death.allCases)
    func last(death: Death) async throws {
        let run = try await Self.run("convert 100 AED USD", dead: [.currencyapi], death, dirhamFrom: 3)
        #expect(run.status != .success && run.output.isEmpty)
        let last = try #require(run.errorLines.last)
        #expect(last.contains("currencyapi: ") && last.lowercased().contains(death.words), "\(run.errors)")
        #expect(run.elapsed < .seconds(10))
    }

    @Test("A price in another currency is converted by the next one, too", arguments: Death.allCases)
    func price(death: Death) async throws {
        let exchanges = Source.allCases.flatMap { source in
            source.paths.map { path in
                Exchange.get(
                    path, times: .any,
                    answer: source == .frankfurter
                        ? death.answer ?? .disconnect(.reset) : source.answer(withDirham: true))
            }
        }
        let stats = Exchange.get("/products/BTC-USD/stats", times: .any, answer: .json(#"{"open":"90"}"#))
        let ticker = Exchange.get(
            "/products/BTC-USD/ticker", times: .any, answer: .json(#"{"price":"100","time":"2024-03-01T11:59:30Z"}"#))
        let none = ["/products/BTC-SEK/ticker", "/products/BTC-SEK/stats"].map {
            Exchange.get($0, times: .any, answer: CoinbaseAnswers.notFound)
        }
        let run = try await withLoopbackServer(exchanges + none + [stats, ticker]) { server in
            var variables = server.variables(for: "coinbase", "ecb", "erapi", "currencyapi")
            variables["CRYPTO_FRANKFURTER_URL"] = server.url
            return await runTool(
                "price BTC -c SEK -p coinbase --csv --no-header --fields price,via --timeout 500ms --retries 0",
                variables)
        }
        #expect(run.output == "1000,USD→SEK ecb\r\n", "\(run.errors)")
        #expect(run.errorLines.count == 1 && run.errors.contains("; trying ecb"), "\(run.errors)")
    }
}
