import DecimalArithmetic
import TestSupport
import Testing

@Suite("Number", .quick)
struct NumberTests {
    @Test("A number with 200 digits keeps them, and is rounded only for calculations")
    func long() throws {
        let digits = String(repeating: "1234567890", count: 20)
        let number = try #require(Number("-" + digits + ".250"))
        #expect(number.description == "-" + digits + ".25")
        #expect(number.value == ExactDecimal("-1.234567890123456789012345678901235e199"))
        #expect(number.formatted(places: 1, grouping: false) == "-" + digits + ".2")
        #expect(number.formatted(places: 0, grouping: true).hasPrefix("-12,345,678,901,"))
        #expect(number.isNegative && !number.isZero)
        #expect(number.adjustedExponent == 199)
    }

    @Test("1e400 prints 401 digits")
    func exponent() throws {
        #expect(try #require(Number("1e400")).description == "1" + String(repeating: "0", count: 400))
    }

    @Test(
        "A long number is rounded half to even for calculations",
        arguments: [
            ("10000000000000000000000000000000005", "10000000000000000000000000000000000"),
            ("10000000000000000000000000000000015", "10000000000000000000000000000000020"),
            ("100000000000000000000000000000000050000000000001", "100000000000000000000000000000000100000000000000"),
            ("99999999999999999999999999999999999", "1e35"), ("1.5e-6176", "2e-6176"), ("0.5e-6175", "5e-6176"),
        ])
    func rounded(text: String, value: String) throws {
        #expect(try #require(Number(text)).value == ExactDecimal(value))
    }

    @Test(
        "A number outside the range of 34-digit decimals is rejected",
        arguments: [
            "1e999999999", "1e6145", "1e-6177", "-1e-999999999", "99999999999999999999999999999999999e6110", "",
        ])
    func refused(text: String) {
        #expect(Number(text) == nil)
    }

    @Test("A text longer than 1,000 bytes is rejected")
    func length() {
        #expect(Number("1." + String(repeating: "1", count: 998)) != nil)
        #expect(Number("1." + String(repeating: "1", count: 999)) == nil)
    }

    @Test("Equality, hash and order depend on every digit")
    func order() throws {
        let digits = "1.00000000000000000000000000000000000"
        let sorted = try [
            "-2", "-" + digits + "2", "-" + digits + "1", "-1", "0", "1", digits + "1", digits + "12", digits + "2",
            "2",
        ]
        .map { try #require(Number($0)) }
        for (position, left) in sorted.enumerated() {
            for (otherPosition, right) in sorted.enumerated() {
                #expect((left < right) == (position < otherPosition), "\(left) < \(right)")
                #expect((left == right) == (position == otherPosition))
            }
        }
        let again = try #require(Number(digits + "1000"))
        #expect(again == sorted[6] && again.hashValue == sorted[6].hashValue)
        #expect(try #require(Number(digits)) == Number(1))
    }

    @Test(
        "a number is an integer where its canonical form is one of 64 bits",
        arguments: [
            "0", "-0", "1", "-1", "10", "1e3", "1.50e1", "1.5", "0.1", "-120e-1", "1e18", "1e19", "9223372036854775807",
            "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "1647861183132", "1e-6000", "1e6000",
            "340282366920938463463374607431768211456", "12345678901234567890123456789012345678901234567890",
        ])
    func integer(text: String) throws {
        let number = try #require(Number(text))
        #expect(number.integer == Int64(number.description))
    }
}
