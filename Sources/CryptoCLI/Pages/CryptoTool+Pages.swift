import AirQuality
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
        reference.text = pageText
        reference.addFields = { info, page in
            guard let command = commands.first(where: { $0.name == info.name }) else { return }
            page.section("FIELDS OF A ROW")
            page.add(command.views, shownBy: "table, markdown, csv, tsv and records show")
        }
        reference.topics = [
            ("fields", 5, "The fields of the rows that crypto prints.", { writeFields(of: commands, to: &$0) }),
            (
                "providers", 7, "The providers of prices, rates and air quality.",
                { writeProviders(of: table, to: &$0) }
            ),
        ]
        reference.writtenPages = [
            (
                name: "recipes", section: 7,
                summary: "Recipes for databases, monitoring, alerts, status bars and more",
                text: { unsafe String(cString: crypto_recipes()) }
            )
        ]
        reference.scripts = [
            script(for: "bash", "crypto.bash") { unsafe String(cString: crypto_completions_bash()) },
            script(for: "zsh", "_crypto") { unsafe String(cString: crypto_completions_zsh()) },
            script(for: "fish", "crypto.fish") { unsafe String(cString: crypto_completions_fish()) },
        ]
        reference.catalog = { [reference] in Catalog(reference: reference, commands: commands, table: table).text }
        return reference
    }

    private static func script(
        for shell: String, _ file: String, text: @escaping @Sendable () -> String
    ) -> GeneratedPage {
        GeneratedPage(
            name: "complete-\(shell)", summary: "Completions for \(shell)", path: "Completions/\(file)",
            text: text)
    }

    /// The sentences of `Man/pages.txt`.
    static let pageText: PageText = {
        let facts = [
            "$ENDINGS$": FormatName.endings(without: []), "$LONGEST COMMAND$": KeyRing.longestCommand.shown,
            "$REACH$": "\(Provider.reach)", "$EVENT PROVIDER$": PastOptions.providerWithEvents,
            "$CHAINS$": Token.Chain.allCases.map(\.rawValue).joined(separator: ", "),
            "$FIGURES$": MarketFigure.allCases.map(\.symbol).joined(separator: ", "),
        ]
        return PageText(unsafe String(cString: crypto_pages()), facts: facts)
    }()

    /// Returns the paragraphs that describe a command in its page and in its help.
    @Sendable
    static func discussion(of command: String) -> String {
        pageText.paragraphs("crypto-\(command)", "DESCRIPTION").map(PageText.words).joined(separator: "\n\n")
    }

    /// Returns what the long help and the page say more about an option: of a command, or wherever it is. `facts` are
    /// as those of `PageText`.
    @Sendable
    static func details(_ option: String, _ facts: [String: String] = [:], of command: String? = nil) -> String {
        let page = ["crypto", command].compactMap(\.self).joined(separator: "-")
        let text = pageText.definitions(page, "OPTIONS").first { $0.term == option }?.meaning ?? ""
        return facts.reduce(text) { $0.replacing(bytes: $1.key, with: $1.value) }
    }

    /// Returns the examples of a command, or those of the tool.
    @Sendable
    static func examples(of command: String?) -> [Example] {
        let page = ["crypto", command].compactMap(\.self).joined(separator: "-")
        return pageText.definitions(page, "EXAMPLES").map { Example($0.term, $0.meaning) }
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
