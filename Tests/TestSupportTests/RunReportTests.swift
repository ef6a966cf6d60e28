import Testing

@testable import TestSupport

@Suite("The end of a run of the tests", .quick)
struct RunReportTests {
    @Test("It names the ten slowest tests, what the skipped ones need, and the other part")
    func text() {
        let times = (1...12).reduce(into: [:]) { $0["test \($1)"] = Duration.milliseconds(1250 * $1) }
        let lines = RunReport.text(times, needs: ["jq", "fish"], isLong: false).split(separator: "\n")
        #expect(lines[0] == "The tests that took longest, of those with servers or processes:")
        #expect(lines[1] == "   15.0 s  test 12")
        #expect(lines[10] == "    3.7 s  test 3")
        #expect(lines[11] == "Tests that were skipped need: fish; jq.")
        #expect(lines.last == "These were the quick tests. The long ones: CRYPTO_LONG_TESTS=1 swift test")
        let long = RunReport.text(times, needs: [], isLong: true)
        #expect(!long.contains("skipped") && long.hasSuffix("These were the long tests. The quick ones: swift test\n"))
    }
}
