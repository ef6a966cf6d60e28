import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("A name server that never answers", .serialized, .quick)
struct DeadNameServerTests {
    /// A loopback address used by this test only: the port of a name server is fixed, and a program that is being
    /// started elsewhere may keep it in use for a moment after the end of the test.
    private static func address(_ number: Int) -> String {
        "127.\(76 + number).\(getpid() >> 8 & 255).\(getpid() & 255 | 1)"
    }

    @Test(
        "Neither --timeout nor --deadline nor the end of the process waits for it",
        .needsBuiltProduct("crypto"),
        .needs("root, unshare(1) and port 53", check: { try await canReplaceNameServer() }),
        arguments: [
            (1, "--timeout 300ms --retries 0 --deadline", "in 300 ms"), (2, "--deadline", "before the deadline"),
        ])
    func bounded(number: Int, options: String, words: String) async throws {
        let tool = try #require(Executables.builtProduct("crypto"))
        let address = Self.address(number)
        let silence = try #require(SilentPort(address: address, port: 53))
        defer { silence.close() }
        try await withTemporaryDirectory { directory in
            let resolver = try directory.write("nameserver \(address)\noptions timeout:30\n", to: "resolv.conf")
            let script = "mount --bind \(resolver) /etc/resolv.conf && exec \(tool) price BTC -p coingecko \(options)"
            let outcome = try await runWithDeadline(ofMilliseconds: number == 1 ? 20_000 : 400) {
                try await ToolProcess.run("/usr/bin/unshare", ["-m", "/bin/sh", "-c", "\(script) \($0)"])
            }
            #expect(outcome.status == .exited(75))
            #expect(outcome.output.isEmpty)
            #expect(outcome.errorText.contains("coingecko: no answer from api.coingecko.com \(words)"))
            // The resolver of libcurl gives up after 30 s at the earliest.
            #expect(outcome.elapsed < .seconds(25))
        }
    }

    /// Whether this process can mount a file over /etc/resolv.conf.
    private static func canReplaceNameServer() async throws -> Bool {
        guard geteuid() == 0, access("/usr/bin/unshare", X_OK) == 0,
            let probe = SilentPort(address: address(0), port: 53)
        else { return false }
        probe.close()
        return try await ToolProcess.run("/usr/bin/unshare", ["-m", "/bin/true"]).status == .exited(0)
    }
}

/// A UDP port that receives everything and never answers.
private struct SilentPort {
    private let descriptor: Int32

    /// Closed on exec, so that programs started by other tests do not keep it open.
    init?(address: String, port: UInt16) {
        #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #else
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        inet_pton(AF_INET, address, &name.sin_addr)
        let bound = withUnsafePointer(to: name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else {
            close()
            return nil
        }
    }

    func close() {
        _ = descriptor >= 0 ? closeDescriptor(descriptor) : 0
    }
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
