import CommandLineKit
import Markets
import Platform

/// A page of the lines of stdin that `price -` reads: `SYMBOL`, or `SYMBOL DATE`. Its rows are requested together, and
/// printed before the next page is read.
struct PriceLines: Sendable {
    /// A line that names a symbol.
    struct Line: Sendable {
        /// Its number, from 1.
        let number: Int
        let symbol: Symbol
        let date: GivenDate?
    }

    /// The most lines of a page.
    static let pageSize = 1_000
    /// The most lines that are read where a row depends on all of them.
    static let mostAtOnce = 10_000

    private(set) var lines: [Line] = []
    private var numbers: [Symbol: Int] = [:]
    /// The lines that are not what they should be.
    private(set) var malformed: [(number: Int, failure: Failure)] = []

    private var reader: LineReader
    private var number = 0
    private let problem: @Sendable (Symbol) -> String?
    /// Whether stdin has ended.
    private(set) var isAtEnd = false

    /// Reads the first page. `problem` returns why the command cannot use a symbol. Throws if stdin cannot be read.
    init(_ environment: Environment, problem: @escaping @Sendable (Symbol) -> String?) throws(Failure) {
        reader = LineReader(environment.readInput)
        self.problem = problem
        try read(upTo: Self.pageSize)
    }

    /// Reads the next page in place of this one. Returns whether it has a line. A date is malformed if no line before
    /// had one.
    mutating func readNext(acceptsDates: Bool) throws(Failure) -> Bool {
        (lines, numbers, malformed) = ([], [:], [])
        try read(upTo: Self.pageSize, acceptsDates: acceptsDates)
        return !isEmpty
    }

    /// Reads all other lines too. Returns false if there are more than `mostAtOnce`.
    mutating func readAll() throws(Failure) -> Bool {
        try read(upTo: Self.mostAtOnce + 1)
        return isAtEnd
    }

    private mutating func read(upTo count: Int, acceptsDates: Bool = true) throws(Failure) {
        while lines.count + malformed.count < count, !isAtEnd {
            guard let text = try reader.next() else {
                isAtEnd = true
                return
            }
            number += 1
            do throws(ValueError) {
                guard let line = try Self.line(text, number) else { continue }
                if let problem = problem(line.symbol) { throw ValueError(problem) }
                guard acceptsDates || line.date == nil else {
                    throw ValueError("a date, but none of the first \(Self.pageSize) lines has one, so rows are prices")
                }
                lines.append(line)
                if numbers[line.symbol] == nil { numbers[line.symbol] = number }
            } catch {
                malformed.append((number, Failure(.invalidData, error.problem)))
            }
        }
    }

    /// Whether the page has nothing but blank lines.
    var isEmpty: Bool { lines.isEmpty && malformed.isEmpty }

    /// The first line with a date.
    var firstDated: Line? { lines.first { $0.date != nil } }

    /// Returns the number of the first line that names a symbol.
    func number(of symbol: Symbol) -> Int? { numbers[symbol] }

    /// Parses a line; nil for a blank one.
    private static func line(_ text: LineReader.Line, _ number: Int) throws(ValueError) -> Line? {
        let text = String(decoding: try text.get(), as: UTF8.self)
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let name = words.first else { return nil }
        // A name of two words is no symbol with a malformed date.
        guard words.count < 3, words.count < 2 || words[1].contains("-") else {
            throw ValueError("\(text.shortened.inQuotes) is not 'SYMBOL' or 'SYMBOL DATE'")
        }
        let symbol = try ValueParser<Symbol>.symbol.parse(name)
        return Line(number: number, symbol: symbol, date: words.count > 1 ? try ValueParser.date.parse(words[1]) : nil)
    }
}
