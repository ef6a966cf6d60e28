import TestSupport

/// A recipe of crypto-recipes(7): how this tool is used with another program.
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

    let title: String
    /// The answers that its check needs, from a mark in the page; nil without a mark.
    fileprivate(set) var answers: String?
    /// The programs that the steps run, besides this one and those that every system has.
    fileprivate(set) var programs: [String] = []
    fileprivate(set) var steps: [Step] = []
}

/// The page crypto-recipes(7), which is written by hand. Each display is a step of a recipe, and the words before the
/// display tell the kind of the step. The comment `.\" answers: NAME` names a case of `RecipeCheck.Answers`.
struct RecipePage: Sendable {
    static let path = "Man/crypto-recipes.7"

    /// The committed page.
    static let committed = RecipePage((try? Files.bytes("\(PackageFolder.path)/\(path)")) ?? [])

    /// The recipes of each section, by its title. A section without recipes has none.
    private(set) var sections: [(title: String, recipes: [Recipe])] = []
    /// The titles that the list at the top of the page has for each section, by its name.
    private(set) var list: [(name: String, titles: String)] = []

    var recipes: [Recipe] { sections.flatMap(\.recipes) }

    init(_ bytes: [UInt8]) {
        var display: [String]?
        // The lines since the last heading or display.
        var before: [String] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            let plain = Self.plain(line)
            if line == ".Ed", let lines = display {
                let step = Self.step(lines.joined(separator: "\n"), after: before)
                change { $0.steps.append(step) }
                (display, before) = (nil, [])
            } else if display != nil {
                display?.append(plain)
            } else if line.hasPrefix(".Bd ") {
                display = []
            } else if let title = plain.words(of: "Sh") {
                sections.append((title, []))
                before = []
            } else if let title = plain.words(of: "Ss") {
                sections[sections.count - 1].recipes.append(Recipe(title: title))
                before = []
            } else if let name = plain.words(of: "It Cm") {
                list.append((name, ""))
            } else if sections.last?.title == "RECIPES", !line.hasPrefix(".") {
                list[list.count - 1].titles += (list[list.count - 1].titles.isEmpty ? "" : " ") + plain
            } else if let name = line.words(of: #"\" answers:"#) {
                change { $0.answers = name }
            } else if before.last == "It needs", let program = plain.words(of: "Cm") {
                change { $0.programs.append(String(program.prefix { $0 != " " })) }
            } else {
                before.append(plain)
            }
        }
    }

    /// Changes the last recipe.
    private mutating func change(_ body: (inout Recipe) -> Void) {
        let section = sections.count - 1
        body(&sections[section].recipes[sections[section].recipes.count - 1])
    }

    private static func step(_ text: String, after words: [String]) -> Recipe.Step {
        if words.last == "A line of the crontab:" { return .cron(text) }
        if words.suffix(2).first == "The file", let path = words.last?.words(of: "Cm"), path.hasSuffix(" :") {
            return .file(String(path.dropLast(2)), text)
        }
        return .shell(text)
    }

    private static let escapes = [
        "-": "-", "e": #"\"#, "&": "", "%": "", "(aq": "'", "(dq": "\"", "(ga": "`", "(ha": "^", "(ti": "~",
    ]

    /// Returns the text that a line of source shows.
    private static func plain(_ source: Substring) -> String {
        let parts = source.split(separator: #"\"#, omittingEmptySubsequences: false).map(String.init)
        let rest = parts.dropFirst().map { part in
            let escape = escapes.first { part.hasPrefix($0.key) }
            return escape.map { $0.value + part.dropFirst($0.key.count) } ?? #"\"# + part
        }
        return parts[0] + rest.joined()
    }
}

extension StringProtocol {
    /// What follows a macro, or nil if the line does not begin with the macro.
    fileprivate func words(of macro: String) -> String? {
        hasPrefix(".\(macro) ") ? String(dropFirst(macro.count + 2)) : nil
    }
}
