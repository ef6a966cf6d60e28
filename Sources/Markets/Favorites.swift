/// The user's own list as its file holds it: one symbol a line, in the user's order; comments, blank lines and line
/// ends are kept unchanged.
///
/// It converts text to text; reading and writing the file is the caller's work. `#` at a line's beginning or behind a
/// space begins a comment.
public struct Favorites: Sendable, Equatable {
    /// A line that holds no symbol.
    public struct SyntaxError: Error, Sendable, Equatable {
        /// Counted from 1.
        public let line: Int
        /// What stands there without its comment; nil where it is not UTF-8.
        public let text: String?
        /// Why it is no symbol; nil where it is not UTF-8.
        public let problem: Symbol.SyntaxError?
    }

    private struct Line: Equatable, Sendable {
        let text: String
        /// `\n`, `\r\n`, or nothing at the end of the file.
        var end: String
        let symbol: Symbol?
    }

    private var lines: [Line] = []

    /// A list of nothing.
    public init() {}

    /// Reads the content of a favorites file.
    ///
    /// - Parameter bytes: The content, in UTF-8.
    /// - Throws: `SyntaxError` for the first line that is neither a symbol nor empty.
    public init(_ bytes: [UInt8]) throws(SyntaxError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let newline = rest.firstIndex(of: UInt8(ascii: "\n"))
            let line = rest[..<(newline ?? rest.endIndex)]
            lines.append(try Self.line(line, number: lines.count + 1, isEnded: newline != nil))
            rest = rest[(newline.map { $0 + 1 } ?? rest.endIndex)...]
        }
    }

    /// The symbols in their order, each once however often it stands there.
    public var symbols: [Symbol] {
        var seen: Set<Symbol> = []
        return lines.compactMap(\.symbol).filter { seen.insert($0).inserted }
    }

    /// The file's bytes.
    public var bytes: [UInt8] {
        lines.flatMap { Array($0.text.utf8) + Array($0.end.utf8) }
    }

    /// Whether a symbol can be in the file: one that begins with `#` would be a comment.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: True if it can.
    public static func canHold(_ symbol: Symbol) -> Bool {
        !symbol.canonical.hasPrefix("#")
    }
}

// MARK: - Reading

extension Favorites {
    private static func line(
        _ bytes: ArraySlice<UInt8>, number: Int, isEnded: Bool
    ) throws(SyntaxError) -> Line {
        let hasReturn = isEnded && bytes.last == UInt8(ascii: "\r")
        guard let text = String(validating: bytes.dropLast(hasReturn ? 1 : 0), as: UTF8.self) else {
            throw SyntaxError(line: number, text: nil, problem: nil)
        }
        let end = isEnded ? (hasReturn ? "\r\n" : "\n") : ""
        let content = content(of: text)
        guard !content.isEmpty else { return Line(text: text, end: end, symbol: nil) }
        do throws(Symbol.SyntaxError) {
            return Line(text: text, end: end, symbol: try Symbol(content))
        } catch {
            throw SyntaxError(line: number, text: content, problem: error)
        }
    }

    /// The line without its comment and the space around.
    private static func content(of text: String) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        var content = text.drop(while: isSpace)
        let hash = content.indices.first { index in
            content[index] == "#" && (index == content.startIndex || isSpace(content[content.index(before: index)]))
        }
        if let hash { content = content[..<hash] }
        while let last = content.last, isSpace(last) { content.removeLast() }
        return String(content)
    }
}

// MARK: - Editing

extension Favorites {
    /// Adds a symbol at the end.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: False if it is in the list already.
    public mutating func add(_ symbol: Symbol) -> Bool {
        guard !symbols.contains(symbol) else { return false }
        insert(Line(text: symbol.canonical, end: lineEnd, symbol: symbol), at: lines.count)
        return true
    }

    /// Removes a symbol with its lines.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: False if it is not in the list.
    public mutating func remove(_ symbol: Symbol) -> Bool {
        let count = lines.count
        lines.removeAll { $0.symbol == symbol }
        return lines.count < count
    }

    /// Moves a symbol with its line. Comment lines stay.
    ///
    /// - Parameters:
    ///   - symbol: The symbol.
    ///   - place: The new position among the symbols, counted from 1.
    /// - Returns: False if the symbol or the position is not in the list.
    public mutating func move(_ symbol: Symbol, to place: Int) -> Bool {
        guard let line = lines.first(where: { $0.symbol == symbol }), (1...symbols.count).contains(place) else {
            return false
        }
        lines.removeAll { $0.symbol == symbol }
        let others = symbols
        let index =
            place <= others.count
            ? lines.firstIndex { $0.symbol == others[place - 1] }
            : lines.lastIndex { $0.symbol != nil }.map { $0 + 1 }
        insert(line, at: index ?? lines.count)
        return true
    }

    private mutating func insert(_ line: Line, at index: Int) {
        let end = lineEnd
        if index > 0, lines[index - 1].end.isEmpty { lines[index - 1].end = end }
        lines.insert(line, at: index)
        if lines[index].end.isEmpty { lines[index].end = end }
    }

    /// As the file's first line ends.
    private var lineEnd: String {
        lines.first.map { $0.end.isEmpty ? "\n" : $0.end } ?? "\n"
    }
}

// MARK: - In a list

extension Favorites {
    /// Finds the quotes of a list that are of its symbols.
    ///
    /// A ticker is the largest coin of this name, or a future; a pair is a quote in its currency; a stock is not a coin
    /// of the same ticker.
    ///
    /// - Parameter quotes: The list.
    /// - Returns: The positions of the quotes.
    public func indices(in quotes: [Quote]) -> Set<Int> {
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
    /// The symbol as everybody writes it, whatever was typed: `BTC`, `BTC/EUR`, `id:bitcoin`, `stock:AAPL`.
    fileprivate var canonical: String {
        let prefix =
            switch name {
            case .ticker: ""
            case .id: "id:"
            case .stock: "stock:"
            }
        return prefix + bare + (quote.map { "/\($0)" } ?? "")
    }
}
