import CryptoCLI
import TestSupport
import Testing

@Suite("The config file", .quick)
struct ConfigFileTests {
    @Test(
        "A byte order mark before the first line is left out, and lines may end in CR LF",
        arguments: [
            "\u{FEFF}--fields symbol\n--limit 2\n--no-header\n",
            "--fields symbol\r\n[list]\r\n--limit 2\r\n--no-header\r\n",
        ])
    func bytes(config: String) async throws {
        try await withTemporaryDirectory { directory in
            try directory.write(config, to: "crypto/config")
            let run = await runTool("list -p sample", ["XDG_CONFIG_HOME": directory.path])
            #expect(run.output == "BTC\nETH\n", "\(run.errors)")
        }
    }

    @Test("A config file that is not UTF-8 is rejected")
    func binary() async throws {
        try await withTemporaryDirectory { directory in
            try Files.write([0x2D, 0x2D, 0xFF], to: directory.path("config"))
            let run = await runTool(["list", "-p", "sample", "--config", directory.path("config")])
            #expect(run.status == .configuration)
        }
    }

    @Test("A config file that blocks does not outlast the deadline", .needsBuiltProduct("crypto"))
    func pipe() async throws {
        let tool = try #require(Executables.builtProduct("crypto"))
        try await withTemporaryDirectory { directory in
            let script = "mkfifo pipe && exec \(tool) list -p sample --config pipe --deadline 300ms"
            let outcome = try await ToolProcess.run("/bin/sh", ["-c", "cd \(directory.path) && \(script)"])
            #expect(outcome.status == .exited(75))
            #expect(outcome.output.isEmpty)
        }
    }
}
