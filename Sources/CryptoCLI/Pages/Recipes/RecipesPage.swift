import CommandLineKit

/// crypto-recipes(7): the recipes.
enum RecipesPage {
    static let topic = Topic(
        "recipes", section: 7, summary: "Recipes for databases, monitoring, alerts, status bars and more."
    ) {
        page, _ in
        page.section("DESCRIPTION")
        page.prose(description)
        page.section("RECIPES")
        page.definitions(
            Recipe.chapters.map { chapter in
                (.command(chapter.title), chapter.recipes.map(\.title).joined(separator: "; ") + ".")
            })
        for chapter in Recipe.chapters {
            page.section(chapter.title.uppercased())
            for recipe in chapter.recipes { add(recipe, to: &page) }
        }
    }

    private static func add(_ recipe: Recipe, to page: inout Mdoc) {
        page.subsection(recipe.title)
        page.prose(recipe.text)
        for step in recipe.steps {
            switch step {
            case .shell(let lines): add(lines, to: &page)
            case .cron(let line):
                page.prose("A line of the crontab:")
                add(line, to: &page)
            case .file(let path, let content):
                page.prose("The file `\(path)`:")
                add(content, to: &page)
            }
        }
        guard !recipe.programs.isEmpty else { return }
        page.prose("It needs \(recipe.programs.map { "`\($0)`" }.joined(separator: " and ")).")
    }

    private static func add(_ text: String, to page: inout Mdoc) {
        page.literal(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    private static let description = """
        Each recipe can be copied as it stands; symbols and limits are examples. `--provider sample` on a command line, or \
        `CRYPTO_PROVIDER=sample` in the environment, tries it with fixed prices and without network. The options are \
        described in the pages of the commands, the formats and `--append` in `crypto-fields`(5).

        A command that is run again and again asks a service only when the kept answer is too old, so recipes share \
        their requests.

        cron finds programs in /usr/bin and /bin only. Where `crypto` is installed below the home directory, the crontab \
        begins with a line such as `PATH=/home/NAME/.local/bin:/usr/bin:/bin`.
        """
}
