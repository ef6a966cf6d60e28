import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs a command with an empty directory in place of /proc.
private func runWithoutProc(
    _ command: [[UInt8]], _ variables: [String: String] = [:]
) async throws -> ToolOutcome {
    let script = #"mount -t tmpfs none /proc && exec "$@""#
    let unshare = ["-m"] + (geteuid() == 0 ? [] : ["-r"]) + ["/bin/sh", "-c", script, "sh"]
    return try await ToolProcess.run(
        "/usr/bin/unshare", bytes: unshare.map { Array($0.utf8) } + command,
        environment: variables.merging(["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]) { given, _ in given })
}

private func canHideProc() async throws -> Bool {
    guard Files.exists("/usr/bin/unshare") else { return false }
    return try await runWithoutProc(["/usr/bin/test", "!", "-e", "/proc/self"].map { Array($0.utf8) }).status
        == .exited(0)
}

/// Runs of the program without /proc, as in a chroot or in the sandbox of a build.
@Suite(
    "Without /proc", .needsBuiltProduct("crypto"), .quick, .endsHang,
    .needs("unshare(1) and the right to mount", check: { try await canHideProc() }))
struct WithoutProcTests {
    private static func runTool(_ line: String, _ variables: [String: String] = [:]) async throws -> ToolOutcome {
        let tool = try #require(Executables.builtProduct("crypto"))
        return try await runWithoutProc(
            ([tool] + line.split(separator: " ").map(String.init)).map { Array($0.utf8) }, variables)
    }

    @Test("The arguments arrive, in each of many runs", arguments: ["--version", "list --provider sample --csv -n 1"])
    func arguments(line: String) async throws {
        for _ in 0..<20 {
            let outcome = try await Self.runTool(line)
            #expect(outcome.status == .exited(0) && outcome.errors.isEmpty, "\(outcome.errorText)")
            #expect(["crypto 0", "rank,sym"].contains(outcome.outputText.prefix(8)), "\(outcome.outputText)")
        }
    }

    @Test("The bytes of an argument arrive that are no UTF-8")
    func bytes() async throws {
        let tool = try #require(Executables.builtProduct("crypto"))
        let outcome = try await runWithoutProc([Array(tool.utf8), Array("list".utf8), [0xFF]])
        #expect(outcome.status == .exited(64))
        #expect(outcome.errorText == "crypto: argument 2 is not valid UTF-8\n")
    }

    @Test("A stream goes on, and a request is answered")
    func stream() async throws {
        let stream = try await Self.runTool("watch BTC ETH --provider mock --for 2500ms --csv --fields symbol")
        #expect(stream.status == .exited(0), "\(stream.errorText)")
        #expect(stream.outputText.hasPrefix("symbol\r\n") && stream.outputText.contains("ETH\r\n"))
        let none = Exchange.get(CoinGeckoAnswers.path, answer: .json("[]"))
        try await withLoopbackServer([none, CoinGeckoAnswers.nothingFound]) { server in
            let outcome = try await Self.runTool(
                "price BTC -p coingecko --retries 0", server.variables(for: "coingecko"))
            #expect(outcome.status == .exited(66), "\(outcome.errorText)")
        }
    }
}
