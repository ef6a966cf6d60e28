import MarketProviders
import CryptoCLI
import Markets
import Platform
import TestSupport
import Testing

@Suite("The default chains of coins survive the death of their providers", .quick, .endsHang, .virtualTime)
struct DeadMarketsTests {
    /// A job, how its command line begins, and the options of other jobs.
    struct Job: Sendable, CustomTestStringConvertible {
        let job: ProviderJob
        let begin: String
        var option = ""
        var others: [String] = []

        var testDescription: String { job.rawValue }

        /// The first command line of a provider that does this job, with its answers.
        func sound(_ provider: Provider) throws -> MemberCase {
            let lines = MemberCase.all.filter { $0.provider == provider.name && $0.line.hasPrefix(begin) }
            return try #require(
                lines.first { member in
                    (option.isEmpty || member.line.contains(option)) && !others.contains { member.line.contains($0) }
                })
        }
    }

    static let jobs = [
        Job(job: .list, begin: "list ", others: ["--search", "--market"]),
        Job(job: .price, begin: "price BTC ", others: ["--history", "--from", "--at"]),
        Job(job: .history, begin: "price BTC ", option: "--history 2d"),
    ]

    @Test(
        "The first one that lives answers in time, with one notice of each one before it", arguments: jobs,
        Death.allCases)
    func next(job: Job, death: Death) async throws {
        // defillama closes the chain of history for moments only.
        let chain = ProviderTable.markets.defaults(for: job.job, of: .coin).filter { $0.name != "defillama" }
        #expect(chain.count >= 4)
        for count in 1..<chain.count {
            let sound = try job.sound(chain[count])
            let line = sound.line.replacing("-p \(sound.provider)", with: "")
            let run = try await death.withURL { grave in
                try await withLoopbackServer([sound.exchange()]) { server in
                    var variables = server.memberVariables
                    for dead in chain.prefix(count) { variables["CRYPTO_\(dead.name.uppercased())_URL"] = grave }
                    let options = "--retries 0 --timeout \(death.timeout) --json --fields provider"
                    return await runTool("\(line) \(options)", variables)
                }
            }
            #expect(run.status == .success, "\(run.errors)")
            #expect(run.output.contains(#"{"provider":"\#(sound.provider)"}"#), "\(run.output)\(run.errors)")
            let notices = run.errorLines.filter { $0.contains("; trying ") }
            #expect(notices.count == count, "\(run.errors)")
            for (notice, (dead, next)) in zip(notices, zip(chain, chain.dropFirst())) {
                #expect(notice.hasPrefix("crypto: \(dead.name): ") && notice.hasSuffix("; trying \(next.name)"))
                // One that cannot quote in the currency of the line is not even asked.
                let isAsked = !notice.contains("does not quote in")
                #expect(isAsked ? notice.lowercased().contains(death.words) : line.contains("-c "), "\(notice)")
            }
            #expect(run.elapsed < .seconds(30))
        }
    }
}
