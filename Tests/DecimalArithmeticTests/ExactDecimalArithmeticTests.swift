import DecimalArithmetic
import TestSupport
import Testing

@Suite("ExactDecimal at the limits of its range", .quick)
struct ExactDecimalExtremesTests {
    @Test(
        "Rounding takes any number of places", arguments: [Int.min, -1, 0, 6176, 6177, .max - 1, .max],
        ["0", "1", "67000", "-0.5", "1e6144", "-9.999999999999999999999999999999999e6144", "1e-6176"])
    func rounded(places: Int, text: String) throws {
        let number = try #require(ExactDecimal(text))
        let whole = number.magnitude < 1 ? ExactDecimal.zero : number
        #expect(number.rounded(toPlaces: places) == (places < 6176 ? whole : number))
    }
}

@Suite("ExactDecimal arithmetic", .quick)
struct ExactDecimalArithmeticTests {
    private static let nines = String(repeating: "9", count: 34)
    private static let threes = String(repeating: "3", count: 34)

    private func number(_ text: String) throws -> ExactDecimal {
        try #require(ExactDecimal(text))
    }

    @Test("A number is rounded down, and half up, to one of its two neighbours")
    func roundingModes() throws {
        for _ in 0..<5_000 {
            let number = try #require(ExactDecimal(RandomNumber.text(digits: 34, near: true)))
            let places = Int.random(in: 0...20)
            let unit = try #require(ExactDecimal("1e-\(places)"))
            let down = number.rounded(toPlaces: places, .down)
            #expect(down.rounded(toPlaces: places) == down && down <= number)
            guard let above = try? down + unit, above != down, let rest = try? number - down else { continue }
            #expect(down == number || above > number, "\(number)")
            #expect(number.rounded(toPlaces: places, .halfUp) == (try rest * 2 >= unit ? above : down), "\(number)")
        }
    }

    @Test(
        "halves are rounded up, to even or down",
        arguments: [
            ("2.5", 0, "3", "2", "2"), ("3.5", 0, "4", "4", "3"), ("-2.5", 0, "-2", "-2", "-3"),
            ("-0.5", 0, "0", "0", "-1"), ("0.49", 0, "0", "0", "0"), ("0.051", 1, "0.1", "0.1", "0"),
            ("7", 2, "7", "7", "7"),
            ("-1e-6000", 3, "0", "0", "-0.001"), ("1e-6000", 3, "0", "0", "0"),
        ])
    func halves(text: String, places: Int, up: String, even: String, down: String) throws {
        let number = try #require(ExactDecimal(text))
        #expect(number.rounded(toPlaces: places, .halfUp).description == up)
        #expect(number.rounded(toPlaces: places).description == even)
        #expect(number.rounded(toPlaces: places, .down).description == down)
    }

    @Test(
        "Sums are exact, or rounded half to even to 34 digits",
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
        "Products are exact, or rounded half to even to 34 digits",
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
        "quotients are rounded half to even to 20 digits, unless the point only moves",
        arguments: [
            ("1", "3", "0.33333333333333333333"), ("2", "3", "0.66666666666666666667"),
            ("-2000", "3", "-666.66666666666666667"), ("1", "81", "0.012345679012345679012"),
            // A tie goes to the even digit, and what is above it up.
            ("20000000000000000001", "2", "1e19"), ("20000000000000000003", "2", "10000000000000000002"),
            ("20000000000000000001.0000000000001", "2", "10000000000000000001"),
            (nines, "10", "999999999999999999999999999999999.9"), (nines, "-0.001", "-\(nines)e3"),
            (nines, "2", "5e33"),
            ("1", "8", "0.125"), ("0", "-7", "0"), ("-1", "4", "-0.25"), ("1e-6176", "2", "0"),
            ("3e-6176", "2", "2e-6176"),
            (nines, nines, "1"), ("1", nines, "1e-34"),
            ("1e34", "3e-34", "3.3333333333333333333e67"),
        ])
    func quotients(dividend: String, divisor: String, quotient: String) throws {
        #expect(try number(dividend).divided(by: number(divisor)) == number(quotient))
    }

    @Test(
        "a percentage is rounded half to even to 8 decimals, in one step",
        arguments: [
            ("1", "3", "33.33333333"), ("2", "3", "66.66666667"), ("-1", "7", "-14.28571429"), ("0", "5", "0"),
            ("5", "4", "125"), ("1.5", "1e10", "0.00000002"), ("2.5", "1e10", "0.00000002"),
            ("2.5000000000000000000000001", "1e10", "0.00000003"), ("1e-30", "1", "0"), ("1e40", "3", "\(threes)e8"),
            ("0.00000000005", "1", "0"), ("1272.57", "61168.06", "2.08044852"),
        ])
    func percentages(part: String, whole: String, percentage: String) throws {
        #expect(try number(part).percentage(of: number(whole)) == number(percentage))
        #expect(throws: ArithmeticError.divisionByZero) { try number(part).percentage(of: 0) }
    }

    @Test("a conversion multiplies first and rounds once, at the end")
    func conversion() throws {
        #expect(try number("3").multiplied(by: 1, dividedBy: 3) == 1)
        #expect(try number("1").divided(by: 3) * 3 == number("0.99999999999999999999"))
        #expect(try number("1e6000").multiplied(by: number("1e6000"), dividedBy: number("1e6000")) == number("1e6000"))
        let nines = try number(Self.nines)
        #expect(try nines.multiplied(by: nines, dividedBy: 1000) == number("9.999999999999999999999999999999998e64"))
        #expect(try nines.multiplied(by: nines, dividedBy: nines) == number("1e34"))
    }

    @Test("Overflow and division by zero are thrown")
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

    @Test("Numbers of equal value are equal and have the same hash")
    func equality() throws {
        #expect(try number("1.0") == number("1"))
        #expect(try number("100e-2").hashValue == number("1").hashValue)
        #expect(try number("-0") == number("0"))
        #expect(ExactDecimal(Int64.min).description == "-9223372036854775808")
        #expect(ExactDecimal(UInt64.max).description == "18446744073709551615")
        #expect(!(-ExactDecimal.zero).isNegative)
        #expect(try number("-12.5").magnitude == number("12.5"))
    }

    @Test("Numbers are ordered by value")
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
        "The binary number for a chart is the nearest double",
        arguments: [
            ("0.1", 0.1), ("-67024.125", -67024.125), ("1e22", 1e22), ("1e400", .infinity), ("1e-400", 0), ("0", 0),
        ])
    func double(text: String, value: Double) throws {
        #expect(try number(text).doubleValue == value)
    }
}
