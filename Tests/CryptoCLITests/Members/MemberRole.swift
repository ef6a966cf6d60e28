import CryptoCLI
import TestSupport

/// The effect on the output of an invalid member of an answer.
struct MemberRole: Sendable {
    enum Effect: Sendable, Equatable {
        /// The output does not change.
        case none
        /// Fields of its row are null; nothing else changes.
        case null([String])
        /// Fields of the row have other values.
        case set([String: String])
        /// The row is left out, and reported.
        case dropped
        /// The row is left out silently, since it is empty.
        case gone
        /// All rows are left out.
        case nothing
        /// The answer is invalid.
        case fails(ToolStatus)
    }

    /// If the member is missing, null or empty.
    var absent: Effect
    /// If its value has another type.
    var odd: Effect
    /// Different effects of single changes.
    var special: [MemberChange: Effect] = [:]
    /// The index of the row of the member in the output; nil for all rows.
    var row: Int? = 0

    func effect(of change: MemberChange) -> Effect {
        special[change] ?? (change.isAbsent ? absent : odd)
    }

    /// Required for the answer.
    static let needed = MemberRole(absent: .fails(.invalidData), odd: .fails(.invalidData))
    /// Required for the row.
    static let ofRow = MemberRole(absent: .dropped, odd: .dropped)
    /// Ignored.
    static let unread = MemberRole(absent: .none, odd: .none)
    /// Ignored, but if sent it must be valid.
    static let typed = MemberRole(absent: .none, odd: .fails(.invalidData))
    static let typedOfRow = MemberRole(absent: .none, odd: .dropped)
    /// Without it these fields are unknown.
    static func null(_ fields: String...) -> MemberRole { MemberRole(absent: .null(fields), odd: .null(fields)) }
    /// Without it these fields have other values.
    static func set(_ fields: [String: String]) -> MemberRole { MemberRole(absent: .set(fields), odd: .set(fields)) }
    /// The price in a list: may be missing, but if sent it must be valid.
    static let listPrice = MemberRole(
        absent: .null(["price", "open", "change", "change_percent"]), odd: .dropped)
    /// The open: without it the change is unknown.
    static let open = null("open", "change", "change_percent")

    /// The time: that of the request if missing, but if sent it must be valid.
    static let time = MemberRole(absent: .set(fetched), odd: .fails(.invalidData))
    static let timeOfRow = MemberRole(absent: .set(fetched), odd: .dropped)
    private static let fetched = ["time": "\"2024-03-01T12:00:00Z\"", "age": "0"]

    func of(_ row: Int?) -> MemberRole {
        var role = self
        role.row = row
        return role
    }

    func with(_ changes: [MemberChange: Effect]) -> MemberRole {
        var role = self
        role.special = changes
        return role
    }
}
