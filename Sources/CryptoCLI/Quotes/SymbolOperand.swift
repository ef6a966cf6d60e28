import CommandLineKit
import Markets

/// An operand of a command that can also read symbols from stdin.
enum SymbolOperand: Sendable, Equatable {
    case symbol(Symbol)
    /// `-`: read lines from stdin.
    case input
}

extension [SymbolOperand] {
    /// The symbols among them.
    var symbols: [Symbol] { compactMap { if case .symbol(let symbol) = $0 { symbol } else { nil } } }
}

extension ValueParser<SymbolOperand> {
    /// A symbol, or `-`.
    static var symbolOrInput: ValueParser {
        ValueParser<Symbol>.symbol.map { symbol in symbol.description == "-" ? .input : .symbol(symbol) }
    }
}
