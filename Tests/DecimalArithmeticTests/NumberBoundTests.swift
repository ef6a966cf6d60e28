import DecimalArithmetic
import TestSupport
import Testing

@Suite("NumberBound", .computes, .quick)
struct NumberBoundTests {
    private func order(_ text: String, to bound: String) throws -> Int {
        // The span of an array needs macOS 26.
        let digits = ArraySlice(text.utf8)
        return NumberBound(try #require(Number(bound))).order(of: digits.span)
    }

    @Test(
        "A text compares to a bound as its number does",
        arguments: [
            ("0", "0", 0), ("0", "-1", 1), ("0", "-0", 0), ("5", "5", 0), ("5", "5.1", -1), ("5.1", "5", 1),
            ("67233.12", "1000000", -1), ("100000", "99999.99", 1), ("0.05", "0.5", -1), ("0.5", "5e-1", 0),
            ("12.34", "12.35", -1), ("12.4", "12.35", 1), ("7", "70e-1", 0), ("9", "10", -1), ("10", "9", 1),
        ])
    func examples(text: String, bound: String, order: Int) throws {
        #expect(try self.order(text, to: bound).signum() == order)
    }

    @Test("Random texts compare to a bound as their numbers do, including long ones")
    func random() throws {
        for _ in 0..<20_000 {
            let bound = try #require(Number(RandomNumber.text(digits: 40, near: true)))
            let isNear = Bool.random()
            let other = isNear ? bound : try #require(Number(RandomNumber.text(digits: 40, near: true)))
            // The canonical form without its minus sign, and sometimes with one more digit.
            var text = other.description.drop { $0 == "-" } + ""
            if isNear, text.contains("."), Bool.random() { text += String(Int.random(in: 1...9)) }
            let number = try #require(Number(String(text)))
            let expected = number < bound ? -1 : number == bound ? 0 : 1
            #expect(try order(String(text), to: bound.description).signum() == expected, "\(text) to \(bound)")
        }
    }
}
