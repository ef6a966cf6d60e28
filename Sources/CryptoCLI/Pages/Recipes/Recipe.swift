/// A recipe of crypto-recipes(7): how this tool is used with another program. A test runs its steps as they stand here.
struct Recipe: Sendable {
    /// What is typed or kept.
    enum Step: Sendable, Equatable {
        /// Lines that are typed, or kept as a script of sh.
        case shell(String)
        /// A line of a crontab.
        case cron(String)
        /// A file with its content.
        case file(String, String)
    }

    /// The recipes of a section of the page.
    struct Chapter: Sendable {
        let title: String
        let recipes: [Recipe]
    }

    let title: String
    /// One or two sentences. Literal text is in backquotes.
    let text: String
    /// The programs that the steps run, besides this one and those that every system has.
    let programs: [String]
    let steps: [Step]

    init(_ title: String, needs programs: String..., text: String, steps: Step...) {
        (self.title, self.text) = (title, text)
        (self.programs, self.steps) = (programs, steps)
    }

    /// All recipes, in the order of the page.
    static let chapters = [
        databasesAndFiles, metrics, messages, statusBars, services, bookkeeping, shell, otherPrograms,
    ]
    static let all = chapters.flatMap(\.recipes)
}
