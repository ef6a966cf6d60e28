import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs that ask nothing over a network: their tasks run on the main thread, and signals have their default action.
@Suite("The built tool with one thread", .needsBuiltProduct("crypto"), .quick, .endsHang, .needsLinux)
struct OneThreadTests {
    @Test("What needs no network starts no thread", .needs("a C compiler", PreloadedLibrary.compiler != nil))
    func none() async throws {
        let source = """
            #include <stdlib.h>
            int pthread_create(void *a, void *b, void *c, void *d) { abort(); }
            """
        try await PreloadedLibrary.with(source) { _, variables in
            let lines = [
                "--version", "--help", "price --help", "--generate man", "list --provider sample",
                "list --provider sample --search apple --json", "price BTC ETH --provider sample -c SEK",
                "price BTC --chart --provider sample", "convert 1 BTC SEK --provider sample",
                "aqi Delhi --provider sample",
            ]
            for line in lines {
                let outcome = try await runBuilt(line.split(separator: " ").map(String.init), variables)
                #expect(outcome.status == .exited(0), "\(line): \(outcome.errorText)")
                #expect(!outcome.output.isEmpty, "\(line)")
            }
            // The library does what it is for.
            let other = ["watch", "BTC", "--provider", "mock", "--count", "1"]
            #expect(try await runBuilt(other, variables).status != .exited(0))
        }
    }

    @Test(
        "A stream starts no thread of libdispatch",
        .needs("a C compiler", PreloadedLibrary.compiler != nil),
        arguments: [
            "watch BTC ETH --provider mock --rate 5000 --count 20000 -f none",
            "watch BTC --provider mock --rate 1000 --candles 1m --for 1s -f none",
            "aqi --watch --provider mock --rate 5000 --count 5000 -f none",
        ])
    func ownThreads(line: String) async throws {
        let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdlib.h>
            #include <string.h>
            int pthread_create(void *a, void *b, void *c, void *d) {
                Dl_info caller;
                if (dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "dispatch")) abort();
                return ((int (*)(void *, void *, void *, void *))dlsym(RTLD_NEXT, "pthread_create"))(a, b, c, d);
            }
            """
        try await PreloadedLibrary.with(source) { _, variables in
            let outcome = try await runBuilt(line.split(separator: " ").map(String.init), variables)
            #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        }
    }

    /// Runs the tool until it waits for a reader of its output, and then shell commands. `$tool` is the id of its
    /// process, and descriptor 4 its output.
    private static func runUnread(_ script: String) async throws -> ToolOutcome {
        let tool = try #require(Executables.builtProduct("crypto"))
        return try await withTemporaryDirectory { directory in
            let lines = """
                cd "$0" && mkfifo out
                is() { until ps -o stat= -p $tool | grep -q "^$1"; do :; done; }
                "$1" --generate catalog >out & tool=$!
                exec 4<out; read -r line <&4; is S
                \(script)
                """
            return try await ToolProcess.run(
                "/bin/sh", ["-c", lines, directory.path("."), tool], environment: ["PATH": "/usr/bin:/bin"],
                errors: .capture)
        }
    }

    @Test("A signal ends it while nobody reads its output", arguments: [SIGTERM, SIGHUP])
    func signal(_ number: Int32) async throws {
        let outcome = try await Self.runUnread("kill -\(number) $tool; wait $tool")
        #expect(outcome.status == .exited(128 + number), "\(outcome.errorText)")
    }

    @Test("Ctrl-Z stops it while nobody reads its output, and SIGCONT continues it")
    func stop() async throws {
        let outcome = try await Self.runUnread("kill -TSTP $tool; is T; kill -CONT $tool; tail -c 2 <&4; wait $tool")
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        #expect(outcome.outputText == "}\n")
    }
}
