import DecimalArithmetic
import Rendering
import TestSupport
import Testing

/// A number that is in its row as digits, or only as a value.
private struct DigitsRow {
    let text: String
    let value: Number?

    static let table = FieldTable<DigitsRow>([
        Field("price", .number, help: "", order: { $0.order(to: $1) }, value: { $0.value.map(Value.number) ?? .null }),
        Field("other", .number, help: "", order: { $0.order(to: $1) }, value: { $0.value.map(Value.number) ?? .null })
            .lifted { $0 },
    ])

    private func order(to bound: NumberBound) -> Int? {
        // The span of an array needs macOS 26.
        let digits = ArraySlice(text.utf8)
        return digits.isEmpty ? nil : bound.order(of: digits.span)
    }
}

@Suite("Conditions on numbers in place", .quick)
struct ConditionDigitsTests {
    private static let relations: [(String, Bool, Bool, Bool)] = [
        ("<", true, false, false), ("<=", true, true, false), ("==", false, true, false), ("!=", true, false, true),
        (">=", false, true, true), (">", false, false, true),
    ]

    @Test(
        "A condition on digits has the result of the number, on either side of a relation, without the value")
    func places() throws {
        for (relation, below, same, above) in Self.relations {
            for (text, bound, isMet) in [
                ("69999.99", "70000", below), ("70000", "7e4", same), ("70000.01", "70000", above), ("0", "-1", above),
            ] {
                for name in ["price", "other"] {
                    let right = try Condition("\(name) \(relation) \(bound)", fields: DigitsRow.table)
                    #expect(met(right, text, value: nil) == isMet, "\(text) \(relation) \(bound)")
                    let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="][relation] ?? relation
                    let left = try Condition("\(bound) \(mirrored) \(name)", fields: DigitsRow.table)
                    #expect(met(left, text, value: nil) == isMet, "\(bound) \(mirrored) \(text)")
                }
            }
        }
    }

    @Test("Without digits in place the value is used, and an unknown value meets no condition")
    func values() throws {
        let condition = try Condition("price > -5", fields: DigitsRow.table)
        #expect(met(condition, "", value: Number("-4.9")))
        #expect(!met(condition, "", value: Number("-5")))
        #expect(!met(condition, "", value: nil))
    }

    private func met(_ condition: Condition<DigitsRow>, _ text: String, value: Number?) -> Bool {
        condition.isMet(by: DigitsRow(text: text, value: value))
    }
}
