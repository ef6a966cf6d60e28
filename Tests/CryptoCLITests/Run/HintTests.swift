import CryptoCLI
import TestSupport
import Testing

@Suite("Other forms of a command line", .quick)
struct HintTests {
    @Test(
        "Another form of the same command line is accepted",
        arguments: [
            ("price BTC -p sample --chart -f SVG", "price BTC -p sample --chart -f svg"), ("-Vv", "-V -v"),
            ("-vV", "-V -v"), ("list -Vv", "-V -v"),
        ])
    func accepted(line: String, other: String) async {
        let (run, usual) = (await runTool(line), await runTool(other))
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == usual.output && !run.output.isEmpty)
    }
}
