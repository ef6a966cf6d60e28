extension Chart {
    /// What a chart shows: a name, and facts about it. They are in one line if there is room, otherwise in several.
    public struct Title: Sendable, Equatable {
        /// A fact in few characters, such as the last price.
        package struct Fact: Sendable, Equatable {
            /// The text. Text from outside the program is escaped.
            package var text: String
            /// A fact of at least `essential` goes to a further line rather than be left out. The others are shown only
            /// if all facts fit in one line. If there is no room for more lines, the facts of the smallest importance
            /// are left out.
            package var importance: Int

            /// The smallest importance of a fact that every chart shows.
            package static let essential = 2

            /// Whether it completes the fact before it, and is not shown without that: `in 30 days`.
            package var isJoined: Bool

            /// Creates a fact. Each parameter sets the property of the same name.
            package init(_ text: String, importance: Int, isJoined: Bool = false) {
                (self.text, self.importance, self.isJoined) = (text, importance, isJoined)
            }
        }

        /// The name, such as `Bitcoin`; cut if there is no room. Text from outside the program is escaped.
        public var name: String
        /// A short name that follows in parentheses, such as `BTC`; empty if there is none.
        public var symbol: String
        /// The facts in the order shown.
        package var facts: [Fact]

        /// Creates a title. Each parameter sets the property of the same name.
        package init(_ name: String, symbol: String = "", facts: [Fact] = []) {
            (self.name, self.symbol, self.facts) = (name, symbol, facts)
        }
    }
}

extension Chart.Title {
    /// Returns the name and the symbol, at most this many columns wide.
    func name(columns: Int) -> String {
        let name = TerminalText.harmless(name)
        guard !symbol.isEmpty else { return name.cut(to: columns) }
        let symbol = TerminalText.harmless(symbol)
        let suffix = " (\(symbol))"
        let room = columns - CharacterWidth.columns(of: suffix)
        return room < 4 ? symbol.cut(to: columns) : name.cut(to: room) + suffix
    }

    /// Returns the facts that fit in a number of columns, of those of an importance.
    func facts(columns: Int, separator: String, atLeast importance: Int = .min) -> String {
        var title = self
        title.facts.removeAll { $0.importance < importance }
        let texts = title.texts(separator)
        let shown = title.shown(of: texts, columns: columns, separator: separator)
        return String(texts.indices.filter(shown.contains).map { texts[$0] }.joined().dropFirst(separator.count))
    }

    /// Returns the smallest importance of which all facts fit in a number of columns.
    func leastImportance(columns: Int, separator: String) -> Int {
        let shown = shown(of: texts(separator), columns: columns, separator: separator)
        let leftOut = facts.indices.filter { !shown.contains($0) }.map { facts[$0].importance }
        return leftOut.max().map { $0 + 1 } ?? .min
    }

    private func texts(_ separator: String) -> [String] {
        facts.map { ($0.isJoined ? " " : separator) + TerminalText.harmless($0.text) }
    }

    /// Returns the indices of the facts that fit in a number of columns.
    private func shown(of texts: [String], columns: Int, separator: String) -> Set<Int> {
        var room = columns + CharacterWidth.columns(of: separator)
        var shown: Set<Int> = []
        for index in facts.indices.sorted(by: { facts[$0].importance > facts[$1].importance }) {
            let size = CharacterWidth.columns(of: texts[index])
            guard size <= room, !facts[index].isJoined || shown.contains(index - 1) else { continue }
            room -= size
            shown.insert(index)
        }
        return shown
    }

    /// The name, and what follows it in its line.
    typealias Line = (name: String, facts: String)

    /// Returns the name, and the facts that fit beside it with two spaces between them, in a number of columns. The
    /// name is cut rather than the most important fact left out.
    func line(columns: Int) -> Line {
        let most = facts.max { $0.importance < $1.importance }
        let room = columns - (most.map { CharacterWidth.columns(of: $0.text) + 2 } ?? 0)
        return line(name(columns: room < 8 ? columns : room), columns: columns)
    }

    private func line(_ name: String, columns: Int) -> Line {
        let facts = facts(columns: columns - CharacterWidth.columns(of: name) - 2, separator: "  ")
        return (name, facts.isEmpty ? "" : "  " + facts)
    }

    /// Returns the lines that show all essential facts in a number of columns. More than one are of about the same
    /// length. A fact that is wider than a line is left out.
    func lines(columns: Int) -> [Line] {
        func parts(where isWanted: (Int) -> Bool) -> [String] {
            [name(columns: columns)] + phrases(where: isWanted).filter { CharacterWidth.columns(of: $0) <= columns }
        }
        let all = Self.flowed(parts { _ in true }, columns: columns)
        if all.count == 1 { return all }
        let essential = parts { $0 >= Fact.essential }
        let lines = Self.flowed(essential, columns: columns)
        let widest = essential.map { CharacterWidth.columns(of: $0) }.max() ?? columns
        return (min(widest, columns)..<columns).lazy.map { Self.flowed(essential, columns: $0) }
            .first { $0.count == lines.count } ?? lines
    }

    /// Returns a name and facts with two spaces between them, in as many lines as they need.
    private static func flowed(_ parts: [String], columns: Int) -> [Line] {
        var lines: [Line] = []
        var end = 0
        for (index, part) in parts.enumerated() {
            let size = CharacterWidth.columns(of: part)
            if index == 0 {
                lines.append((name: part, facts: ""))
                end = size
            } else if end + 2 + size <= columns {
                lines[lines.count - 1].facts += (end > 0 ? "  " : "") + part
                end += 2 + size
            } else {
                lines.append((name: "", facts: part))
                end = size
            }
        }
        return lines
    }

    /// Returns the facts of some importances, each with those that complete it.
    private func phrases(where isWanted: (Int) -> Bool) -> [String] {
        var phrases: [String] = []
        for fact in facts where isWanted(fact.importance) {
            let text = TerminalText.harmless(fact.text)
            if fact.isJoined, !phrases.isEmpty {
                phrases[phrases.count - 1] += " " + text
            } else {
                phrases.append(text)
            }
        }
        return phrases
    }
}

extension String {
    /// The text, cut with `…` if it is wider than so many columns.
    fileprivate func cut(to columns: Int) -> String {
        CharacterWidth.columns(of: self) > columns ? CharacterWidth.cut(self, to: max(1, columns)) : self
    }
}
