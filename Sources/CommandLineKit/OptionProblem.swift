/// What is wrong with the values of options, in a text that names them: `"\(option: "from") is later than
/// \(option: "to")"` is read as `CRYPTO_PRICE_FROM is later than --to` where the values come from there.
package struct OptionProblem: Error, Equatable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Equatable {
        case text(String)
        case option(String, value: String?)
    }

    private var parts: [Part]

    /// A text that names no option.
    package init(stringLiteral text: String) { parts = [.text(text)] }

    /// A text that names options.
    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// What is wrong with one option's value, by the option's long name.
    package init(_ option: String, _ problem: String) {
        parts = [.option(option, value: nil), .text(": \(problem)")]
    }

    /// The same in the text of a value's error, which names no option.
    package init(_ error: ValueError) { self.init(stringLiteral: error.problem) }

    /// The options that the text names, in its order.
    package var options: [String] {
        parts.compactMap { if case .option(let name, _) = $0 { name } else { nil } }
    }

    /// The text with each option named by the origin of its value.
    package func text(_ origins: ValueOrigins) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .option(let name, let value): origins.label(of: name, value: value)
            }
        }.joined()
    }

    /// The parts of such a text.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

        /// A text that is no option.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }

        /// An option by its long name, with a value of it where the message shows one.
        package mutating func appendInterpolation(option name: String, _ value: String? = nil) {
            parts.append(.option(name, value: value))
        }
    }
}
