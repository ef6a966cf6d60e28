import TestSupport
import Testing

@testable import CommandLineKit

@Suite("Values of options", .quick)
struct ValueParserTests {
    @Test(
        "A time is a number with one of the units ms, s, m, h, d and w; a number without a unit is in seconds",
        arguments: [
            ("0", .zero), ("10", .seconds(10)), ("250ms", .milliseconds(250)), ("1.5h", .seconds(5400)),
            ("0.5", .milliseconds(500)), (".5m", .seconds(30)), ("2d", .seconds(172_800)), ("1w", .seconds(604_800)),
            ("0.000001ms", .nanoseconds(1)), ("0.000000001s", .nanoseconds(1)),
            ("0.1000000000000000000000s", .milliseconds(100)),
            ("007s", .seconds(7)), ("9223372036", .seconds(9_223_372_036)), ("0.00000000000001w", nil),
            ("1.00000000000000000000000000001", nil), ("", nil), ("-5", nil), ("-5s", nil), ("+5s", nil), ("5y", nil),
            ("5 s", nil), ("5S", nil), ("5M", nil), ("s", nil), (".", nil), (".s", nil), ("5.", nil), ("5.s", nil),
            ("1.2.3s", nil), ("1e3", nil), ("1h30m", nil), ("inf", nil), ("nan", nil), ("0x10", nil), ("٥s", nil),
            ("9223372037", nil), ("99999999999999999999999999w", nil), ("15251w", nil), ("1,5h", nil),
        ] as [(String, Duration?)])
    func time(text: String, expected: Duration?) {
        #expect((try? ValueParser<Duration>.time().parse(text)) == expected)
    }

    @Test(
        "The message for an invalid time says what is wrong with it",
        arguments: [
            ("-5s", "'-5s' is negative"), ("99999999999w", "'99999999999w' is too long a time"),
            ("0.0000000001", "'0.0000000001' is finer than a nanosecond"), ("0ms", "'0ms' is not a time above 0"),
        ])
    func timeProblem(text: String, problem: String) {
        let error = #expect(throws: ValueError.self) { try ValueParser<Duration>.time(isPositive: true).parse(text) }
        #expect(error?.problem == problem)
    }

    @Test(
        "A whole number is accepted only within its range and in plain decimal digits",
        arguments: [
            ("-3", -3), ("0", 0), ("7", 7), ("007", 7), ("8", nil), ("-4", nil), ("+5", nil), ("", nil), ("-", nil),
            ("--5", nil), ("5.0", nil), ("1_000", nil), (" 5", nil), ("٥", nil), ("9223372036854775808", nil),
        ] as [(String, Int?)])
    func wholeNumber(text: String, expected: Int?) {
        #expect((try? ValueParser<Int>.wholeNumber(from: -3, to: 7).parse(text)) == expected)
    }

    @Test("A seed is any unsigned 64-bit integer")
    func seed() {
        #expect((try? ValueParser<UInt64>.seed.parse("18446744073709551615")) == .max)
        for text in ["", "-1", "+1", "18446744073709551616", "x"] {
            #expect(throws: ValueError.self) { try ValueParser<UInt64>.seed.parse(text) }
        }
    }

    @Test("A list keeps order and duplicates, drops spaces around its elements, and has the choices of its elements")
    func list() throws {
        let parser = ValueParser<[String]>.list(of: .oneOf([Choice("ecb"), Choice("fixer")]))
        #expect(try parser.parse("fixer, ecb ,fixer") == ["fixer", "ecb", "fixer"])
        #expect(parser.isList)
        #expect(parser.choices.map(\.name) == ["ecb", "fixer"])
        let error = #expect(throws: ValueError.self) { try parser.parse("ecb,fixr") }
        #expect(error == ValueError("'fixr' is not one of ecb, fixer", suggestion: "fixer"))
        for text in ["", ",", "ecb,", ",ecb", "ecb,,fixer", " "] {
            #expect(throws: ValueError.self) { try parser.parse(text) }
        }
    }

    @Test("A mapped parser keeps the help texts of its choices")
    func mapped() throws {
        let parser = ValueParser<SampleFormat>.oneOf(help: { $0 == .json ? "one array" : "" }).map { $0.rawValue.count }
        #expect(try parser.parse("json") == 4)
        #expect(parser.choices.first { $0.name == "json" }?.help == "one array")
    }

    @Test("The message for a long list of choices suggests only the nearest choice")
    func manyChoices() {
        let names = (0..<17).map { "choice\($0)" }
        #expect(ValueError.notOneOf(names, "x").problem == "'x' is not known")
        #expect(ValueError.notOneOf(names, "chioce12").suggestion == "choice12")
    }

    @Test(
        "Control characters in an argument are escaped in messages",
        arguments: [
            ("a\u{1b}[2J", "'a\\u{1b}[2J'"), ("a\tb\r\n", "'a\\u{9}b\\u{d}\\u{a}'"), ("\u{9b}x", "'\\u{9b}x'"),
            ("\u{2066}x\u{200f}", "'\\u{2066}x\\u{200f}'"), ("\u{2028}", "'\\u{2028}'"), ("\u{7f}", "'\\u{7f}'"),
            ("naïve 価格 👨‍👩‍👧", "'naïve 価格 👨‍👩‍👧'"), ("", "''"),
        ])
    func harmless(text: String, expected: String) {
        #expect(text.inQuotes == expected)
    }
}
