import CryptoCLI
import TestSupport
import Testing

@Suite("convert: refused arguments", .quick)
struct ConvertRefusalTests {
    @Test(
        "An amount with characters that a terminal does not show exits with 64, and shows none of them",
        arguments: ["1\u{202E}2", "\u{1}\u{1B}[2J"])
    func hidden(_ text: String) async {
        expectFailure(await runTool(["convert", text, "USD", "SEK"]), .usage, says: "is not an amount")
    }

    @Test("A hundred kilobytes of digits are refused in one short line")
    func longAmount() async {
        let run = await runTool(["convert", String(repeating: "9", count: 100_000), "USD", "SEK"])
        expectFailure(run, .usage, says: "34 digits at most")
        #expect(run.errors.utf8.count < 1000)
    }
}
