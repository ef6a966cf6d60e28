import DecimalArithmetic
import JSONReader
import ProviderKit
import TestSupport
import Testing

@Suite("Numbers in the form of a page", .quick)
struct ShownNumberTests {
    @Test(
        "Commas between thousands, signs, dollars and percent signs; what is no such number is none",
        arguments: [
            ("4,098.12", "4098.12"), ("+0.48", "0.48"), ("-0.51%", "-0.51"), ("0%", "0"), ("UNCH", "0"),
            ("$6.65", "6.65"),
            ("-$0.78", "-0.78"), ("1,185,383,123,230", "1185383123230"), ("14,590,589", "14590589"),
            ("4.606%", "4.606"),
            ("265.12", "265.12"), ("1.2e-07", "0.00000012"), ("0.00", "0"), ("", nil), ("N/A", nil), ("1,23", nil),
            ("1,2345", nil), (",123", nil), ("1,,234", nil), ("12,34,567", nil), ("1.234,5", nil), ("--1", nil),
            ("+-1", nil), ("$", nil), ("%", nil), ("1.", nil), (".5", nil), (" 1", nil), ("1 234", nil), ("SEK 1", nil),
            ("1.2.3", nil), ("1%%", nil), ("٣", nil),
        ] as [(String, String?)])
    func parsing(text: String, number: String?) {
        #expect(Number(shown: text)?.description == number)
    }

    @Test(
        "With a decimal comma only amounts of two decimals are read, since another comma may be one of thousands",
        arguments: [
            ("0,00%", "0"), ("-1,50", "-1.5"), ("+649,00", "649"), ("1,5", nil), ("1,234", nil), ("1.50", nil),
            ("", nil),
            ("1.234,50", nil), ("SEK 1,50", nil), ("1,5,50", nil),
        ] as [(String, String?)])
    func decimalComma(text: String, number: String?) {
        #expect(Number(shownWithDecimalComma: text)?.description == number)
    }

    @Test("A required number may be unknown, but not something else; another one is unknown then")
    func readers() throws {
        func read<Value>(_ json: String, _ body: (inout JSONReader) throws -> Value) throws -> Value {
            try JSONReader.read(Array(json.utf8), body)
        }
        for json in ["null", #""""#, #""N/A""#, #""NA""#] {
            #expect(try read(json) { try $0.optionalSignedPrice("last") } == nil, "\(json)")
        }
        #expect(try read(#""$1,000.5""#) { try $0.optionalSignedPrice("last") }?.description == "1000.5")
        #expect(try read(#""-1""#) { try $0.optionalSignedPrice("last") }?.description == "-1")
        #expect(try read("5", { try $0.shownNumberIfSound() })?.description == "5")
        for json in ["true", "[1]", #""abc""#, #""4.5%""#] {
            #expect(throws: (any Error).self, "\(json)") { try read(json) { try $0.optionalSignedPrice("last") } }
        }
        #expect(try read(#""abc""#, { try $0.shownNumberIfSound() }) == nil)
    }
}
