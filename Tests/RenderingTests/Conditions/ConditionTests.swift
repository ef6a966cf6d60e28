import Rendering
import Testing

struct ConditionTests {
    static let row = SampleRow(
        symbol: "BTC", name: "Say \"hi\"", price: "70000.00", change: "-5.0", rank: 2, stale: true,
        time: "2024-03-01T12:00:00.0Z", age: 30)

    @Test(
        "A condition of --if is evaluated by operators, precedence and types",
        arguments: [
            ("price > 70000", false), ("price >= 70000", true), ("price == 7e4", true), ("price != 70000", false),
            ("price<70000.0000000000000000000000000000000000001", true), ("change <= -5 && rank > 1", true),
            ("change<-5||rank==2", true), ("70000 <= price", true), ("1 > rank", false), ("rank < price", true),
            ("rank == 2.0", true), ("rank > 1.5", true), ("price > rank && rank > change", true),
            (#"symbol == "BTC""#, true), ("symbol == 'BTC'", true), (#"symbol == "btc""#, false),
            (#"symbol < "C""#, true), (#"name == "Say \"hi\"""#, true), (#"name == 'Say "hi"'"#, true),
            ("symbol != name", true), ("stale", true), ("!stale", false), ("stale == true", true),
            ("false == stale", false),
            ("stale != false", true), ("!!stale", true), ("stale && (rank == 1 || rank == 2)", true),
            ("rank == 1 && stale || rank == 2", true), ("rank == 2 || rank == 1 && !stale", true),
            ("(rank == 2 || rank == 1) && !stale", false), ("!(rank == 2)", false), ("! rank == 1", true),
            (#"time == "2024-03-01T12:00:00Z""#, true), (#"time == "2024-03-01T13:00:00+01:00""#, true),
            (#"time > "2024-03-01""#, true), (#""2024-03-02" <= time"#, false), ("time == time", true),
            ("\tprice\n>1 ", true),
        ])
    func conditions(text: String, isMet: Bool) throws {
        #expect(try Condition(text, fields: SampleRow.table).isMet(by: Self.row) == isMet)
    }

    @Test(
        "A comparison with a missing value is false",
        arguments: [
            ("price > 1", false), ("price <= 1", false), ("price != 1", false), ("price == price", false),
            ("!(price > 1)", true), ("stale", false), ("!stale", true), (#"name != "x""#, false), ("age < 5", false),
            (#"time < "2030-01-01""#, false), ("price > 1 || rank > 1 || symbol == 'BTC'", true),
        ])
    func unknown(text: String, isMet: Bool) throws {
        #expect(try Condition(text, fields: SampleRow.table).isMet(by: SampleRow()) == isMet)
    }

    static let names = SampleRow.table.names

    @Test(
        "An error in a condition has its offset",
        arguments: [
            ("", 0, SyntaxError.Problem.expected(.operand)), ("   ", 3, .expected(.operand)),
            ("price >", 7, .expected(.operand)), ("price", 5, .expected(.comparison)),
            ("3", 0, .misspelled("3", instead: "'price > 3'")),
            ("price = 3", 6, .misspelled("=", instead: "==")), ("price > > 3", 8, .expected(.operand)),
            ("price > 3 rank", 10, .expected(.connective)),
            ("price > 3 & rank > 1", 10, .misspelled("&", instead: "&&")),
            ("1 < price < 3", 10, .expected(.connective)), ("(price > 3", 10, .expected(.closingBracket)),
            ("price > 3)", 9, .expected(.connective)), ("()", 1, .expected(.operand)), ("!", 1, .expected(.operand)),
            ("price > 3 &&", 12, .expected(.operand)), ("price > 5%", 8, .expected(.bareNumber)),
            ("price > 5k", 8, .expected(.fullNumber)), ("price > +5", 8, .expected(.number)),
            ("price > -", 8, .expected(.number)), ("price > 1-2", 8, .expected(.number)), ("#", 0, .expected(.operand)),
            ("prise > 5", 0, .unknownField("prise", known: names)),
            ("price > null", 8, .unknownField("null", known: names)),
            (#"price > "5""#, 8, .cannotCompare(.number, .text)), ("symbol == 5", 10, .cannotCompare(.text, .number)),
            ("stale == 1", 9, .cannotCompare(.boolean, .number)), ("time > 5", 7, .cannotCompare(.time, .number)),
            ("time > symbol", 7, .cannotCompare(.time, .text)), ("stale > false", 8, .noOrder), ("1 < 2", 0, .noField),
            ("rank == 1 || 'a' == 'a'", 13, .noField), (#"time > "soon""#, 7, .badTime("soon")),
            (#""2024-02-30" < time"#, 0, .badTime("2024-02-30")), (#"symbol == "BTC"#, 10, .unclosed),
            (#"symbol == "BTC\""#, 10, .unclosed), (#"symbol == "B\nC""#, 12, .unknownEscape),
            ("symbol == \"é\" x", 15, .expected(.connective)), ("true", 4, .expected(.comparison)),
        ])
    func mistakes(text: String, offset: Int, problem: SyntaxError.Problem) {
        let error = #expect(throws: SyntaxError.self) { try Condition(text, fields: SampleRow.table) }
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
    }

    @Test(
        "A function is a field of what is in its parentheses",
        arguments: [
            ("times(2) == 140000", true), ("times(2) > 140000", false), ("times( 3\t) == 210000 && price==70000", true),
            ("price < times(2)", true), ("!(times(1) != price)", true), ("stale && not_a_field(1) == 5", nil),
        ])
    func functions(text: String, isMet: Bool?) throws {
        let condition = try? Condition(text, fields: SampleRow.withFunctions)
        #expect(condition?.isMet(by: Self.row) == isMet)
        #expect(condition?.isMet(by: SampleRow()) != true || text.hasPrefix("!"))
        if text.hasPrefix("times(2)") { #expect(condition?.fieldNames == ["times(2)"]) }
    }

    @Test(
        "An error in a function has its offset",
        arguments: [
            ("time(5) > 5", 0, SyntaxError.Problem.unknownFunction("time", known: ["times"])),
            ("rank > Times(5)", 7, .unknownFunction("Times", known: ["times"])),
            ("times > 5", 0, .misspelled("times", instead: "times(10m)")),
            ("times (5) > 5", 0, .misspelled("times", instead: "times(10m)")),
            ("times( x ) > 5", 7, .badArgument("'x' is no count")), ("times() > 5", 6, .badArgument("'' is no count")),
            ("times(5 > 5", 7, .expected(.closingBracket)), ("rank > times(  ", 13, .expected(.closingBracket)),
            ("times(5)) > 5", 8, .expected(.comparison)), ("times(5)", 8, .expected(.comparison)),
            ("times(5) > 'x'", 11, .cannotCompare(.number, .text)),
            ("stale and(rank > 1)", 6, .misspelled("and", instead: "&&")),
            ("not(stale)", 0, .misspelled("not", instead: "!")),
            ("stale OR(times(5 > 1)", 6, .misspelled("OR", instead: "||")),
        ])
    func mistakesInFunctions(text: String, offset: Int, problem: SyntaxError.Problem) {
        let error = #expect(throws: SyntaxError.self) { try Condition(text, fields: SampleRow.withFunctions) }
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
    }

    @Test(
        "A condition has one spelling",
        arguments: [
            ("times(5)>1.0", "times(5) > 1"), (" times( 5 m ) > 'x'", #"times(5 m) > "x""#),
            ("not(stale)", "not ( stale )"), ("times(5 > 1", "times(5 > 1"),
        ])
    func canonical(text: String, spelling: String) {
        #expect(text.asCanonicalCondition == spelling)
    }

    @Test("The nesting depth of a condition is limited, its length is not", arguments: ["(", "!", "!("])
    func depth(_ opening: String) throws {
        let deep = String(repeating: opening, count: 100_000)
        let error = #expect(throws: SyntaxError.self) { try Condition(deep, fields: SampleRow.table) }
        #expect(error?.problem == .tooDeep)
        let long = Array(repeating: "rank == 1", count: 10_000).joined(separator: " || ") + " || stale"
        #expect(try Condition(long, fields: SampleRow.table).isMet(by: Self.row))
    }
}
