import DecimalArithmetic
import TestSupport
import Testing

@Suite("ExactDecimal as text", .quick)
struct ExactDecimalTextTests {
    @Test(
        "A number is printed in one canonical form, whatever its input",
        arguments: [
            ("67024.00000000", "67024"), ("1.2e-07", "0.00000012"), ("-0.5", "-0.5"), ("1E+5", "100000"),
            ("0", "0"), ("-0", "0"), ("-0.000e9", "0"), ("0e999999999", "0"), ("1.50", "1.5"), ("100", "100"),
            ("0.10", "0.1"), ("12.34e1", "123.4"), ("12.34e2", "1234"), ("12.34e3", "12340"), ("1e-3", "0.001"),
            ("18446744073709551615", "18446744073709551615"), ("18446744073709551616", "18446744073709551616"),
            ("1000000000000000000000", "1000000000000000000000"),
            ("9999999999999999999999999999999999", "9999999999999999999999999999999999"),
            ("0.1234567890123456789012345678901234", "0.1234567890123456789012345678901234"),
            ("1234567890123456789.012345678901234", "1234567890123456789.012345678901234"),
            ("1.0000000000000000000000000000000000000000", "1"),
            ("1" + String(repeating: "0", count: 60), "1" + String(repeating: "0", count: 60)),
            ("0." + String(repeating: "0", count: 60) + "1e61", "1"),
        ])
    func canonical(sent: String, printed: String) throws {
        let number = try #require(ExactDecimal(sent))
        #expect(number.description == printed)
        #expect(ExactDecimal(printed) == number)
    }

    @Test(
        "Text that is not exactly one JSON number is rejected",
        arguments: [
            "", " ", "-", "+1", ".5", "5.", "-.5", "1.e5", "007", "-01", "00", "1e", "1e+", "1e-", "e5", "1 ", " 1",
            "1,000", "1_000", "0x10", "NaN", "Infinity", "-inf", "1.2.3", "1e5.0", "--1", "１", "1\u{0}", "$1", "1e5e5",
        ])
    func refused(text: String) {
        #expect(ExactDecimal(text) == nil)
        #expect(Number(text) == nil)
    }

    @Test(
        "A number that does not fit exactly is rejected, never rounded",
        arguments: [
            "12345678901234567890123456789012345", "0.99999999999999999999999999999999999", "1e6145", "1e-6177",
            "1.5e-6176", "10e6144", "1e999999999999999999999", "1e-999999999999999999999",
        ])
    func tooLong(text: String) {
        #expect(ExactDecimal(text) == nil)
    }

    @Test("A power of ten is read correctly after more than a million leading zeros")
    func longZeros() {
        let zeros = String(repeating: "0", count: 1_234_566)
        #expect(ExactDecimal("0.\(zeros)1e1234567") == 1)
        #expect(ExactDecimal("0.\(zeros)1e12345678") == nil)
    }

    @Test(
        "The largest and the smallest numbers are accepted",
        arguments: ["1e6144", "9.999999999999999999999999999999999e6144", "1e-6176"])
    func limits(text: String) throws {
        let number = try #require(ExactDecimal(text))
        #expect(ExactDecimal(number.description) == number)
    }

    @Test(
        "Formatting to fixed decimals rounds half to even, with or without thousands separators",
        arguments: [
            ("67234.125", 2, true, "67,234.12"), ("67234.135", 2, true, "67,234.14"),
            ("67234.1250001", 2, true, "67,234.13"),
            ("1234567", 0, true, "1,234,567"), ("123", 2, true, "123.00"), ("1234", 2, false, "1234.00"),
            ("999.995", 2, true, "1,000.00"), ("0.5", 0, true, "0"), ("1.5", 0, true, "2"), ("0.51", 0, true, "1"),
            ("0.00000812", 8, true, "0.00000812"), ("0.00000812", 2, true, "0.00"), ("0", 2, true, "0.00"),
            ("0", 0, true, "0"), ("-0.001", 2, true, "0.00"), ("-0.009", 2, true, "-0.01"),
            ("-1234.5", 0, true, "-1,234"),
            ("0.05", 1, true, "0.0"), ("0.15", 1, true, "0.2"), ("0.049", 1, true, "0.0"), ("9.99", 1, true, "10.0"),
            ("1e20", 1, true, "100,000,000,000,000,000,000.0"), ("0.96", 0, false, "1"), ("12.5", -3, true, "12"),
        ])
    func fixed(text: String, places: Int, grouping: Bool, printed: String) throws {
        let number = try #require(ExactDecimal(text))
        #expect(number.formatted(places: places, grouping: grouping) == printed)
        #expect(Number(number).formatted(places: places, grouping: grouping) == printed)
        let plain = printed.filter { $0 != "," }
        #expect(number.rounded(toPlaces: places) == ExactDecimal(plain))
    }

    @Test(
        "The adjusted exponent is the place of the first digit",
        arguments: [("123.4", 2), ("0.012", -2), ("1", 0), ("0", 0), ("9.99", 0), ("-1000", 3), ("1e-6176", -6176)])
    func place(text: String, exponent: Int) throws {
        #expect(try #require(ExactDecimal(text)).adjustedExponent == exponent)
        #expect(try #require(Number(text)).adjustedExponent == exponent)
    }
}
