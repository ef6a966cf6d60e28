#if os(Linux)
import Platform
import TestSupport
import Testing

/// Runs of the program on a file system that has no locks: flock(2) fails there, as some network file systems make it.
@Suite("Without file locks", .needsBuiltProduct("crypto"), .timeLimit(.minutes(2)))
struct LocklessTests {
    private static let compiler = Executables.inPath("clang")
    private static let source = """
        #include <errno.h>
        int flock(int file, int operation) { (void)file; (void)operation; errno = ENOLCK; return -1; }
        """

    /// Runs `body` with a directory and the variables that make flock(2) fail.
    private static func withoutLocks(
        _ body: (TemporaryDirectory, [String: String]) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { home in
            let compiler = try #require(compiler)
            let library = home.path("lockless.so")
            try home.write(source, to: "lockless.c")
            let made = try await ToolProcess.run(
                compiler, ["-shared", "-fPIC", "-o", library, home.path("lockless.c")],
                environment: ["PATH": "/usr/bin:/bin"])
            try #require(made.status == .exited(0), "\(made.errorText)")
            try await body(
                home,
                [
                    "LD_PRELOAD": library, "XDG_CACHE_HOME": home.path, "XDG_CONFIG_HOME": home.path,
                    "XDG_STATE_HOME": home.path("state"),
                ])
        }
    }

    @Test("An answer is kept and used", .enabled(if: compiler != nil, "needs clang"))
    func cache() async throws {
        try await Self.withoutLocks { _, variables in
            let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: answer)]) { server in
                let all = server.variables(for: "coingecko").merging(variables) { $1 }
                for _ in 0..<2 {
                    let arguments = ["price", "BTC", "-p", "coingecko", "--fields", "price", "--csv", "--no-header"]
                    let outcome = try await runBuilt(arguments, all)
                    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
                    #expect(outcome.outputText == "67024.5\r\n" && outcome.errorText.isEmpty)
                }
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("--once remembers, and favorites are changed", .enabled(if: compiler != nil, "needs clang"))
    func files() async throws {
        try await Self.withoutLocks { _, variables in
            let once = ["price", "BTC", "-p", "sample", "--if", "price > 1", "--once", "-f", "none"]
            for status in [0, 1] as [Int32] {
                let outcome = try await runBuilt(once, variables)
                #expect(outcome.status == .exited(status), "\(outcome.errorText)")
            }
            let added = try await runBuilt(["list", "--add", "BTC", "-p", "sample"], variables)
            #expect(added.status == .exited(0), "\(added.errorText)")
            let favorites = ["list", "--favorites", "-p", "sample", "--fields", "symbol", "--csv", "--no-header"]
            #expect(try await runBuilt(favorites, variables).outputText == "BTC\r\n")
        }
    }
}
#endif
