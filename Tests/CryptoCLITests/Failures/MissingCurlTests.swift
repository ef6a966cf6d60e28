import TestSupport
import Testing

/// Runs of the program on a machine without libcurl: the loader finds no library of that name.
@Suite(
    "Without libcurl", .needsLinux, .needsBuiltProduct("crypto"), .quick, .endsHang,
    .needs("a C compiler", PreloadedLibrary.compiler != nil))
struct MissingCurlTests {
    /// Opens a library of another folder in place of libcurl, so that the message is that of the loader itself.
    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdio.h>
        #include <string.h>
        void *dlopen(const char *name, int mode) {
            void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
            char missing[256];
            if (!name || !strstr(name, "libcurl")) return next(name, mode);
            snprintf(missing, sizeof missing, "/nowhere/%s", name);
            return next(missing, mode);
        }
        """#

    private static let reason =
        "libcurl cannot be opened (/nowhere/libcurl.so.4: cannot open shared object file: No such file or directory)"
    private static let sentence = "\(reason); install libcurl 4 (the package libcurl4 of Debian)\n"

    @Test(
        "What needs the network fails with 69, says which package to install, and prints nothing on stdout",
        arguments: [
            ["price", "BTC", "-p", "coingecko"], ["list", "-p", "binance"],
            ["convert", "1", "EUR", "SEK", "-p", "ecb"],
            ["watch", "BTC", "-p", "coinbase", "--retries", "0"], ["aqi", "Delhi", "-p", "open-meteo"],
        ])
    func message(_ arguments: [String]) async throws {
        try await PreloadedLibrary.with(Self.source) { _, variables in
            let outcome = try await runBuilt(arguments, variables)
            #expect(outcome.status == .exited(69))
            #expect(outcome.outputText.isEmpty)
            #expect(outcome.errorText.hasPrefix("crypto: "))
            #expect(outcome.errorText.hasSuffix(Self.sentence), "\(outcome.errorText)")
        }
    }

    @Test("What needs no network works, and --version -v says what is missing")
    func works() async throws {
        try await PreloadedLibrary.with(Self.source) { _, variables in
            for arguments in [
                ["price", "BTC", "--provider", "sample"], ["watch", "BTC", "-p", "sample"], ["list", "--help"],
            ] {
                let outcome = try await runBuilt(arguments, variables)
                #expect(outcome.status == .exited(0), "\(outcome.errorText)")
                #expect(outcome.outputText.contains("BTC"))
            }
            let version = try await runBuilt(["--version", "-v"], variables)
            #expect(version.status == .exited(0) && version.errorText.isEmpty)
            #expect(version.outputText.hasPrefix("crypto "))
            #expect(version.outputText.contains("\n\(Self.reason)\n"), "\(version.outputText)")
        }
    }
}
