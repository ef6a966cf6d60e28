import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("The chain of stocks survives the death of its providers", .quick, .endsHang, .virtualTime)
struct StockChainTests {
    /// Runs a line with dead providers in front of a chain that is alive.
    private func run(
        _ line: String, _ death: Death, of dead: [String], _ living: [Exchange]
    ) async throws -> ToolRun {
        try await death.withURL { grave in
            try await withLoopbackServer(living) { server in
                var variables = server.variables(for: "yahoo", "cnbc", "nasdaq", "frankfurter")
                for name in dead { variables["CRYPTO_\(name.uppercased())_URL"] = grave }
                return await runTool("\(line) --timeout \(death.timeout) --retries 0", variables)
            }
        }
    }

    @Test("With yahoo dead cnbc answers, and with both dead nasdaq, with one notice of each", arguments: Death.allCases)
    func price(death: Death) async throws {
        let living = [CNBCAnswers.quotes(["AAPL": ("220.5", "USD")]), NasdaqAnswers.quote("AAPL")]
        for (dead, next) in [(["yahoo"], ["cnbc"]), (["yahoo", "cnbc"], ["cnbc", "nasdaq"])] {
            let run = try await run(
                "price stock:AAPL --csv --no-header --fields symbol,price,provider", death, of: dead, living)
            #expect(run.output == "AAPL,220.5,\(next.last ?? "")\r\n", "\(run.errors)")
            #expect(run.errorLines.count == dead.count, "\(run.errors)")
            for (line, (dead, next)) in zip(run.errorLines, zip(dead, next)) {
                #expect(line.hasPrefix("crypto: \(dead): ") && line.hasSuffix("; trying \(next)"), "\(line)")
                #expect(line.lowercased().contains(death.words), "\(line)")
            }
            #expect(run.elapsed < .seconds(20))
        }
    }

    @Test("A Nasdaq that hangs costs one attempt, however many stocks are left for it, and the others have their rows")
    func hangingNasdaq() async throws {
        let names = (0..<20).map { "A\(String(UnicodeScalar(UInt8(ascii: "A") + UInt8($0))))" }
        let hang = Exchange.everything(.never)
        try await withLoopbackServer([hang]) { nasdaq in
            let living = [
                CNBCAnswers.quotes([names[0]: ("220.5", "USD")]),
                Exchange.everything(.status(451)),
            ]
            try await withLoopbackServer(living) { server in
                var variables = server.variables(for: "yahoo", "cnbc")
                variables["CRYPTO_NASDAQ_URL"] = nasdaq.url
                let symbols = names.map { "stock:\($0)" }.joined(separator: " ")
                let run = await runTool(
                    "price \(symbols) --csv --no-header --fields symbol,price,provider --timeout 1s -q", variables,
                    time: .live)
                #expect(run.output == "\(names[0]),220.5,cnbc\r\n")
                #expect(run.status == .tryLater, "\(run.errors)")
                // As many as are asked for at once.
                #expect(nasdaq.requests.count == 8)
            }
            let answers = [CNBCAnswers.quotes(["AAPL": ("220.5", "USD")])]
            try await withLoopbackServer(answers) { server in
                var variables = server.variables(for: "cnbc")
                variables["CRYPTO_NASDAQ_URL"] = nasdaq.url
                let run = await runTool(
                    "price stock:AAPL -p nasdaq,cnbc --csv --no-header --fields price,provider --timeout 1s -q",
                    variables)
                #expect(run.output == "220.5,cnbc\r\n", "\(run.errors)")
                #expect(nasdaq.requests.count == 9)
            }
        }
    }
}
