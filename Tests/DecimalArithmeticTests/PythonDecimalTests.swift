import DecimalArithmetic
import TestSupport
import Testing

/// Compares thousands of random numbers and operations with python3's `decimal` in a decimal128 context.
@Suite("ExactDecimal against python3's decimal", .needs(program: "python3"), .computes, .quick)
struct PythonDecimalTests {
    /// Prints one line for each line `operation operand…`.
    private static let script = """
        import sys
        from decimal import *
        from fractions import Fraction
        wide = Context(prec=3000, Emin=-99999, Emax=99999, traps=[])
        narrow = Context(prec=34, rounding=ROUND_HALF_EVEN, Emin=-6143, Emax=6144, traps=[])
        short = Context(prec=20, rounding=ROUND_HALF_EVEN, Emin=-6157, Emax=6144, traps=[])
        def quotients(divisor): return narrow if wide.normalize(divisor).as_tuple().digits == (1,) else short
        def percentage(a, b):
            exact = 100 * Fraction(a) / Fraction(b)
            places = Context(prec=3000, rounding=ROUND_HALF_EVEN, traps=[])
            whole = exact * 10 ** 8
            floor, rest = divmod(whole.numerator, whole.denominator)
            up = 2 * rest > whole.denominator or 2 * rest == whole.denominator and floor % 2
            result = places.scaleb(Decimal(floor + bool(up)), -8)
            # More digits than 34 are rounded in one step, not after the decimals.
            if len(result.as_tuple().digits) <= 34: return result
            return narrow.divide(Decimal(exact.numerator), Decimal(exact.denominator))
        def answer(operation, texts):
            a, b, c = [Decimal(text) for text in (texts + ['0', '0'])[:3]]
            if operation == 'text': return format(wide.normalize(a) if a else Decimal(0), 'f')
            if operation == 'fixed':
                rounded = a.quantize(Decimal(1).scaleb(-int(texts[1])), ROUND_HALF_EVEN, wide)
                return format(rounded if rounded else abs(rounded), ',f')
            if operation == 'compare': return str(a.compare(b))
            if operation in ('divide', 'intermediate', 'convert', 'percent') and not (c if operation == 'convert' else b):
                return 'divisionByZero'
            result = {'add': lambda: narrow.add(a, b), 'subtract': lambda: narrow.subtract(a, b),
                'multiply': lambda: narrow.multiply(a, b), 'divide': lambda: quotients(b).divide(a, b),
                'intermediate': lambda: narrow.divide(a, b),
                'convert': lambda: quotients(c).divide(wide.multiply(a, b), c),
                'percent': lambda: percentage(a, b), 'plus': lambda: narrow.plus(a)}[operation]()
            return 'overflow' if result.is_infinite() else str(result)
        for line in sys.stdin:
            words = line.split()
            print(answer(words[0], words[1:]))
        """

    private static func ask(_ questions: [String]) async throws -> [String] {
        let python = try #require(Executables.inPath("python3"))
        let input = ToolProcess.Input.bytes(Array(questions.joined(separator: "\n").utf8))
        let outcome = try await ToolProcess.run(python, ["-I", "-c", script], input: input)
        try #require(outcome.status == .exited(0), "\(outcome.errorText)")
        let answers = outcome.outputText.split(separator: "\n").map(String.init)
        try #require(answers.count == questions.count)
        return answers
    }

    @Test(
        "results are the same to the last digit",
        arguments: ["add", "subtract", "multiply", "divide", "intermediate", "convert", "percent", "compare"])
    func operations(operation: String) async throws {
        let questions = (0..<1500).map { index in
            (0..<3).map { _ in RandomNumber.text(digits: 34, near: operation == "percent" || index % 3 == 0) }
        }
        let answers = try await Self.ask(questions.map { "\(operation) \($0.joined(separator: " "))" })
        for (texts, answer) in zip(questions, answers) {
            let numbers = try texts.map { try #require(ExactDecimal($0)) }
            let result = Self.result(operation, numbers[0], numbers[1], numbers[2])
            #expect(result == ExactDecimal(answer).map { "\($0)" } ?? answer, "\(operation) \(texts)")
        }
    }

    private static func result(_ operation: String, _ a: ExactDecimal, _ b: ExactDecimal, _ c: ExactDecimal) -> String {
        do throws(ArithmeticError) {
            switch operation {
            case "add": return try (a + b).description
            case "subtract": return try (a - b).description
            case "multiply": return try (a * b).description
            case "divide": return try a.divided(by: b).description
            case "intermediate": return try a.divided(by: b, to: .intermediate).description
            case "percent": return try a.percentage(of: b).description
            case "compare": return a == b ? "0" : a < b ? "-1" : "1"
            default: return try a.multiplied(by: b, dividedBy: c).description
            }
        } catch {
            return "\(error)"
        }
    }

    @Test("Canonical text is the same for short and long numbers")
    func text() async throws {
        let texts = (0..<1500).map { RandomNumber.text(digits: $0 % 2 == 0 ? 34 : 200) }
        for (text, answer) in zip(texts, try await Self.ask(texts.map { "text \($0)" })) {
            #expect(Number(text)?.description == answer, "\(text)")
            if let number = ExactDecimal(text) { #expect(number.description == answer, "\(text)") }
        }
    }

    @Test("Formatting to fixed decimals is the same for short and long numbers")
    func fixed() async throws {
        let questions = (0..<1500).map {
            (RandomNumber.text(digits: $0 % 2 == 0 ? 8 : 60, near: true), Int.random(in: 0...12))
        }
        let answers = try await Self.ask(questions.map { "fixed \($0.0) \($0.1)" })
        for ((text, places), answer) in zip(questions, answers) {
            #expect(Number(text)?.formatted(places: places, grouping: true) == answer, "\(text) \(places)")
            guard let number = ExactDecimal(text) else { continue }
            #expect(number.formatted(places: places, grouping: true) == answer, "\(text) \(places)")
            #expect(
                number.rounded(toPlaces: places).formatted(places: places, grouping: true) == answer,
                "\(text) \(places)")
        }
    }

    @Test("A long number is rounded to the same 34 digits")
    func value() async throws {
        let texts = (0..<1500).map { _ in RandomNumber.text(digits: 200) }
        for (text, answer) in zip(texts, try await Self.ask(texts.map { "plus \($0)" })) {
            #expect(Number(text)?.value == ExactDecimal(answer), "\(text)")
        }
    }
}
