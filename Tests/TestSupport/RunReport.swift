#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Platform
import Synchronization

/// What the test process prints at its end, below the summary of Swift Testing: the tests that took longest, and what
/// the skipped ones need.
///
/// Swift Testing counts the time that a test waits for its turn, so these times are measured where servers and
/// processes are used.
enum RunReport {
    private struct State {
        var isPrinted = false
        var times: [String: Duration] = [:]
        var needs: Set<String> = []
    }

    /// Whether the long tests run, in place of the quick ones.
    static let isLong = getenv("CRYPTO_LONG_TESTS").map { String(cString: $0) } == "1"

    private static let state = Mutex(State())

    /// Adds to the time of a test. Tests of the same name share one.
    static func add(_ time: Duration, of test: String?) {
        change { $0.times[test ?? "(no test)", default: .zero] += time }
    }

    /// Notes what a skipped test needs.
    static func add(need: String) {
        change { $0.needs.insert(need) }
    }

    private static func change(_ change: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isPrinted = true }
            change(&state)
            return !state.isPrinted
        }
        if isFirst { atexit { RunReport.print() } }
    }

    private static func print() {
        let (times, needs) = state.withLock { ($0.times, $0.needs) }
        let text = text(times, needs: needs, isLong: isLong)
        _ = StandardStreams.write(Array(text.utf8), to: 2)
    }

    static func text(_ times: [String: Duration], needs: Set<String>, isLong: Bool) -> String {
        let slowest = times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10)
        var lines = ["", "The tests that took longest, of those with servers or processes:"]
        lines += slowest.map { "  \(tenths($0.value)) s  \($0.key)" }
        if !needs.isEmpty {
            lines.append("Tests that were skipped need: \(needs.sorted().joined(separator: "; ")).")
        }
        lines.append("Known issues are expected: they are failures that a test causes and looks at.")
        lines.append(
            isLong
                ? "These were the long tests. The quick ones: swift test"
                : "These were the quick tests. The long ones: CRYPTO_LONG_TESTS=1 swift test")
        return lines.map { $0 + "\n" }.joined()
    }

    /// Seconds with one decimal, in five columns.
    private static func tenths(_ time: Duration) -> String {
        let tenths = time.components.seconds * 10 + time.components.attoseconds / 100_000_000_000_000_000
        let text = "\(tenths / 10).\(tenths % 10)"
        return String(repeating: " ", count: max(0, 5 - text.utf8.count)) + text
    }
}
