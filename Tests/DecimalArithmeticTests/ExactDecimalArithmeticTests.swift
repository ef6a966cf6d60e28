import DecimalArithmetic
import Testing

@Suite("ExactDecimal at the ends of its range")
struct ExactDecimalExtremesTests {
    @Test(
        "rounding to any number of places", arguments: [Int.min, -1, 0, 6176, 6177, .max - 1, .max],
        ["0", "1", "67000", "-0.5", "1e6144", "-9.999999999999999999999999999999999e6144", "1e-6176"])
    func rounded(places: Int, text: String) throws {
        let number = try #require(ExactDecimal(text))
        let whole = number.magnitude < 1 ? ExactDecimal.zero : number
        #expect(number.rounded(toPlaces: places) == (places < 6176 ? whole : number))
    }
}

@Suite("ExactDecimal arithmetic")
struct ExactDecimalArithmeticTests {
    private static let nines = String(repeating: "9", count: 34)

    private func number(_ text: String) throws -> ExactDecimal {
        try #require(ExactDecimal(text))
    }

    @Test(
        "sums are exact, or rounded half to even to 34 digits",
        arguments: [
            ("0.1", "0.2", "0.3"), ("1", "-1", "0"), ("0", "-5", "-5"), ("5", "0", "5"), ("-2", "3", "1"),
            (nines, "1", "1e34"), (nines, "0.4", nines), (nines, "0.5", "1e34"), ("1e33", "0.5", "1e33"),
            ("1000000000000000000000000000000001", "0.5", "1000000000000000000000000000000002"),
            ("1000000000000000000000000000000001", "0.50000001", "1000000000000000000000000000000002"),
            ("1e33", "0.50000001", "1000000000000000000000000000000001"),
            ("1e34", "-0.4", "1e34"), ("1e34", "-0.6", "9999999999999999999999999999999999"), ("1e34", "-0.5", "1e34"),
            ("1e6000", "1e-6000", "1e6000"), ("1e6000", "-1e-6000", "1e6000"), ("-1e6000", "1", "-1e6000"),
            ("1e6144", "1e6144", "2e6144"), ("1e-6176", "1e-6176", "2e-6176"),
        ])
    func sums(left: String, right: String, sum: String) throws {
        #expect(try number(left) + number(right) == number(sum))
        #expect(try number(right) + number(left) == number(sum))
        #expect(try number(left) - -number(right) == number(sum))
    }

    @Test(
        "products are exact, or rounded half to even to 34 digits",
        arguments: [
            ("0.1", "0.2", "0.02"), ("-3", "4", "-12"), ("0", "-1e6144", "0"), ("67024.12", "0.5", "33512.06"),
            (nines, nines, "9.999999999999999999999999999999998e67"),
            (nines, "10", "9.999999999999999999999999999999999e34"),
            ("1e-6176", "0.5", "0"), ("1e-6176", "0.51", "1e-6176"), ("3e-6176", "0.5", "2e-6176"),
            ("1e-6000", "1e-6000", "0"),
            ("1e-3088", "1e-3088", "1e-6176"),
        ])
    func products(left: String, right: String, product: String) throws {
        #expect(try number(left) * number(right) == number(product))
        #expect(try number(right) * number(left) == number(product))
    }

    @Test(
        "quotients are rounded half to even to 34 digits",
        arguments: [
            ("1", "3", "0.3333333333333333333333333333333333"), ("2", "3", "0.6666666666666666666666666666666667"),
            ("1", "8", "0.125"), ("0", "-7", "0"), ("-1", "4", "-0.25"), ("1e-6176", "2", "0"),
            ("3e-6176", "2", "2e-6176"),
            (nines, nines, "1"), ("1", nines, "1.000000000000000000000000000000000e-34"),
            ("1e34", "3e-34", "3.333333333333333333333333333333333e67"),
        ])
    func quotients(dividend: String, divisor: String, quotient: String) throws {
        #expect(try number(dividend).divided(by: number(divisor)) == number(quotient))
    }

    @Test("a conversion multiplies first and rounds once, at the end")
    func conversion() throws {
        #expect(try number("3").multiplied(by: 1, dividedBy: 3) == 1)
        #expect(try number("1").divided(by: 3) * 3 == number("0.9999999999999999999999999999999999"))
        #expect(try number("1e6000").multiplied(by: number("1e6000"), dividedBy: number("1e6000")) == number("1e6000"))
        let nines = try number(Self.nines)
        #expect(try nines.multiplied(by: nines, dividedBy: nines) == nines)
    }

    @Test("overflow and division by zero are thrown")
    func errors() throws {
        let largest = try number("9.999999999999999999999999999999999e6144")
        #expect(throws: ArithmeticError.overflow) { try largest + largest }
        #expect(throws: ArithmeticError.overflow) { try largest * 2 }
        #expect(throws: ArithmeticError.overflow) { try largest.divided(by: number("0.5")) }
        #expect(throws: ArithmeticError.overflow) { try largest + number("5e6110") }
        #expect(throws: ArithmeticError.divisionByZero) { try largest.divided(by: 0) }
        #expect(throws: ArithmeticError.divisionByZero) { try ExactDecimal.zero.multiplied(by: 1, dividedBy: 0) }
        #expect(try largest + number("4e6110") == largest)
    }

    @Test("numbers that are equal are equal, and have one hash")
    func equality() throws {
        #expect(try number("1.0") == number("1"))
        #expect(try number("100e-2").hashValue == number("1").hashValue)
        #expect(try number("-0") == number("0"))
        #expect(ExactDecimal(Int64.min).description == "-9223372036854775808")
        #expect(ExactDecimal(UInt64.max).description == "18446744073709551615")
        #expect(!(-ExactDecimal.zero).isNegative)
        #expect(try number("-12.5").magnitude == number("12.5"))
    }

    @Test("numbers are ordered by value")
    func order() throws {
        let sorted = try [
            "-1e6144", "-10.5", "-10.25", "-1e-6176", "0", "1e-6176", "0.1", "0.12", "0.123", "1", "9.99", "10",
            "1234567890123456789012345678901234", "1234567890123456789012345678901235", "1e34", "1e6144",
        ].map(number)
        for (position, left) in sorted.enumerated() {
            for (otherPosition, right) in sorted.enumerated() {
                #expect((left < right) == (position < otherPosition), "\(left) < \(right)")
            }
        }
    }

    @Test(
        "a chart's binary number is the nearest one",
        arguments: [
            ("0.1", 0.1), ("-67024.125", -67024.125), ("1e22", 1e22), ("1e400", .infinity), ("1e-400", 0), ("0", 0),
        ])
    func double(text: String, value: Double) throws {
        #expect(try number(text).doubleValue == value)
    }
}
