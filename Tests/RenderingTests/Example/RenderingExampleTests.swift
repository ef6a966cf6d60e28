import Rendering
import TestSupport
import Testing

@Suite("The example of Rendering", .quick)
struct RenderingExampleTests {
    private static let coins = [
        Coin(symbol: "BTC", price: Number("62440.630")), Coin(symbol: "PEPE", price: Number("4.05e-6")),
        Coin(symbol: "NEW", price: nil),
    ]

    @Test(
        arguments: [
            ("price > 100", .csv, "symbol,price\r\nBTC,62440.63\r\n"),
            ("price < 1", .jsonl, #"{"symbol":"PEPE","price":0.00000405}"# + "\n"),
            (#"symbol == "NEW""#, .jsonl, #"{"symbol":"NEW","price":null}"# + "\n"),
        ] as [(String, OutputFormat, String)])
    func formats(condition: String, format: OutputFormat, expected: String) throws {
        #expect(try text(of: Self.coins, if: condition, as: format) == expected)
    }
}
