import CommandLineKit
import Markets
import Platform

/// The lines of stdin that `price -` reads: `SYMBOL`, or `SYMBOL DATE`.
struct PriceLines: Sendable {
    /// A line that names a symbol.
    struct Line: Sendable {
        /// Its number, from 1.
        let number: Int
        let symbol: Symbol
        let date: GivenDate?
    }

    private(set) var lines: [Line] = []
    private var numbers: [Symbol: Int] = [:]
    /// The lines that are not what they should be.
    private(set) var malformed: [(number: Int, failure: Failure)] = []

    /// Reads stdin to its end. `problem` returns why the command cannot use a symbol. Throws if stdin cannot be read.
    init(_ environment: Environment, problem: (Symbol) -> String?) throws(Failure) {
        var reader = LineReader(environment.readInput)
        var number = 0
        while let text = try reader.next() {
            number += 1
            do throws(ValueError) {
                guard let line = try Self.line(text, number) else { continue }
                if let problem = problem(line.symbol) { throw ValueError(problem) }
                lines.append(line)
                if numbers[line.symbol] == nil { numbers[line.symbol] = number }
            } catch {
                malformed.append((number, Failure(.invalidData, error.problem)))
            }
        }
    }

    /// Whether there was nothing but blank lines.
    var isEmpty: Bool { lines.isEmpty && malformed.isEmpty }

    /// The first line with a date.
    var firstDated: Line? { lines.first { $0.date != nil } }

    /// Returns the number of the first line that names a symbol.
    func number(of symbol: Symbol) -> Int? { numbers[symbol] }

    /// Parses a line; nil for a blank one.
    private static func line(_ text: LineReader.Line, _ number: Int) throws(ValueError) -> Line? {
        let text = String(decoding: try text.bytes(), as: UTF8.self)
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
