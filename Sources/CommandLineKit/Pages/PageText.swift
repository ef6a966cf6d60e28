import Platform

/// The sentences of manual pages that are in no table, as one text. A line `# page TITLE` begins a section.
///
/// Code is in backquotes, and lines that begin with four spaces are literal. A definition is a line with the term, and
/// its meaning below it after a colon.
package struct PageText: Sendable {
    private let text: String

    /// Creates the sentences of a text, whose lines before the first section are a comment.
    package init(_ text: String) { self.text = text }

    /// Returns the sections of a page in their order, each as paragraphs.
    package func sections(of page: String) -> [(title: String, paragraphs: [Substring])] {
        text.split(bytes: "\n# ").dropFirst().filter { $0.hasPrefix(page + " ") }.map { section in
            let paragraphs = section.split(bytes: "\n\n")
            return (String(paragraphs[0].dropFirst(page.count + 1)), Array(paragraphs.dropFirst()))
        }
    }

    /// Returns the paragraphs of a section of a page.
    package func paragraphs(_ page: String, _ title: String) -> [Substring] {
        sections(of: page).first { $0.title == title }?.paragraphs ?? []
    }

    /// Returns the definitions in a section of a page.
    package func definitions(_ page: String, _ title: String) -> [(term: String, meaning: String)] {
        paragraphs(page, title).map { paragraph in
            let parts = paragraph.split(bytes: "\n: ")
            return (Self.words(parts[0]), parts.dropFirst().map(Self.words).joined())
        }
    }

    /// Returns the lines of a paragraph as one.
    package static func words(_ paragraph: Substring) -> String {
        paragraph.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}
