import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let oneProcess = "--nproc=1:1"

/// Runs a command with these limits, as a user without other processes if the tests run as root, whom no limit on them
/// holds.
private func runLimited(
    _ limit: String, _ command: [String], _ variables: [String: String] = [:],
    interruption: ToolProcess.Interruption? = nil
) async throws -> ToolOutcome {
    let prlimit = try #require(Executables.inPath("prlimit"))
    let user = "\(40_000 + getpid() % 20_000)"
    let other = geteuid() == 0 ? ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"] : []
    return try await ToolProcess.run(
        prlimit, [limit, "--"] + other + command,
        environment: variables.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }, interruption: interruption)
}

/// Whether a shell under the limit can start no process.
private func canLimitProcesses() async throws -> Bool {
    guard geteuid() != 0 || Executables.inPath("setpriv") != nil else { return false }
    let works = try await runLimited("--nproc=100:100", ["/bin/sh", "-c", "/bin/true; exit 0"])
    let fails = try await runLimited(oneProcess, ["/bin/sh", "-c", "/bin/true; exit 0"])
    return works.status == .exited(0) && fails.status != .exited(0)
}

/// Runs of the program where no thread can be started besides the first one: under a limit on processes, which are also
/// threads, or on memory, of which each thread needs some for its stack.
@Suite(
    "Without threads", .serialized, .needsBuiltProduct("crypto"), .quick, .endsHang, .needs(program: "prlimit"),
    .needs("a user other than root or setpriv(1)", check: { try await canLimitProcesses() }))
struct WithoutThreadsTests {
    private static func runTool(
        _ line: String, limit: String = oneProcess, _ variables: [String: String] = [:],
        interruption: ToolProcess.Interruption? = nil
    ) async throws -> ToolOutcome {
        let tool = try #require(Executables.builtProduct("crypto"))
        return try await runLimited(
            limit, [tool] + line.split(separator: " ").map(String.init), variables, interruption: interruption)
    }

    @Test(
        "What needs no network needs no thread",
        arguments: [
            "--version", "--help", "price --help", "--generate complete-bash", "--complete price --",
            "list --provider sample --csv",
            "price BTC ETH --provider sample -c SEK", "convert 1 BTC SEK --provider sample",
            "price BTC --chart --provider sample", "watch BTC --provider sample --count 3", "aqi --provider sample",
        ])
    func works(line: String) async throws {
        let outcome = try await Self.runTool(line)
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        #expect(outcome.output.split(separator: UInt8(ascii: "\n")).count > (line == "--version" ? 0 : 1))
    }

    @Test(
        "What needs the network fails at once with 69 and names the limit, whatever providers there are",
        arguments: [
            "list", "price BTC", "price BTC -p coingecko", "convert 1 BTC SEK", "watch BTC", "watch BTC -p coinbase",
            "aqi Delhi", "price BTC --consensus",
        ])
    func names(line: String) async throws {
        let outcome = try await Self.runTool(line)
        #expect(outcome.status == .exited(69))
        #expect(outcome.output.isEmpty)
        let limit = "no thread can be started: the limit on processes and threads is reached"
        #expect(outcome.errorText == "crypto: \(limit); raise 'ulimit -u', or pids.max of the container\n")
    }

    @Test("A signal ends it", arguments: [SIGTERM, SIGINT])
    func signal(_ number: Int32) async throws {
        let outcome = try await Self.runTool(
            "watch BTC --provider mock --csv", interruption: .init(number, afterOutputBytes: 100))
        #expect(outcome.status == .signalled(number), "\(outcome.errorText)")
    }

    @Test("A limit on memory is named where it leaves no room for a thread, and no run hangs")
    func memory() async throws {
        var errors: Set<String> = []
        for size in stride(from: 16, to: 200, by: 6) {
            let limit = "--as=\(size << 20):\(size << 20)"
            let version = try await Self.runTool("--version", limit: limit)
            #expect(version.status != .timedOut)
            guard version.status == .exited(0) else { continue }
            let outcome = try await Self.runTool("price BTC -p coingecko --retries 0 --deadline 10s", limit: limit)
            #expect(outcome.status != .timedOut)
            errors.insert(outcome.errorText)
        }
        let line = "crypto: no thread can be started: the limit on memory is reached; raise 'ulimit -v'\n"
        #expect(errors.contains { $0.hasSuffix(line) }, "\(errors)")
    }
}
