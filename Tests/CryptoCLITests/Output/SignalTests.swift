import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("The built tool: signals and time limits", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct SignalTests {
    @Test(
        "A signal during a request ends the tool by that signal without a message",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func signal(_ number: Int32) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.path("pid")
            // The request triggers the signal, so that the signal arrives during the request.
            let never = Answer.making { _ in
                let text = (try? Files.bytes(file)).map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? ""
                if let pid = pid_t(text) { kill(pid, number) }
                return .never
            }
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: never)]) { server in
                let outcome = try await runBuilt(
                    ["price", "BTC", "-p", "coingecko", "--deadline", "15s"],
                    in: #"echo $$ >"$0/pid" && exec "$@""#, directory: directory, server.variables(for: "coingecko"))
                #expect(outcome.status == .signalled(number))
                #expect(outcome.output.isEmpty)
                #expect(outcome.errors.isEmpty)
            }
        }
    }

    @Test("--deadline holds with a server that never answers")
    func deadline() async throws {
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: .any, answer: .never)]) { server in
            let outcome = try await runBuilt(
                ["price", "BTC", "-p", "coingecko", "--deadline", "300ms"], server.variables(for: "coingecko"))
            #expect(outcome.status == .exited(75))
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.errorText
                    == "crypto: coingecko: no answer from 127.0.0.1:\(server.port) before the deadline; "
                    + "raise --deadline or try later\n")
            #expect(outcome.elapsed < .seconds(40))
        }
    }

    /// `Tests/Cases/failures/retries.txt` has the status of a deadline within a pause, 69.
    /// On a busy machine the deadline may come within a request, which is 75.
    @Test("--deadline ends retries and pauses")
    func deadlineOverRetries() async throws {
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: .any, answer: .status(503))]) { server in
            let outcome = try await runBuilt(
                ["price", "BTC", "-p", "coingecko", "--deadline", "1s", "--retries", "1000"],
                server.variables(for: "coingecko"))
            #expect([.exited(69), .exited(75)].contains(outcome.status))
            #expect(outcome.elapsed < .seconds(40))
        }
    }
}
