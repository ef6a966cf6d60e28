import Platform

/// The sentences of manual pages that are in no table, from one text. A line `# page TITLE` begins a section.
///
/// Code is in backquotes, and lines that begin with four spaces are literal. A definition is a line with the term, and
/// its meaning below it after a colon.
package struct PageText: Sendable {
    private var pages: [String: [(title: String, paragraphs: [Substring])]] = [:]
    /// The definitions of each section, by its page and title.
    private var definitions: [String: [(term: String, meaning: String)]] = [:]

    /// Reads a text, whose lines before the first section are a comment. `facts` are what the program knows, by the
    /// words in their place.
    package init(_ text: String, facts: [String: String] = [:]) {
        var (page, isNew) = ("", true)
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            var line = Substring(line)
            if line.hasPrefix("# ") {
                page = String(line.dropFirst(2).prefix { $0 != " " })
                pages[page, default: []].append((String(line.dropFirst(page.count + 3)), []))
            } else if let last = pages[page]?.indices.last, !line.isEmpty {
                if line.utf8.contains(UInt8(ascii: "$")) {
                    for (word, fact) in facts { line = line.replacing(bytes: word, with: fact)[...] }
                }
                let lines = isNew ? line : (pages[page]?[last].paragraphs.popLast() ?? "") + "\n" + line
                pages[page]?[last].paragraphs.append(lines)
            }
            isNew = line.isEmpty
        }
        for (page, sections) in pages {
            for (title, paragraphs) in sections {
                definitions["\(page) \(title)"] = paragraphs.map { paragraph in
                    let parts = paragraph.split(bytes: "\n: ")
                    return (Self.words(parts[0]), parts.dropFirst().map(Self.words).joined())
                }
            }
        }
    }

    /// Returns the sections of a page in their order, each as paragraphs.
    package func sections(of page: String) -> [(title: String, paragraphs: [Substring])] { pages[page] ?? [] }

    /// Returns the paragraphs of a section of a page.
    package func paragraphs(_ page: String, _ title: String) -> [Substring] {
        sections(of: page).first { $0.title == title }?.paragraphs ?? []
    }

    /// Returns the definitions in a section of a page.
    package func definitions(_ page: String, _ title: String) -> [(term: String, meaning: String)] {
        definitions["\(page) \(title)"] ?? []
    }

    /// Returns the lines of a paragraph as one.
    package static func words(_ paragraph: Substring) -> String {
        paragraph.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}
