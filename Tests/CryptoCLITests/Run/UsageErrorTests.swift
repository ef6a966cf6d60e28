import CryptoCLI
import TestSupport
import Testing

@Suite("Invalid command lines: one line, the status, and no request", .quick)
struct UsageErrorTests {
    @Test("Arguments that are not UTF-8 are refused with their position")
    func invalidUTF8() async {
        let console = TestConsole()
        let environment = Environment(
            variables: [:], console: console.console(columns: nil), time: TestClock().source, random: { 1 },
            http: { _ in preconditionFailure("nothing is to be asked") })
        let status = await CryptoTool.run([Array("price".utf8), [0x42, 0xFF, 0xFE]], environment)
        #expect(status == .usage)
        #expect(console.output.isEmpty)
        #expect(console.errors == "crypto: argument 2 is not valid UTF-8\n")
    }
}
