import DecimalArithmetic
import Platform

/// What a row must meet, compiled once over a field table: `change_percent <= -5 && volume > 1000000`.
///
/// Fields are compared (`== != < <= > >=`) with numbers, quoted text, `true`, `false`, or one another; a field of truth
/// may stand alone; `!`, `&&` and `||` bind in that order, brackets first. Numbers are compared exactly. A time is
/// compared with quoted RFC 3339, or with a day, which means its first moment in UTC. A comparison with an unknown
/// value is false, whatever it is, so that `!(price > 1)` holds where the price is unknown and `price <= 1` does not.
public struct Condition<Row>: Sendable {
    private let root: Node

    /// The parts of a condition.
    indirect enum Node: Sendable {
        case all([Node])
        case any([Node])
        case not(Node)
        case isTrue(@Sendable (Row) -> Value)
        case comparison(Operand, Relation, Operand)
    }

    /// One side of a comparison.
    enum Operand: Sendable {
        case field(@Sendable (Row) -> Value)
        case constant(Value)

        func value(_ row: Row) -> Value {
            switch self {
            case .field(let value): value(row)
            case .constant(let value): value
            }
        }
    }

    /// A condition on the fields of a table; throws for anything that is not as above.
    public init(_ text: String, fields: FieldTable<Row>) throws(SyntaxError) {
        var parser = try ConditionParser(text, fields: fields)
        root = try parser.parse()
    }

    /// Whether the row meets it.
    public func isMet(by row: Row) -> Bool {
        root.isMet(by: row)
    }
}

extension Condition.Node {
    fileprivate func isMet(by row: Row) -> Bool {
        switch self {
        case .all(let nodes): nodes.allSatisfy { $0.isMet(by: row) }
        case .any(let nodes): nodes.contains { $0.isMet(by: row) }
        case .not(let node): !node.isMet(by: row)
        case .isTrue(let value): value(row) == .bool(true)
        case .comparison(let left, let relation, let right): relation.holds(left.value(row), right.value(row))
        }
    }
}

/// A comparison's sign.
enum Relation: Sendable {
    case equal
    case unequal
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual

    /// False when a value is unknown.
    func holds(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): holds(left, right)
        case (.integer(let left), .integer(let right)): holds(left, right)
        case (.integer(let left), .number(let right)): holds(Number(ExactDecimal(left)), right)
        case (.number(let left), .integer(let right)): holds(left, Number(ExactDecimal(right)))
        case (.text(let left), .text(let right)): holds(left, right)
        case (.bool(let left), .bool(let right)): holds(left ? 1 : 0, right ? 1 : 0)
        case (.time(let left), .time(let right)): holds(left.moment, right.moment)
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
    /// Equal for `12:00:00Z` and `12:00:00.0Z`, which differ as text.
    fileprivate var moment: Timestamp { Timestamp(seconds: seconds, nanoseconds: nanoseconds) }
}
