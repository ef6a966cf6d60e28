/// An error in the values of options. The text names options by interpolation:
/// `"\(option: "from") is later than \(option: "to")"` becomes `CRYPTO_PRICE_FROM is later than --to` if the values
/// come from there.
package struct OptionProblem: Error, Equatable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Equatable {
        case text(String)
        case option(String, value: String?)
        case letter(Character, of: String)
    }

    /// What gives way if the options have values of different sources.
    fileprivate enum Yielding: Equatable {
        case nothing
        /// Values that exclude each other: those of lower sources give way. With operands: values that exclude
        /// operands.
        case exclusion(withOperands: Bool)
        /// A value that needs an option: the value gives way if that option did.
        case need(of: String)
    }

    private var parts: [Part]
    private var yielding = Yielding.nothing

    /// Creates a problem from a text without option names.
    package init(stringLiteral text: String) { parts = [.text(text)] }

    /// Creates a problem from a text with option names.
    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// Creates a problem with the value of one option, given by its long name.
    package init(_ option: String, _ problem: String) {
        parts = [.option(option, value: nil), .text(": \(problem)")]
    }

    /// Returns the problem of values that exclude each other. If they are of different sources, the parser drops those
    /// of the lower ones, and there is no problem. Operands are of the command line.
    package static func exclusion(_ problem: OptionProblem, withOperands: Bool = false) -> OptionProblem {
        var problem = problem
        problem.yielding = .exclusion(withOperands: withOperands)
        return problem
    }

    /// Returns the problem of a value that needs another option. If that option gave way, this value does too, unless
    /// it is on the command line.
    package static func need(_ option: String, _ problem: OptionProblem) -> OptionProblem {
        var problem = problem
        problem.yielding = .need(of: option)
        return problem
    }

    /// Returns the named options whose values give way. `gone` are those whose values gave way before.
    func losers(_ origins: ValueOrigins, gone: Set<String>) -> Set<String> {
        let winner: Origin.Source? =
            switch yielding {
            case .exclusion(withOperands: false): options.compactMap { origins[$0]?.source }.min()
            case .exclusion(withOperands: true): .commandLine
            case .need(let other): gone.contains(other) ? .commandLine : nil
            case .nothing: nil
            }
        guard let winner else { return [] }
        return Set(options.filter { name in origins[name].map { $0.source > winner } ?? false })
    }

    /// The options named in the text, in order.
    package var options: [String] {
        parts.compactMap { part in
            switch part {
            case .text: nil
            case .option(let name, _), .letter(_, let name): name
            }
        }
    }

    /// Returns the text with each option named by the origin of its value.
    package func text(_ origins: ValueOrigins) -> String {
        let text = parts.map { part in
            switch part {
            case .text(let text): text
            case .option(let name, let value): origins.label(of: name, value: value)
            case .letter(let letter, let name):
                (origins[name]?.source ?? .commandLine) == .commandLine ? "-\(letter)" : origins.label(of: name)
            }
        }.joined()
        return text + (options.compactMap { origins[$0]?.remark }.first { !$0.isEmpty } ?? "")
    }

    /// The parts of an interpolated text.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

        /// Appends a value that is not an option.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }

        /// Appends the text of another problem.
        package mutating func appendInterpolation(_ problem: OptionProblem) { parts += problem.parts }

        /// Appends an option by its long name, with its value if the message shows it.
        package mutating func appendInterpolation(option name: String, _ value: String? = nil) {
            parts.append(.option(name, value: value))
        }

        /// Appends an option by its long name, which is shown as its letter where the value is on the command line.
        package mutating func appendInterpolation(option name: String, short: Character) {
            parts.append(.letter(short, of: name))
        }
    }
}
