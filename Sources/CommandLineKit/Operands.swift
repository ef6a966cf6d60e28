/// One operand of a command, or the last one and all that follow it.
package struct OperandInfo: Equatable, Sendable {
    /// In lower case; pages show it as `<symbol>`.
    package let name: String
    /// One line for the list of arguments.
    package let help: String
    /// Whether it, and what follows it, may be missing.
    package let isOptional: Bool
    /// Whether any number may follow; only the last operand's.
    package let repeats: Bool
    /// What a shell may offer for it.
    package let completion: CompletionKind

    /// An operand; the name is in lower case.
    package init(
        _ name: String, help: String, isOptional: Bool = false, repeats: Bool = false,
        completion: CompletionKind = .none
    ) {
        self.name = name
        self.help = help
        self.isOptional = isOptional
        self.repeats = repeats
        self.completion = completion
    }

    /// `<amount>`, `<symbol> ...` or `[<symbol> ...]`.
    package var synopsis: String {
        let words = repeats ? "<\(name)> ..." : "<\(name)>"
        return isOptional ? "[\(words)]" : words
    }
}

/// What a command takes besides options, and how it lands in the request.
package struct Operands<Request>: Sendable {
    let infos: [OperandInfo]
    let minimum: Int
    let set: @Sendable ([String], inout Request) throws(OperandError) -> Void

    /// A command without operands.
    package static var none: Operands {
        Operands(infos: [], minimum: 0, set: { (_, _) throws(OperandError) in })
    }

    /// Operands that are all read in the same way.
    ///
    /// The minimum is how many there must be, where that is fewer than those that are not optional.
    package static func operands<Value>(
        _ infos: [OperandInfo], minimum: Int? = nil,
        _ keyPath: any WritableKeyPath<Request, [Value]> & Sendable, _ parser: ValueParser<Value>
    ) -> Operands {
        Operands(infos: infos, minimum: minimum ?? infos.count { !$0.isOptional }) {
            (texts, request) throws(OperandError) in
            var values: [Value] = []
            values.reserveCapacity(texts.count)
            for (index, text) in texts.enumerated() {
                do throws(ValueError) {
                    values.append(try parser.parse(text))
                } catch {
                    throw OperandError(index: index, error: error)
                }
            }
            request[keyPath: keyPath] = values
        }
    }

    /// The most there may be, or nil.
    var maximum: Int? { infos.last?.repeats == true ? nil : infos.count }

    func info(at index: Int) -> OperandInfo? { index < infos.count ? infos[index] : infos.last }
}

/// Which operand could not be read, and why.
struct OperandError: Error {
    let index: Int
    let error: ValueError
}
