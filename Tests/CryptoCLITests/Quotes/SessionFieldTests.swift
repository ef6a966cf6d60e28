import TestSupport
import Testing

@Suite("session and the fields of extended_price", .quick)
struct SessionFieldTests {
    @Test("No default output has them")
    func unnamed() async {
        for line in ["price stock:NVDA", "list -n 1", "watch BTC --count 1", "price BTC"] {
            for format in ["--csv", "-f jsonl", "-f table", "-f influx", "-f records"] {
                let output = await runTool("\(line) -p sample \(format)").output
                #expect(!output.contains("session") && !output.contains("extended"), "\(line) \(format)")
            }
        }
    }
}
