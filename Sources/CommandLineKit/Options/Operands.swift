import Platform

/// One operand of a command. The last one may repeat.
package struct OperandInfo: Equatable, Sendable {
    /// The name in lower case; pages show it as `<symbol>`.
    package let name: String
    /// The description in the list of arguments, one line.
    package let help: String
    /// Whether this operand and those after it may be missing.
    package let isOptional: Bool
    /// Whether any number of values is allowed; only for the last operand.
    package let repeats: Bool
    /// The kind of completion that a shell offers.
    package let completion: CompletionKind

    /// Creates an operand with a name in lower case.
    package init(
        _ name: String, help: String, isOptional: Bool = false, repeats: Bool = false,
        completion: CompletionKind = .none
    ) {
        (self.name, self.help, self.isOptional) = (name, help, isOptional)
        (self.repeats, self.completion) = (repeats, completion)
    }

    /// `<amount>`, `<symbol> ...` or `[<symbol> ...]`.
    package var synopsis: String {
        let words = repeats ? "<\(name)> ..." : "<\(name)>"
        return isOptional ? "[\(words)]" : words
    }
}

/// The operands of a command, and how they are stored in the request.
package struct Operands<Request>: Sendable {
    let infos: [OperandInfo]
    let minimum: Int
    let set: @Sendable ([String], inout Request) throws(UsageError) -> Void

    /// A command without operands.
    package static var none: Operands {
        Operands(infos: [], minimum: 0, set: { (_, _) throws(UsageError) in })
    }

    /// Creates operands that are all parsed with the same parser.
    ///
    /// `minimum` is the required number of operands, if it is smaller than the number of those that are not optional.
    package static func operands<Value>(
        _ infos: [OperandInfo], minimum: Int? = nil,
        _ place: @autoclosure @escaping Option<Request>.Place<[Value]>, as parser: ValueParser<Value>
    ) -> Operands {
        Operands(infos: infos, minimum: minimum ?? infos.count { !$0.isOptional }) {
            (texts, request) throws(UsageError) in
            var values: [Value] = []
            values.reserveCapacity(texts.count)
            for (index, text) in texts.enumerated() {
                let value = try translating(parser.parse(text)) {
                    UsageError.badValue(text, origin: .operand(infos[min(index, infos.count - 1)].name), error: $0)
                }
                values.append(value)
            }
            request[keyPath: place()] = values
        }
    }

    /// The maximum number of operands; nil if there is none.
    var maximum: Int? { infos.last?.repeats == true ? nil : infos.count }

    func info(at index: Int) -> OperandInfo? { index < infos.count ? infos[index] : infos.last }
}
