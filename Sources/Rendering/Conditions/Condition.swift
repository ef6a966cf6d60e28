import DecimalArithmetic
import Platform

/// A condition on rows, compiled once over a field table: `change_percent <= -5 && volume > 1000000`.
///
/// Fields are compared (`== != < <= > >=`) with numbers, quoted text, `true`, `false`, or one another; a boolean field
/// may be used alone. `!` binds tighter than `&&`, and `&&` tighter than `||`; parentheses group. Numbers are compared
/// exactly. A function, such as `move(10m)`, stands for a field where the table has it. A time is compared with quoted
/// RFC 3339, or with a day, which means its first second in UTC. A comparison with an unknown value is false, so if the
/// price is unknown, `!(price > 1)` is true and `price <= 1` is false.
public struct Condition<Row>: Sendable {
    /// Whether a row meets a condition or a part of one.
    typealias Test = @Sendable (Row) -> Bool

    /// The names of the fields that it compares.
    public let fieldNames: Set<String>
    private let test: Test

    /// One side of a comparison.
    enum Operand: Sendable {
        case field(Field<Row>)
        case constant(Value)

        var isField: Bool {
            if case .field = self { true } else { false }
        }
    }

    /// Compiles a condition.
    ///
    /// - Parameters:
    ///   - text: The condition.
    ///   - fields: The fields that it may name.
    /// - Throws: `SyntaxError` with the position and the kind of the error.
    public init(_ text: String, fields: FieldTable<Row>) throws(SyntaxError) {
        var parser = try ConditionParser(text, fields: fields)
        test = try parser.parse()
        fieldNames = parser.names
    }

    /// Tests a row.
    ///
    /// - Parameter row: The row.
    /// - Returns: Whether the row meets the condition.
    public func isMet(by row: Row) -> Bool {
        test(row)
    }
}

extension Relation {
    /// Returns the comparison of two operands as a function of a row.
    func test<Row>(_ left: Condition<Row>.Operand, _ right: Condition<Row>.Operand) -> Condition<Row>.Test {
        switch (left, right) {
        case (.field(let left), .field(let right)): { holds(left.value($0), right.value($0)) }
        case (.field(let left), .constant(let right)): test(left, right)
        case (.constant(let left), .field(let right)): test(right, left, isReversed: true)
        case (.constant(let left), .constant(let right)): { _ in holds(left, right) }
        }
    }

    /// Compares a number without parsing it if its field can. If `isReversed`, the constant is on the left.
    private func test<Row>(_ field: Field<Row>, _ constant: Value, isReversed: Bool = false) -> Condition<Row>.Test {
        let value = field.value
        let compare: Condition<Row>.Test = { row in
            isReversed ? holds(constant, value(row)) : holds(value(row), constant)
        }
        guard case .number(let number) = constant, let order = field.order else { return compare }
        let bound = NumberBound(number)
        return { row in order(row, bound).map { isReversed ? holds(0, $0) : holds($0, 0) } ?? compare(row) }
    }
}

/// A comparison operator.
enum Relation: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Returns the result of the comparison; false if a value is unknown.
    func holds(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): holds(left, right)
        case (.integer(let left), .integer(let right)): holds(left, right)
        case (.integer(let left), .number(let right)): holds(Number(ExactDecimal(left)), right)
        case (.number(let left), .integer(let right)): holds(left, Number(ExactDecimal(right)))
        case (.text(let left), .text(let right)): holds(left, right)
        case (.bool(let left), .bool(let right)): holds(left ? 1 : 0, right ? 1 : 0)
        case (.time(let left), .time(let right)): holds(left.instant, right.instant)
        default: false
        }
    }

    private func holds<Operand: Comparable>(_ left: Operand, _ right: Operand) -> Bool {
        switch self {
        case .equal: left == right
        case .unequal: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}

extension Timestamp {
    /// The time without its text, so that `12:00:00Z` equals `12:00:00.0Z`.
    fileprivate var instant: Timestamp { Timestamp(seconds: seconds, nanoseconds: nanoseconds) }
}
