import CryptoCLI
import TestSupport

/// What becomes of the output when a member of an answer is not as it should be.
struct MemberRole: Sendable {
    enum Effect: Sendable, Equatable {
        /// The output is as before.
        case none
        /// Fields of the row that the member is of are null, and all else is as before.
        case null([String])
        /// Fields of the row have other values.
        case set([String: String])
        /// The row is left out, and that is said.
        case dropped
        /// The row is left out, as it says nothing.
        case gone
        /// All rows are left out.
        case nothing
        /// There is no answer.
        case fails(ToolStatus)
    }

    /// Where there is nothing to be read: missing, null or empty.
    var absent: Effect
    /// Where there is a value of another type.
    var odd: Effect
    /// Where other effects follow from single changes.
    var special: [MemberChange: Effect] = [:]
    /// The place in the output of the row that the member is of; nil for all.
    var row: Int? = 0

    func effect(of change: MemberChange) -> Effect {
        special[change] ?? (change.isAbsent ? absent : odd)
    }

    /// No answer without it.
    static let needed = MemberRole(absent: .fails(.invalidData), odd: .fails(.invalidData))
    /// No row without it.
    static let ofRow = MemberRole(absent: .dropped, odd: .dropped)
    /// Nothing is made of it.
    static let unread = MemberRole(absent: .none, odd: .none)
    /// Nothing is made of it, but what is sent must be what it should.
    static let typed = MemberRole(absent: .none, odd: .fails(.invalidData))
    static let typedOfRow = MemberRole(absent: .none, odd: .dropped)
    /// These fields are unknown without it.
    static func null(_ fields: String...) -> MemberRole { MemberRole(absent: .null(fields), odd: .null(fields)) }
    /// These fields have other values without it.
    static func set(_ fields: [String: String]) -> MemberRole { MemberRole(absent: .set(fields), odd: .set(fields)) }
    /// The price of a list's row: unknown where nothing is sent; what is sent must be one.
    static let listPrice = MemberRole(
        absent: .null(["price", "open", "change", "change_percent"]), odd: .dropped)
    /// The open: the change is unknown without it.
    static let open = null("open", "change", "change_percent")

    /// The moment, of the request where nothing is sent; what is sent must be one.
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
