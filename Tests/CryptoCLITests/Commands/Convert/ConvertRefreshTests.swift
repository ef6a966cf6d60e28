import CryptoCLI
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("convert - for longer than five minutes", .quick, .virtualTime)
struct ConvertRefreshTests {
    private static func rates(_ sek: String) -> Answer {
        .json(#"{"base":"EUR","date":"2024-03-01","rates":{"USD":1,"SEK":\#(sek)}}"#)
    }

    /// Runs with these lines at each of these minutes.
    private func run(
        _ minutes: [Int], _ answers: [Answer], lines: String = "1\n", field: String = "result"
    ) async throws -> ToolRun {
        let clock = TestClock()
        let left = Mutex(minutes)
        let exchanges = answers.map { Exchange.get("/v1/latest", answer: $0) }
        return try await withLoopbackServer(exchanges) { server in
            await runTool(
                "convert - USD SEK -p frankfurter --retries 0 --fields \(field) --csv --no-header"
                    .split(separator: " ").map(String.init),
                server.variables(for: "frankfurter"), time: clock.source,
                input: {
                    guard let minute = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                        return .success([])
                    }
                    clock.advance(by: .seconds(minute * 60) - clock.elapsed)
                    return .success(Array(lines.utf8))
                })
        }
    }

    @Test("Rates are read at the start and refreshed every five minutes")
    func refresh() async throws {
        let run = try await run([0, 4, 5, 9, 11], [Self.rates("10"), Self.rates("11"), Self.rates("12")])
        #expect(run.outputLines == ["10", "10", "11", "11", "12"])
        #expect(run.errors.isEmpty)
        #expect(run.status == .success)
    }

    @Test("The age grows from one line to the next, and is the same in lines that come together")
    func ages() async throws {
        let run = try await run([0, 1, 3], [Self.rates("10")], lines: "1\n2\n", field: "age")
        let first = try #require(run.outputLines.first.flatMap { Int($0) })
        #expect(run.outputLines == [0, 0, 60, 60, 180, 180].map { "\(first + $0)" })
    }

    @Test(
        "A refresh that fails or returns no value keeps the old rate, is reported once and is tried again",
        arguments: [
            (Answer.status(503), "frankfurter: refused with status 503"),
            (.json(#"{"base":"EUR","date":"2024-03-01","rates":{"USD":1}}"#), "frankfurter has no rate for SEK"),
            (.json(#"{"base":"EUR","date":"2024-03-01","rates":{"USD":1,"SEK":null}}"#), "frankfurter: invalid answer"),
        ])
    func keeps(answer: Answer, words: String) async throws {
        let run = try await run([0, 6, 7, 12], [Self.rates("10"), answer, Self.rates("12")])
        #expect(run.outputLines == ["10", "10", "10", "12"])
        #expect(run.status == .success)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("crypto: \(words)"), "\(run.errors)")
        #expect(run.errors.hasSuffix("; using the rate of 2024-03-01T00:00:00Z\n"))
    }
}
