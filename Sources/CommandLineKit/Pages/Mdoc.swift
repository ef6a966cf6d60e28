/// A manual page in mdoc(7), written from its head down.
package struct Mdoc {
    /// What heads an entry of a list, by the kind of thing it is.
    package enum Term: Sendable {
        /// A word that is typed.
        case command(String)
        /// What stands for a value.
        case argument(String)
        case variable(String)
        case path(String)
        case option(OptionInfo)
        /// A word that is typed, with what kind of thing it holds.
        case field(String, type: String)
    }

    private var lines: [String]

    /// A page of that name, letters and hyphens, and section of the manual; the summary is a sentence.
    package init(_ reference: ToolReference, name: String, section: Int, summary: String) {
        lines = [
            ".\\\" Written by '\(reference.tool.name) --generate' from the program's own tables; not edited by hand.",
            ".Dd \(reference.date)",
            ".Dt \(name.uppercased()) \(section)",
            ".Os",
            ".Sh NAME",
            ".Nm \(name)",
            ".Nd \(MdocText.literal(Self.title(summary)))",
        ]
    }

    /// The source, with a newline at its end.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    /// Begins a section, by its name in capitals.
    package mutating func section(_ title: String) { lines.append(".Sh \(title)") }

    /// Begins a part of a section.
    package mutating func subsection(_ title: String) {
        lines.append(".Ss " + title.split(separator: " ").map { MdocText.argument($0) }.joined(separator: " "))
    }

    /// Paragraphs with an empty line between them; code stands in backquotes.
    package mutating func prose(_ text: String) {
        for paragraph in text.split(separator: "\n\n") {
            if needsBreak { lines.append(".Pp") }
            lines += MdocText.lines(String(paragraph))
        }
    }

    /// A list of terms, each with its sentences; a compact one has both on one line where they fit.
    package mutating func definitions(_ entries: [(term: Term, meaning: String)], isCompact: Bool = false) {
        guard !entries.isEmpty else { return }
        if isCompact, needsBreak { lines.append(".Pp") }
        let longest = entries.map { Self.shownWidth(of: $0.term) }.max() ?? 0
        let width = isCompact && longest <= 26 ? "\(longest + 2)n" : "Ds"
        lines.append(".Bl -tag -width \(width)" + (isCompact ? " -compact" : ""))
        for entry in entries {
            lines.append(".It " + Self.head(entry.term))
            lines += MdocText.lines(entry.meaning)
        }
        lines.append(".El")
    }

    /// Command lines and what they show.
    package mutating func examples(_ examples: [Example]) {
        for example in examples {
            prose(example.shows.prefix(1).uppercased() + example.shows.dropFirst().withoutFullStop + ":")
            literal(["$ " + example.line])
        }
    }

    /// Lines as they stand, set off.
    package mutating func literal(_ text: [String]) {
        lines.append(".Bd -literal -offset indent")
        lines += text.map { MdocText.literal($0) }
        lines.append(".Ed")
    }

    /// References to other pages, in the order given.
    package mutating func references(_ pages: [(name: String, section: Int)]) {
        for (index, page) in pages.enumerated() {
            lines.append(".Xr \(page.name) \(page.section)" + (index < pages.count - 1 ? " ," : ""))
        }
    }

    /// The usage of a command, or of the tool where there is none.
    mutating func synopsis(tool: String, _ command: CommandInfo?) {
        lines.append(".Nm \(MdocText.argument(tool))")
        guard let command else {
            lines += [".Ar command", ".Op Ar option ...", ".Op Ar argument ..."]
            return
        }
        lines.append(".Cm \(MdocText.argument(command.name))")
        lines += command.options.filter { $0.section != .common }.map { ".Op \(Self.usage($0))" }
        lines.append(".Op Ar common option ...")
        lines += command.operands.map { operand in
            let words = "Ar \(MdocText.argument(operand.name))" + (operand.repeats ? " ..." : "")
            return operand.isOptional ? ".Op \(words)" : ".\(words)"
        }
    }

    // MARK: - Heads

    private static func head(_ term: Term) -> String {
        switch term {
        case .command(let name): "Cm " + words(name)
        case .argument(let name): "Ar " + words(name)
        case .variable(let name): "Ev " + words(name)
        case .path(let path): "Pa " + words(path)
        case .option(let info): (info.short.map { "Fl \($0) , " } ?? "") + long(info)
        case .field(let name, let type):
            "Cm \(MdocText.argument(name)) Pq \(MdocText.argument(type))"
        }
    }

    /// Columns of a head; those of an option are of no use.
    private static func shownWidth(of term: Term) -> Int {
        switch term {
        case .command(let text), .argument(let text), .variable(let text), .path(let text): text.count
        case .option(let info): info.label.count
        case .field(let name, let type): name.count + type.count + 3
        }
    }

    private static func usage(_ info: OptionInfo) -> String {
        guard let short = info.short else { return long(info) }
        return "Fl \(short)" + (info.valueName.map { " Ar \(MdocText.argument($0))" } ?? "")
    }

    /// `Fl` gives the first of the two hyphens.
    private static func long(_ info: OptionInfo) -> String {
        "Fl \\-\(MdocText.literal(info.name))" + (info.valueName.map { " Ar \(MdocText.argument($0))" } ?? "")
    }

    private static func words(_ text: String) -> String {
        text.split(separator: " ").map { MdocText.argument($0) }.joined(separator: " ")
    }

    /// A sentence as a title: without its capital and its full stop.
    private static func title(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst().withoutFullStop
    }

    /// A heading begins a paragraph of its own, and so does the end of a display or list that text follows.
    private var needsBreak: Bool {
        guard let last = lines.last else { return false }
        return ![".Sh", ".Ss", ".Bl", ".It"].contains { last.hasPrefix($0) }
    }
}

extension StringProtocol {
    /// Without the full stop at its end.
    var withoutFullStop: String { hasSuffix(".") && !hasSuffix("...") ? String(dropLast()) : String(self) }
}
