import CryptoCLI
import TestSupport
import Testing

@Suite("convert with --stale-if-error", .quick)
struct ConvertStaleTests {
    @Test("Rates of an old answer are used when every provider fails, with a notice; without the option they are not")
    func old() async throws {
        let path = "/v2/rates"
        let rates = #"[{"date":"2024-03-01","base":"EUR","quote":"SEK","rate":11.2}]"#
        try await withTemporaryDirectory { home in
            let exchanges = [Exchange.get(path, answer: .json(rates)), .get(path, times: 2, answer: .status(403))]
            try await withLoopbackServer(exchanges) { server in
                let variables = server.memberVariables.merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let clock = TestClock()
                func run(_ options: String) async -> ToolRun {
                    await runTool(
                        "convert 1 EUR SEK -p frankfurter --retries 0 --csv --no-header --fields result,stale \(options)",
                        variables, time: clock.source)
                }
                #expect(await run("").output == "11.2,false\r\n")
                clock.advance(by: .seconds(43_200))
                let old = await run("--refresh --stale-if-error 1d")
                #expect(old.output == "11.2,true\r\n")
                #expect(old.status == .success)
                #expect(old.errors.contains("crypto: frankfurter: refused with status 403"), "\(old.errors)")
                #expect(await run("--refresh").status == .unavailable)
            }
        }
    }
}
