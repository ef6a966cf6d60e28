import CryptoCLI
import Testing

@Suite("The tool")
struct ToolTests {
    @Test("the version is three numbers")
    func version() {
        #expect(CryptoTool.version.split(separator: ".").allSatisfy { Int($0) != nil })
    }
}
