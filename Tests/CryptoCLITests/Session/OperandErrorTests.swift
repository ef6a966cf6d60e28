import CryptoCLI
import TestSupport
import Testing

@Suite("An error in an operand names it, and shows a line that works", .quick)
struct OperandErrorTests {
    @Test(
        "The lines that messages show work",
        arguments: [
            "price BTC", "convert 1 BTC EUR", "convert 5 EUR USD", "price stock:AAPL -c EUR", "aqi Delhi",
            "list --search bit", "list --fields symbol,id",
        ])
    func example(line: String) async {
        let run = await runTool("\(line) -p sample")
        #expect(run.status == .success, "\(run.errors)")
    }
}
