import DecimalArithmetic
import TestSupport
import Testing

@Suite("Products with one division", .computes, .quick)
struct ExactProductTests {
    private static func numbers(_ text: String) throws -> [ExactDecimal] {
        try text.split(separator: " ").map { try #require(ExactDecimal($0)) }
    }

    private static let nines = String(repeating: "9", count: 34)
    /// 12345678901234567891 ÷ 21 × 10²⁰, by python3's decimal.
    private static let quotient = "58788947148736037576000000000000000000"

    @Test(
        "All factors are multiplied, then all divisors divide, with one rounding at the end",
        arguments: [
            ("", "", "1"), ("7", "", "7"), ("", "8", "0.125"), ("3 5", "", "15"),
            ("1", "3", "0.33333333333333333333"), ("\(nines) 10", "0.1 1000", "\(nines)e-1"),
            ("\(nines)", "2 5", "1e33"),
            ("1 3", "3", "1"), ("1 7 3", "7 3", "1"), ("0 5", "3", "0"), ("-2 3", "4", "-1.5"), ("-2", "-4", "0.5"),
            ("0.1 62440.63 11.1893", "1.0813", "64613.607810875797651"),
            // A first quotient rounded by itself would make another last digit.
            ("12345678901234567890 7", "7", "12345678901234567890"), ("1 12345678901234567891", "3 7 1e-20", quotient),
            ("1e6000 1e6000 1e-6000", "1e6000", "1"), ("1e6144 1e6144", "1e6144 1e6144", "1"),
            ("1e-6176 1e-6176", "1e-6176", "1e-6176"), ("1e-6176 1", "2", "0"), ("3e-6176", "2", "2e-6176"),
            ("1e-6176 1e-6176", "", "0"), ("1e-3088 0.51 1e-3088", "", "1e-6176"),
            ("1.000000000000000000000000000000001 1.5", "1", "1.500000000000000000000000000000002"),
        ])
    func values(factors: String, divisors: String, expected: String) throws {
        let (factors, divisors) = (try Self.numbers(factors), try Self.numbers(divisors))
        let product = try ExactDecimal.product(of: factors, dividedBy: divisors)
        #expect(product == ExactDecimal(expected), "\(product)")
        if let first = factors.first {
            #expect(try ExactRatio(Array(factors.dropFirst()), over: divisors).scaling(first) == product)
        }
        #expect(try ExactRatio(factors, over: divisors).value() == product)
    }

    @Test("Overflow and division by zero are thrown")
    func errors() throws {
        let large = try #require(ExactDecimal("1e6144"))
        #expect(throws: ArithmeticError.overflow) { try ExactDecimal.product(of: [large, 10]) }
        #expect(throws: ArithmeticError.overflow) { try ExactDecimal.product(of: [large, large], dividedBy: [3]) }
        #expect(throws: ArithmeticError.overflow) { try ExactRatio([large]).scaling(10) }
        #expect(throws: ArithmeticError.divisionByZero) { try ExactDecimal.product(of: [0], dividedBy: [2, 0]) }
        #expect(throws: ArithmeticError.divisionByZero) { try ExactRatio([1], over: [0]) }
    }

    /// Prints one line for each line of factors, `/`, divisors: by exact fractions, rounded by `decimal` in one step.
    private static let script = """
        import sys
        from decimal import *
        from fractions import Fraction
        getattr(sys, 'set_int_max_str_digits', lambda _: None)(0)
        narrow = Context(prec=34, rounding=ROUND_HALF_EVEN, Emin=-6143, Emax=6144, traps=[])
        short = Context(prec=20, rounding=ROUND_HALF_EVEN, Emin=-6157, Emax=6144, traps=[])
        def shifts(word): return Decimal(word).normalize(Context(prec=3000)).as_tuple().digits == (1,)
        def answer(line):
            factors, divisors = [[Fraction(word) for word in part.split()] for part in line.split('/')]
            value = Fraction(1)
            for factor in factors: value *= factor
            for divisor in divisors: value /= divisor
            context = narrow if all(map(shifts, line.split('/')[1].split())) else short
            result = context.divide(Decimal(value.numerator), Decimal(value.denominator))
            return 'overflow' if result.is_infinite() else str(result)
        for line in sys.stdin: print(answer(line))
        """

    private static func ask(_ questions: [String]) async throws -> [String] {
        let python = try #require(Executables.inPath("python3"))
        let input = ToolProcess.Input.bytes(Array(questions.joined(separator: "\n").utf8))
        let outcome = try await ToolProcess.run(python, ["-I", "-c", script], input: input)
        try #require(outcome.status == .exited(0), "\(outcome.errorText)")
        return outcome.outputText.split(separator: "\n").map(String.init)
    }

    @Test(
        "Results equal those of python3's fractions to the last digit",
        .needs(program: "python3"),
        arguments: [(6, true), (12, true), (34, true), (34, false)])
    func python(digits: Int, near: Bool) async throws {
        let questions = (0..<(near ? 1000 : 100)).map { _ in
            (Self.random(0...6, digits, near), Self.random(0...6, digits, near).filter { !$0.isZero })
        }
        let answers = try await Self.ask(
            questions.map { "\(Self.text($0.0)) / \(Self.text($0.1))" })
        try #require(answers.count == questions.count)
        for ((factors, divisors), answer) in zip(questions, answers) {
            let expected = ExactDecimal(answer).map { "\($0)" } ?? answer
            let context = Comment("\(factors) / \(divisors)")
            #expect(
                Self.result { () throws(ArithmeticError) in try .product(of: factors, dividedBy: divisors) }
                    == expected, context)
            let ratio = try ExactRatio(Array(factors.dropFirst()), over: divisors)
            #expect(
                Self.result { () throws(ArithmeticError) in try ratio.scaling(factors.first ?? 1) } == expected, context
            )
        }
    }

    private static func random(_ count: ClosedRange<Int>, _ digits: Int, _ near: Bool) -> [ExactDecimal] {
        (0..<Int.random(in: count)).compactMap { _ in ExactDecimal(RandomNumber.text(digits: digits, near: near)) }
    }

    private static func text(_ numbers: [ExactDecimal]) -> String {
        numbers.map(\.description).joined(separator: " ")
    }

    private static func result(_ body: () throws(ArithmeticError) -> ExactDecimal) -> String {
        do throws(ArithmeticError) {
            return try body().description
        } catch {
            return "\(error)"
        }
    }
}
