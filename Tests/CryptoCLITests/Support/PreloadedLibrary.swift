import Platform
import TestSupport
import Testing

/// A library that takes the place of functions of the C library in the built program.
enum PreloadedLibrary {
    static let compiler = Executables.inPath("clang") ?? Executables.inPath("cc")

    /// Compiles C source, and runs `body` with a directory and the variables that make the program load the library.
    static func with(
        _ source: String, _ body: (TemporaryDirectory, [String: String]) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { home in
            let compiler = try #require(compiler)
            let library = home.path("preloaded.so")
            try home.write(source, to: "preloaded.c")
            let made = try await ToolProcess.run(
                compiler, ["-shared", "-fPIC", "-o", library, home.path("preloaded.c"), "-ldl"],
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
}
