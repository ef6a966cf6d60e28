import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("WebSocket: echo client", .needsBuiltProduct("websocket-echo"), .quick)
struct WebSocketEchoTests {
    private func run(_ arguments: [String]) async throws -> ToolOutcome {
        let tool = try #require(Executables.builtProduct("websocket-echo"))
        return try await ToolProcess.run(tool, arguments)
    }

    private func expectSilence(_ outcome: ToolOutcome, status: Int32) {
        #expect(outcome.status == .exited(status))
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    }

    @Test("The echo client requests the URL unchanged and returns every message in its kind until the close")
    func echoes() async throws {
        let exchange = Exchange.webSocket("/runCase", query: "case=1&agent=a%20b") { peer in
            try peer.send([.text("first"), .binary([0xFF]), .text("")])
            try peer.expectText("first")
            try peer.expectBinary([0xFF])
            try peer.expectText("")
            try peer.send(ServerFrame.fragments(ofText: "κόσμε", size: 3))
            try peer.expectText("κόσμε")
            try peer.send(.close(1000))
            try peer.expectClose()
        }
        try await withLoopbackServer([exchange]) { server in
            let outcome = try await run([server.webSocketURL + "/runCase?case=1&agent=a%20b"])
            expectSilence(outcome, status: 0)
        }
    }

    @Test("The echo client refuses an invalid frame, and exits with status 0, also after a reset")
    func refuses() async throws {
        let scripts: [WebSocketScript] = [
            { peer in
                try peer.send([.text("first"), ServerFrame(opcode: 1, payload: [0xFF])])
                try peer.expectText("first")
                try peer.expectClose(1007)
            }, { try $0.drop() },
        ]
        try await withWebSocketServer(scripts) { server in
            for _ in scripts { expectSilence(try await run([server.webSocketURL]), status: 0) }
        }
    }

    @Test("The echo client exits with status 1 without a WebSocket and with 64 without a URL")
    func fails() async throws {
        try await withLoopbackServer([.get("/", answer: .status(404))]) { server in
            expectSilence(try await run([server.webSocketURL]), status: 1)
        }
        for arguments in [[], ["nowhere"], ["ws://h", "ws://h"]] {
            expectSilence(try await run(arguments), status: 64)
        }
    }

    @Test(
        "Autobahn's case groups 1 to 7, 9 and 10 are OK, NON-STRICT or INFORMATIONAL",
        .enabled("needs Autobahn's wstest, in PATH or named by WSTEST") { await Self.wstestRuns })
    func autobahn() async throws {
        let tool = try #require(Executables.builtProduct("websocket-echo"))
        let outcome = try await ToolProcess.run(
            Self.script, [tool], environment: Self.environment, timeout: .seconds(900))
        #expect(outcome.status == .exited(0), "\(outcome.outputText)\(outcome.errorText)")
    }

    @Test(
        "The script reports that it skips the tests on a machine without wstest",
        .needs(
            "bash, and no /usr/bin/wstest", Executables.inPath("bash") != nil && access("/usr/bin/wstest", F_OK) != 0))
    func skips() async throws {
        let outcome = try await ToolProcess.run(Self.script, ["/bin/true"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "skipped: no wstest (Autobahn's test suite) on this machine\n")
    }

    private static let script = PackageFolder.path + "/Tests/WebSocketEcho/autobahn.sh"

    private static let wstest = getenv("WSTEST").map { String(cString: $0) } ?? Executables.inPath("wstest")
    private static var environment: [String: String] { ["PATH": "/usr/bin:/bin", "WSTEST": wstest ?? ""] }

    /// A name in PATH is not enough: version managers install scripts that find no program.
    private static var wstestRuns: Bool {
        get async {
            guard let wstest else { return false }
            let outcome = try? await ToolProcess.run(wstest, ["--help"], environment: environment)
            return outcome?.status == .exited(0)
        }
    }
}
