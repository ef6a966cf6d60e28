import CBuildInfo
package import CommandLineKit

extension CryptoTool {
    /// The date of the man pages. It is changed by hand when the meaning of a page changes, so that pages are
    /// reproducible.
    private static let pageDate = "November 21, 2026"

    /// The data for man pages.
    package static var reference: ToolReference { reference(of: commands) }

    /// Returns the data for man pages of the tool with these commands.
    static func reference(of commands: [any CommandRequest.Type]) -> ToolReference {
        var reference = ToolReference(tool: info(of: commands.map { $0.info }), date: pageDate)
        reference.description = ToolFacts.description
        reference.exitCodes = ToolFacts.exitCodes
        reference.files = ToolFacts.files
        reference.variables = ToolFacts.variables
        reference.values = ToolFacts.values
        reference.addFields = { info, page in
            guard let command = commands.first(where: { $0.name == info.name }) else { return }
            page.section("FIELDS OF A ROW")
            FieldsPage.add(command.views, shownBy: "table, markdown, csv, tsv and records show", to: &page)
        }
        reference.topics = [FieldsPage.topic(of: commands), ProvidersPage.topic]
        reference.writtenPages = [
            (
                name: "recipes", section: 7,
                summary: "Recipes for databases, monitoring, alerts, status bars and more",
                text: { unsafe String(cString: crypto_recipes()) }
            )
        ]
        reference.catalog = { [reference] in Catalog(reference, commands).text }
        return reference
    }

    /// All pages that `--generate` writes; the repository holds a copy of each.
    package static var pages: [GeneratedPage] { reference.pages }

    /// Returns the page that `--generate NAME` prints, or the catalog.
    static func generated(_ name: String) throws(Failure) -> String {
        let reference = reference
        if name == ToolReference.catalogName, let catalog = reference.catalog { return catalog() }
        guard let page = reference.pages.first(where: { $0.name == name }) else {
            let names = reference.pageNames
            let guess = Failure.suggestion(for: name, in: names)
            let all = guess.isEmpty ? "; there are \(names.joined(separator: ", "))" : guess
            throw Failure(.usage, "--generate: unknown page \(name.inQuotes)\(all)")
        }
        return page.text()
    }
}
