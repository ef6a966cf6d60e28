import TestSupport
import Testing

/// Runs of the program on a file system that has no locks: flock(2) fails there, as some network file systems make it.
@Suite("Without file locks", .needsLinux, .needsBuiltProduct("crypto"), .quick, .endsHang)
struct LocklessTests {
    private static let source = """
        #include <errno.h>
        int flock(int file, int operation) { (void)file; (void)operation; errno = ENOLCK; return -1; }
        """

    @Test("An answer is kept and used", .needs("a C compiler", PreloadedLibrary.compiler != nil))
    func cache() async throws {
        try await PreloadedLibrary.with(Self.source) { _, variables in
            let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoinNow)
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: answer)]) { server in
                let all = server.variables(for: "coingecko").merging(variables) { $1 }
                for _ in 0..<2 {
                    let arguments = ["price", "BTC", "-p", "coingecko", "--fields", "price", "--csv", "--no-header"]
                    let outcome = try await runBuilt(arguments, all)
                    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
                    #expect(outcome.outputText == "67024.5\r\n" && outcome.ownErrors.isEmpty)
                }
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test(
        "--once remembers, and favorites are changed",
        .needs("a C compiler", PreloadedLibrary.compiler != nil))
    func files() async throws {
        try await PreloadedLibrary.with(Self.source) { _, variables in
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
