/// The user's favorites, in the form of their file: one symbol per line, in the user's order. Comments, blank lines and
/// line ends are kept unchanged.
///
/// The type converts text to text; the caller reads and writes the file. `#` at the beginning of a line or after a space
/// begins a comment.
public struct Favorites: Sendable, Equatable {
    /// A line that is not a symbol.
    public struct SyntaxError: Error, Sendable, Equatable {
        /// The number of the line, counted from 1.
        public let line: Int
        /// The line without its comment; nil if it is not UTF-8.
        public let text: String?
        /// The reason why it is not a symbol; nil if it is not UTF-8.
        public let problem: Symbol.SyntaxError?
    }

    private struct Line: Equatable, Sendable {
        let text: String
        /// The line end: `\n`, `\r\n`, or nothing at the end of the file.
        var end: String
        let symbol: Symbol?
    }

    private var lines: [Line] = []

    /// Creates an empty list.
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

    /// The symbols in order, each once.
    public var symbols: [Symbol] {
        var seen: Set<Symbol> = []
        return lines.compactMap(\.symbol).filter { seen.insert($0).inserted }
    }

    /// The content of the file, in UTF-8.
    public var bytes: [UInt8] {
        lines.flatMap { Array($0.text.utf8) + Array($0.end.utf8) }
    }

    /// Returns whether a symbol can be in the file: one that begins with `#` would be a comment, and one of ASCII
    /// punctuation alone, such as `!!`, is a mistake.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: True if it can.
    public static func canHold(_ symbol: Symbol) -> Bool {
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
            throw SyntaxError(line: number, text: nil, problem: nil)
        }
        let end = isEnded ? (hasReturn ? "\r\n" : "\n") : ""
        let content = content(of: text)
        guard !content.isEmpty else { return Line(text: text, end: end, symbol: nil) }
        do throws(Symbol.SyntaxError) {
            let symbol = try Symbol(content)
            guard canHold(symbol) else { throw Symbol.SyntaxError.empty }
            return Line(text: text, end: end, symbol: symbol)
        } catch {
            throw SyntaxError(line: number, text: content, problem: error)
        }
    }

    /// Returns the line without its comment and without leading and trailing white space.
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
    /// - Returns: False if it is already in the list.
    public mutating func add(_ symbol: Symbol) -> Bool {
        guard !symbols.contains(symbol) else { return false }
        insert(Line(text: symbol.canonical, end: lineEnd, symbol: symbol), at: lines.count)
        return true
    }

    /// Removes a symbol and its lines.
    ///
    /// - Parameter symbol: The symbol.
    /// - Returns: False if it is not in the list.
    public mutating func remove(_ symbol: Symbol) -> Bool {
        let count = lines.count
        lines.removeAll { $0.symbol == symbol }
        return lines.count < count
    }

    /// Moves a symbol and its line. Comment lines stay where they are.
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

    /// The line end of the first line; `\n` if it has none.
    private var lineEnd: String {
        lines.first.map { $0.end.isEmpty ? "\n" : $0.end } ?? "\n"
    }
}

// MARK: - In a list

extension Favorites {
    /// Finds the favorites in a list of quotes.
    ///
    /// A ticker matches the largest coin of this name, or a future; a pair matches a quote in its currency; a stock does
    /// not match a coin of the same ticker.
    ///
    /// - Parameter quotes: The quotes.
    /// - Returns: The positions of the favorites in `quotes`.
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
    /// The usual form of the symbol, however it was typed: `BTC`, `BTC/EUR`, `id:bitcoin`, `stock:AAPL`.
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
