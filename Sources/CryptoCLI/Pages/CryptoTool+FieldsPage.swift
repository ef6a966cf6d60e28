import CommandLineKit
import Rendering

extension CryptoTool {
    /// Writes crypto-fields(5): the fields of the rows of every command, and how their values are written.
    static func writeFields(of commands: [any CommandRequest.Type], to page: inout Mdoc) {
        for (title, paragraphs) in pageText.sections(of: "crypto-fields") {
            page.section(title)
            page.add(paragraphs)
            for command in title == "DESCRIPTION" ? commands : [] {
                page.section("FIELDS OF \(command.name.uppercased())")
                page.add(command.views, shownBy: "\(command.name) shows", "All fields:")
            }
        }
    }
}

extension Mdoc {
    /// Adds the default fields, which something shows, and then all fields.
    mutating func add(_ views: [View], shownBy shows: String, _ title: String = "") {
        func words(_ names: [String], _ separator: String) -> String {
            names.map { "`\($0)`" }.joined(separator: separator)
        }
        let others = views.others.map { view in
            let options = words(view.when.map { "--\($0)" }, " or ")
            return " With \(options) they are \(words(view.names, ", "))."
        }
        prose("Without `--fields`, \(shows) \(words(views.defaults, ", ")).\(others.joined())")
        prose(title)
        definitions(
            views.fields.map { (.field($0.name, type: $0.type.rawValue), $0.help + ".") }, isCompact: true)
    }
}
