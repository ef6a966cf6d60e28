import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Kept answers of every provider and job", .quick, .endsHang, .virtualTime)
struct CacheProviderTests {
    /// Jobs whose rows have no price, and so nothing that grows old.
    private static let timeless = ["list -p coinbase", "list -p iex", "list --search aa -p yahoo"]

    @Test(
        "The same run again sends no request and prints the same, and years later each row is marked as old",
        arguments: MemberCase.all)
    func everyJob(_ job: MemberCase) async throws {
        try await withTemporaryDirectory { home in
            try await withLoopbackServer([job.exchange()]) { server in
                let variables = server.memberVariables.merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let clock = TestClock()
                func run(_ options: String = "") async -> ToolRun {
                    await runTool("\(job.line) --json --retries 0 \(options)", variables, time: clock.source)
                }
                let first = await run()
                #expect(first.status == .success, "\(first.errors)")
                let requests = server.requests.count
                let second = await run()
                #expect(second.output == first.output)
                #expect(server.requests.count == requests, "\(server.requests.dropFirst(requests).map(\.path))")
                let offline = await run("--offline")
                #expect(offline.output == first.output)

                try await clock.source.sleep(.seconds(1000 * 86_400))
                let late = await run("--offline")
                #expect(server.requests.count == requests)
                // Where the period of candles, the number of days or the file of the hour follows from the clock, the
                // answer is another one.
                guard late.status == .success else {
                    let words = ["--history", "--forecast", "--from", "--at", "-p airnow"]
                    #expect(words.contains { job.line.contains($0) }, "\(late.errors)")
                    return
                }
                let rows = MemberCase.Outcome(late).rows ?? []
                #expect(!rows.isEmpty)
                guard !Self.timeless.contains(job.line) else { return }
                // A market of a list may have no price, and so nothing that grows old.
                #expect(rows.allSatisfy { $0["stale"] == "true" || $0["price"] == "null" }, "\(late.output)")
                #expect(late.errors.contains("old answer"), "\(late.errors)")
            }
        }
    }
}
