import CommandLineKit
package import Markets
import Platform

/// The user's favorites, in the form of their file: one symbol per line, in the user's order, and how much of it the
/// user holds. Comments, blank lines and line ends are kept unchanged.
///
/// A line is `SYMBOL [AMOUNT [@ COST [CODE]] [DATE]]`, such as `BTC 0.5 @ 30000 USD`. The type converts text to text;
/// the caller reads and writes the file. `#` at the beginning of a line or after a space begins a comment.
package struct Favorites: Sendable, Equatable {
    /// A malformed line.
    package struct SyntaxError: Error, Sendable, Equatable {
        /// The number of the line, counted from 1.
        package let line: Int
        /// The line without its comment and what is wrong with it, in words.
        package let problem: String
    }

    private struct Line: Equatable, Sendable {
        let text: String
        /// The line end: `\n`, `\r\n`, or nothing at the end of the file.
        var end: String
        let symbol: Symbol?
        let lot: FavoriteLot?
    }

    private var lines: [Line] = []

    /// Creates an empty list.
    package init() {}

    /// Reads the content of a favorites file.
    ///
    /// - Parameter bytes: The content, in UTF-8.
    /// - Throws: `SyntaxError` for the first line that is neither a symbol nor empty.
    package init(_ bytes: [UInt8]) throws(SyntaxError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let newline = rest.firstIndex(of: UInt8(ascii: "\n"))
            let line = rest[..<(newline ?? rest.endIndex)]
            lines.append(try Self.line(line, number: lines.count + 1, isEnded: newline != nil))
            rest = rest[(newline.map { $0 + 1 } ?? rest.endIndex)...]
        }
    }

    /// The symbols in order, each once.
    package var symbols: [Symbol] { lines.compactMap(\.symbol).withoutRepeats }

    /// Returns the number of the first line of a symbol, counted from 1.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: The number; nil if no line has the symbol.
    package func line(of symbol: Symbol) -> Int? {
        lines.firstIndex { $0.symbol == symbol }.map { $0 + 1 }
    }

    /// The lots of the symbols that have an amount, in the order of the symbols. A symbol on several lines has several
    /// lots.
    package var holdings: [(symbol: Symbol, lots: [FavoriteLot])] {
        let owned = Dictionary(grouping: lines.filter { $0.lot != nil }, by: \.symbol)
        return symbols.compactMap { symbol in owned[symbol].map { (symbol, $0.compactMap(\.lot)) } }
    }

    /// Returns the lots of a symbol, in the order of its lines.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: The lots; none if no line of the symbol has an amount.
    package func lots(of symbol: Symbol) -> [FavoriteLot] {
        lines.compactMap { $0.symbol == symbol ? $0.lot : nil }
    }

    /// The content of the file, in UTF-8.
    package var bytes: [UInt8] {
        lines.flatMap { Array($0.text.utf8) + Array($0.end.utf8) }
    }

    /// Returns whether a symbol can be in the file: one that begins with `#` would be a comment, and one of ASCII
    /// punctuation alone, such as `!!`, is a mistake.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: True if it can.
    package static func canHold(_ symbol: Symbol) -> Bool {
        !symbol.canonical.hasPrefix("#") && (symbol.isID || !symbol.bare.allSatisfy(isPunctuation))
    }

    private static func isPunctuation(_ character: Character) -> Bool {
        character.isASCII && !character.isLetter && !character.isNumber
    }
}

// MARK: - Reading

extension Favorites {
    private static func line(
        _ bytes: ArraySlice<UInt8>, number: Int, isEnded: Bool
    ) throws(SyntaxError) -> Line {
        let hasReturn = isEnded && bytes.last == UInt8(ascii: "\r")
        guard let text = String(validating: bytes.dropLast(hasReturn ? 1 : 0), as: UTF8.self) else {
            throw SyntaxError(line: number, problem: "not valid UTF-8")
        }
        let end = isEnded ? (hasReturn ? "\r\n" : "\n") : ""
        let content = text[contentRange(of: text)]
        guard !content.isEmpty else { return Line(text: text, end: end, symbol: nil, lot: nil) }
        func error(_ problem: String) -> SyntaxError {
            SyntaxError(line: number, problem: String(content).inQuotes + problem)
        }
        let words = content.split(whereSeparator: isSpace)
        let symbol = try translating(symbol(words[0])) { (fault: Symbol.SyntaxError) in error(" \(fault.words)") }
        let lot = try translating(FavoriteLot(words.dropFirst(), of: symbol)) { (fault: ValueError) in
            error(": \(fault.problem)")
        }
        return Line(text: text, end: end, symbol: symbol, lot: lot)
    }

    private static func symbol(_ word: Substring) throws(Symbol.SyntaxError) -> Symbol {
        let symbol = try Symbol(String(word))
        guard canHold(symbol) else { throw .empty }
        return symbol
    }

    private static func isSpace(_ character: Character) -> Bool {
        character == " " || character == "\t" || character == "\r"
    }

    /// Returns where the line is without its comment and without leading and trailing white space.
    private static func contentRange(of text: String) -> Range<String.Index> {
        var content = text.drop(while: isSpace)
        let hash = content.indices.first { index in
            content[index] == "#" && (index == content.startIndex || isSpace(content[content.index(before: index)]))
        }
        if let hash { content = content[..<hash] }
        while let last = content.last, isSpace(last) { content.removeLast() }
        return content.startIndex..<content.endIndex
    }
}

// MARK: - Editing

extension Favorites {
    /// Adds a symbol at the end.
    ///
    /// - Parameters:
    ///   - symbol: The symbol.
    ///   - lot: What it holds; nil for nothing.
    /// - Returns: False if it is already in the list.
    package mutating func add(_ symbol: Symbol, _ lot: FavoriteLot? = nil) -> Bool {
        guard !symbols.contains(symbol) else { return false }
        let text = symbol.canonical + (lot.map { " \($0)" } ?? "")
        insert(Line(text: text, end: lineEnd, symbol: symbol, lot: lot), at: lines.count)
        return true
    }

    /// Sets what a symbol holds, in its line, whose comment is kept.
    ///
    /// - Parameters:
    ///   - symbol: The symbol.
    ///   - lot: What it holds.
    /// - Returns: False if the symbol is not in the list, or has several lots.
    package mutating func set(_ symbol: Symbol, _ lot: FavoriteLot) -> Bool {
        let own = lines.indices.filter { lines[$0].symbol == symbol }
        let owned = own.filter { lines[$0].lot != nil }
        guard owned.count < 2, let index = owned.first ?? own.first else { return false }
        let line = lines[index]
        guard line.lot != lot else { return true }
        var text = line.text
        let content = Self.contentRange(of: text)
        let word = text[content].prefix { !Self.isSpace($0) }
        text.replaceSubrange(word.endIndex..<content.upperBound, with: " \(lot)")
        lines[index] = Line(text: text, end: line.end, symbol: symbol, lot: lot)
        return true
    }

    /// Removes a symbol and its lines.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: False if it is not in the list.
    package mutating func remove(_ symbol: Symbol) -> Bool {
        let count = lines.count
        lines.removeAll { $0.symbol == symbol }
        return lines.count < count
    }

    /// Moves a symbol and its line, or all of its lines that hold an amount. Comment lines stay where they are.
    ///
    /// - Parameters:
    ///   - symbol: The symbol.
    ///   - place: The new position among the symbols, counted from 1.
    /// - Returns: False if the symbol or the position is not in the list.
    package mutating func move(_ symbol: Symbol, to place: Int) -> Bool {
        let own = lines.filter { $0.symbol == symbol }
        guard let first = own.first, (1...symbols.count).contains(place) else { return false }
        lines.removeAll { $0.symbol == symbol }
        let others = symbols
        let index =
            place <= others.count
            ? lines.firstIndex { $0.symbol == others[place - 1] }
            : lines.lastIndex { $0.symbol != nil }.map { $0 + 1 }
        let owned = own.filter { $0.lot != nil }
        for (offset, line) in (owned.isEmpty ? [first] : owned).enumerated() {
            insert(line, at: (index ?? lines.count - offset) + offset)
        }
        return true
    }

    private mutating func insert(_ line: Line, at index: Int) {
        let end = lineEnd
        if index > 0, lines[index - 1].end.isEmpty { lines[index - 1].end = end }
        lines.insert(line, at: index)
        if lines[index].end.isEmpty { lines[index].end = end }
    }

    /// The line end of the first line; `\n` if it has none.
    private var lineEnd: String {
        lines.first.map { $0.end.isEmpty ? "\n" : $0.end } ?? "\n"
    }
}

// MARK: - In a list

extension Favorites {
    /// Finds the favorites in a list of quotes.
    ///
    /// A ticker matches the largest coin of this name, or a future; a pair matches a quote in its currency; a stock
    /// does not match a coin of the same ticker.
    ///
    /// - Parameter quotes: The quotes.
    /// - Returns: The positions of the favorites in `quotes`.
    package func indices(in quotes: [Quote]) -> Set<Int> {
        Set(symbols.compactMap { Self.index(of: $0, in: quotes) })
    }

    private static func index(of symbol: Symbol, in quotes: [Quote]) -> Int? {
        quotes.bearer(
            among: quotes.indices.filter { index in
                quotes[index].isNamed(by: symbol) && (symbol.quote.map { $0 == quotes[index].currency } ?? true)
            })
    }
}

extension Symbol {
    /// The usual form of the symbol, however it was typed: `BTC`, `BTC/EUR`, `id:bitcoin`, `stock:AAPL`, `eth:0x…`.
    var canonical: String {
        let prefix =
            switch name {
            case .ticker, .token, .figure: ""
            case .id: "id:"
            case .stock: "stock:"
            }
        return prefix + bare + (quote.map { "/\($0)" } ?? "")
    }
}
