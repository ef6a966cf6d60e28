import CommandLineKit
import Rendering

/// The fields that a command shows without `--fields`, and what chooses them.
struct View: Sendable {
    /// The conditions of the view; one of them is enough. A condition is the long name of an option, or a word such as
    /// `wide` for the terminal. The first view of a command needs none.
    var when: [String] = []
    /// Whether pages and `--fields help` tell of it.
    var isListed = true
    /// The names of the default fields, in order; nil if all fields of its rows are default fields.
    var shows: [String]?
    /// The titles of its columns, by the names of the fields, where they are not the titles of the fields.
    var titles: [String: String] = [:]
    /// The command line that lists its fields.
    var listing = "--fields help"
    /// Returns the fields of its rows; nil if its rows are of the usual kind.
    var rows: (@Sendable (View) -> FieldTable<Never>)?

    /// A name that stands for all fields that are shown without the view.
    static var rest: String { "..." }

    /// All fields of its rows.
    var table: FieldTable<Never> { rows?(self) ?? FieldTable([]) }

    /// The names of the default fields, in order.
    var names: [String] { shows ?? table.names }

    /// All fields, if its rows are not of the usual kind.
    var otherFields: [Field<Never>]? { shows == nil ? table.fields : nil }

    /// Whether a condition is among those of the view.
    func has(_ condition: String) -> Bool { when.contains(condition) }

    /// The line below the list of fields.
    var line: String {
        let list = names.joined(separator: ", ")
        let options = when.map { "--\($0)" }.joined(separator: " or ")
        if shows != nil { return "with \(options) the default fields are \(list)" }
        return "with \(options) the fields are \(list): \(listing.inQuotes)"
    }
}

extension [View] {
    /// The names of the fields that are shown if nothing chooses another view.
    var defaults: [String] { self[0].names }

    /// All fields of the usual rows, with the fields that only some options add.
    var fields: [Field<Never>] { View(when: flatMap(\.when), shows: defaults, rows: self[0].rows).table.fields }

    /// The views besides the usual one that pages tell of, each with all that it shows.
    var others: [View] { dropFirst().filter(\.isListed).map { shown(with: $0.when) } }

    /// Returns what is shown under some conditions: the fields of the last view that any of them chooses.
    func shown(with conditions: [String]) -> View {
        dropFirst().filter { $0.when.contains(where: conditions.contains) }.reduce(
            View(when: conditions, shows: defaults, rows: self[0].rows)
        ) { below, view in
            View(
                when: conditions, shows: view.shows?.flatMap { $0 == View.rest ? below.names : [$0] },
                titles: below.titles.merging(view.titles) { $1 }, listing: view.listing, rows: view.rows ?? below.rows)
        }
    }

    /// Returns the options among some conditions that choose other fields than the usual ones, not only more.
    func replacing(_ conditions: [String]) -> [String] {
        dropFirst().filter { $0.isListed && $0.shows?.contains(View.rest) != true }.flatMap(\.when)
            .filter(conditions.contains)
    }
}
