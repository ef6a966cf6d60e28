import DecimalArithmetic
import Platform

/// Recursive descent over:
///
///     any        = all ("||" all)*
///     all        = not ("&&" not)*
///     not        = "!" not | "(" any ")" | comparison
///     comparison = operand relation operand | boolean field
///     operand    = field | function "(" text ")" | number | text | "true" | "false"
struct ConditionParser<Row> {
    private typealias Test = Condition<Row>.Test

    private var tokens: ConditionLexer
    private let fields: FieldTable<Row>
    private var depth = 0
    /// The names of the fields read so far.
    private(set) var names: Set<String> = []

    /// An operand with its type and offset.
    private typealias Term = (operand: Condition<Row>.Operand, type: FieldType, offset: Int)

    init(_ text: String, fields: FieldTable<Row>) throws(SyntaxError) {
        tokens = try ConditionLexer(text)
        self.fields = fields
    }

    mutating func parse() throws(SyntaxError) -> Condition<Row>.Test {
        let test = try any()
        try expectEnd()
        return test
    }

    private func expectEnd() throws(SyntaxError) {
        if tokens.current == .end { return }
        if case .name(let word) = tokens.current, let sign = ConditionLexer.signs[word.lowercased()] {
            throw SyntaxError(.misspelled(word, instead: sign), at: tokens.offset)
        }
        throw SyntaxError(.expected(.connective), at: tokens.offset)
    }

    private mutating func any() throws(SyntaxError) -> Test {
        var tests = [try all()]
        while try tokens.take(.or) { tests.append(try all()) }
        guard tests.count > 1 else { return tests[0] }
        return { [tests] row in tests.contains { $0(row) } }
    }

    private mutating func all() throws(SyntaxError) -> Test {
        var tests = [try not()]
        while try tokens.take(.and) { tests.append(try not()) }
        guard tests.count > 1 else { return tests[0] }
        return { [tests] row in tests.allSatisfy { $0(row) } }
    }

    private mutating func not() throws(SyntaxError) -> Test {
        depth += 1
        defer { depth -= 1 }
        if depth > 100 { throw SyntaxError(.tooDeep, at: tokens.offset) }
        if try tokens.take(.not) {
            let test = try not()
            return { !test($0) }
        }
        guard try tokens.take(.open) else { return try comparison() }
        let test = try any()
        guard try tokens.take(.close) else { throw SyntaxError(.expected(.closingBracket), at: tokens.offset) }
        return test
    }

    private mutating func comparison() throws(SyntaxError) -> Test {
        var left = try term()
        guard case .relation(let relation) = tokens.current else {
            guard left.type == .boolean, case .field(let field) = left.operand else {
                if tokens.current == .end, case .constant(.number(let number)) = left.operand, let field = numberField {
                    throw SyntaxError(
                        .misspelled("\(number)", instead: "'\(field.name) > \(number)'"), at: left.offset)
                }
                throw SyntaxError(.expected(.comparison), at: tokens.offset)
            }
            return { field.value($0) == .bool(true) }
        }
        try tokens.advance()
        var right = try term(beside: left)
        guard left.operand.isField || right.operand.isField else { throw SyntaxError(.noField, at: left.offset) }
        if left.type == .time { right = try timed(right) } else if right.type == .time { left = try timed(left) }
        guard left.type.isComparable(with: right.type) else {
            throw SyntaxError(.cannotCompare(left.type, right.type), at: right.offset)
        }
        if left.type == .boolean && relation != .equal && relation != .unequal {
            throw SyntaxError(.noOrder, at: right.offset)
        }
        return relation.test(left.operand, right.operand)
    }

    /// The field that a number alone is most likely meant for: the price, or else the first number that is shown.
    private var numberField: Field<Row>? {
        fields.fields.first { $0.roles.contains(.price) } ?? fields.defaults(for: .csv).first { $0.type.isNumeric }
    }

    /// Reads an operand; `other` is the one that it is compared with.
    private mutating func term(beside other: Term? = nil) throws(SyntaxError) -> Term {
        let offset = tokens.offset
        let term: Term
        switch tokens.current {
        case .name(let name):
            guard let field = fields[name] else {
                if other?.type == .text || other?.type == .time { throw SyntaxError(.unquoted(name), at: offset) }
                if let sign = ConditionLexer.signs[name.lowercased()] {
                    throw SyntaxError(.misspelled(name, instead: sign), at: offset)
                }
                throw fields.unknown(name, at: offset)
            }
            names.insert(name)
            term = (.field(field), field.type, offset)
        case .call(let name, let argument):
            let field = try fields.field(of: name, argument, at: offset)
            names.insert(field.name)
            term = (.field(field), field.type, offset)
        case .number(let number): term = (.constant(.number(number)), .number, offset)
        case .text(let text): term = (.constant(.text(text)), .text, offset)
        case .boolean(let truth): term = (.constant(.bool(truth)), .boolean, offset)
        default: throw SyntaxError(.expected(.operand), at: offset)
        }
        try tokens.advance()
        return term
    }

    /// Returns quoted text as a time; any other term unchanged. Throws if the text is not a time.
    private func timed(_ term: Term) throws(SyntaxError) -> Term {
        guard case .constant(.text(let text)) = term.operand else { return term }
        guard let time = Timestamp(day: text) ?? Timestamp(rfc3339: text) else {
            throw SyntaxError(.badTime(text), at: term.offset)
        }
        return (.constant(.time(time)), .time, term.offset)
    }
}

extension FieldType {
    fileprivate func isComparable(with other: FieldType) -> Bool {
        self != .numbers && self == other || isNumeric && other.isNumeric
    }

    fileprivate var isNumeric: Bool { self == .number || self == .integer }
}
