#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
package import Testing

extension Trait where Self == ConditionTrait {
    /// Skips a test, visibly, where something is missing. `what` follows the word "needs"; the last line of the run
    /// repeats it.
    package static func needs(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ isThere: @autoclosure @escaping @Sendable () throws -> Bool
    ) -> Self {
        .needs(what, sourceLocation: sourceLocation) { try isThere() }
    }

    /// Like the above, where it takes time to find out.
    package static func needs(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
        check isThere: @escaping @Sendable () async throws -> Bool
    ) -> Self {
        .enabled("needs \(what)", sourceLocation: sourceLocation) {
            let isThere = try await isThere()
            if !isThere { RunReport.add(need: what) }
            return isThere
        }
    }

    /// Skips a test, visibly, on another system than Linux: it needs what only Linux has, such as /proc.
    package static var needsLinux: Self {
        #if os(Linux)
        .needs("Linux", true)
        #else
        .needs("Linux", false)
        #endif
    }

    /// Skips a test, visibly, where a program is not in PATH.
    package static func needs(program name: String, sourceLocation: SourceLocation = #_sourceLocation) -> Self {
        .needs(name, sourceLocation: sourceLocation, Executables.inPath(name) != nil)
    }

    /// Marks a soak, a flood or a second build. It runs with `CRYPTO_LONG_TESTS=1 swift test`, and has a short form
    /// among the quick tests.
    package static var long: Self {
        .enabled(if: RunReport.isLong, "is a long test: CRYPTO_LONG_TESTS=1 swift test runs it")
    }

    /// Marks tests that take time, so that they do not run again with the long ones. Other tests run in both parts.
    package static var quick: Self {
        .enabled(if: !RunReport.isLong, "is a quick test: swift test runs it without CRYPTO_LONG_TESTS")
    }
}

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs. No test comes near it, however busy the machine is.
    package static var endsHang: Self { .timeLimit(.minutes(15)) }
}
