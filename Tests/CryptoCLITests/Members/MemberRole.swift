import CryptoCLI
import TestFixtures
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
}
