import CBuildInfo
import CommandLineKit
import ProviderKit

extension CryptoTool {
    /// The date of the man pages. It is changed by hand when the meaning of a page changes, so that pages are
    /// reproducible.
    private static let pageDate = "November 21, 2026"

    /// Returns the data for man pages of the tool with these commands and providers.
    static func reference(
        of commands: [any CommandRequest.Type] = commands, in table: ProviderTable
    ) -> ToolReference {
        var reference = ToolReference(tool: info(of: commands.map { $0.info }), date: pageDate)
        reference.description = description
        reference.exitCodes = exitCodes
        reference.files = files
        reference.variables = variables
        reference.values = values
        reference.addFields = { info, page in
            guard let command = commands.first(where: { $0.name == info.name }) else { return }
            page.section("FIELDS OF A ROW")
            page.add(command.views, shownBy: "table, markdown, csv, tsv and records show")
        }
        reference.topics = [.fields(of: commands), .providers(of: table)]
        reference.writtenPages = [
            (
                name: "recipes", section: 7,
                summary: "Recipes for databases, monitoring, alerts, status bars and more",
                text: { unsafe String(cString: crypto_recipes()) }
            )
        ]
        reference.catalog = { [reference] in Catalog(reference: reference, commands: commands, table: table).text }
        return reference
    }

    /// Returns the page that `--generate NAME` prints, or the catalog.
    static func generated(_ name: String, _ environment: Environment) throws(Failure) -> String {
        let reference = reference(in: environment.providers)
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
