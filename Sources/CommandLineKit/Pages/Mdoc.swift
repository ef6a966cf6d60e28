import Platform

/// A manual page in mdoc(7) format, written from top to bottom.
package struct Mdoc {
    /// The head of a list entry, by kind.
    package enum Term: Sendable {
        /// A word that is typed.
        case command(String)
        /// The placeholder of a value.
        case argument(String)
        case variable(String)
        case path(String)
        case option(OptionInfo)
        /// A word that is typed, with the type of its value.
        case field(String, type: String)
    }

    private var lines: [String]

    /// Creates a page. The name consists of letters and hyphens; the summary is a sentence.
    package init(_ reference: ToolReference, name: String, section: Int, summary: String) {
        lines = [
            ".\\\" Written by '\(reference.tool.name) --generate' from the program's own tables; not edited by hand.",
            ".Dd \(reference.date)",
            ".Dt \(name.uppercased()) \(section)",
            Self.narrowHeader(titleWidth: "\(name)(\(section))".count),
            ".Os",
            ".Sh NAME",
            ".Nm \(name)",
            ".Nd \(MdocText.literal(Self.title(summary)))",
        ]
    }

    /// Returns a request that leaves the name of the manual out of the page header where the line has no room for it.
    ///
    /// groff 1.22.4 shortens the title on both sides until the header fits, and never ends where the name alone does
    /// not. `LL` is the length of a line that man(1) sets; mandoc, which breaks the header, does not know it.
    private static func narrowHeader(titleWidth: Int) -> String {
        let manual = "BSD Miscellaneous Information Manual"
        return ".if r LL .if \\n[LL]<\(2 * titleWidth + manual.count + 1)n .ds doc-volume"
    }

    /// The source of the page, with a line feed at its end.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    /// Begins a section with a title in capitals.
    package mutating func section(_ title: String) { lines.append(".Sh \(title)") }

    /// Begins a subsection.
    mutating func subsection(_ title: String) {
        lines.append(".Ss " + title.split(separator: " ").map { MdocText.argument($0) }.joined(separator: " "))
    }

    /// Adds paragraphs separated by an empty line. Code is in backquotes.
    package mutating func prose(_ text: String) {
        for paragraph in text.split(bytes: "\n\n") where !paragraph.isEmpty {
            if needsBreak { lines.append(".Pp") }
            lines += MdocText.lines(String(paragraph))
        }
    }

    /// Adds paragraphs of a text of pages, those that are literal without formatting.
    package mutating func add(_ paragraphs: [Substring]) {
        for paragraph in paragraphs {
            let lines = paragraph.split(separator: "\n")
            let isLiteral = lines.allSatisfy { $0.hasPrefix("    ") }
            if isLiteral { literal(lines.map { String($0.dropFirst(4)) }) } else { prose(PageText.words(paragraph)) }
        }
    }

    /// Adds a list of terms with their descriptions. In a compact list, both are on one line if they fit.
    package mutating func definitions(_ entries: [(term: Term, meaning: String)], isCompact: Bool = false) {
        guard !entries.isEmpty else { return }
        if isCompact, needsBreak { lines.append(".Pp") }
        let longest = entries.map { Self.shownWidth(of: $0.term) }.max() ?? 0
        // The meanings of fields are short, those of others need the width of the page.
        let isOfFields = if case .field? = entries.first?.term { true } else { false }
        let limit = isOfFields ? 32 : 27
        let width = isCompact && longest <= limit ? "\(longest + 2)n" : "Ds"
        lines.append(".Bl -tag -width \(width)" + (isCompact ? " -compact" : ""))
        for entry in entries {
            lines.append(".It " + Self.head(entry.term))
            lines += MdocText.lines(entry.meaning)
        }
        lines.append(".El")
    }

    /// Adds example command lines with their descriptions.
    package mutating func examples(_ examples: [Example]) {
        for example in examples {
            prose(example.shows.prefix(1).uppercased() + example.shows.dropFirst().withoutFullStop + ":")
            literal(["$ " + example.line])
        }
    }

    /// Adds indented lines without formatting.
    package mutating func literal(_ text: [String]) {
        lines.append(".Bd -literal -offset indent")
        lines += text.map { MdocText.literal($0) }
        lines.append(".Ed")
    }

    /// Adds references to other pages, in the given order.
    package mutating func references(_ pages: [(name: String, section: Int)]) {
        for (index, page) in pages.enumerated() {
            lines.append(".Xr \(page.name) \(page.section)" + (index < pages.count - 1 ? " ," : ""))
        }
    }

    /// Adds the usage of a command; if it is nil, that of the tool.
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

    /// Returns the width of a head in columns, which is not used for options.
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

    /// Returns the long form of an option. `Fl` adds the first of the two hyphens.
    private static func long(_ info: OptionInfo) -> String {
        "Fl \\-\(MdocText.literal(info.name))" + (info.valueName.map { " Ar \(MdocText.argument($0))" } ?? "")
    }

    private static func words(_ text: String) -> String {
        text.split(separator: " ").map { MdocText.argument($0) }.joined(separator: " ")
    }

    /// Returns a sentence as a title: without a capital and a full stop.
    private static func title(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst().withoutFullStop
    }

    /// Whether a paragraph break is needed. After a heading it is not; after the end of a display or list it is.
    private var needsBreak: Bool {
        guard let last = lines.last else { return false }
        return ![".Sh", ".Ss", ".Bl", ".It"].contains { last.hasPrefix($0) }
    }
}

extension StringProtocol {
    /// The text without a full stop at its end.
    var withoutFullStop: String { hasSuffix(".") && !hasSuffix("...") ? String(dropLast()) : String(self) }
}
