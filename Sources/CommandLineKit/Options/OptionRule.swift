/// What an option says about others: that they are refused beside it, or that it needs them.
///
/// A command without one of the other options ignores what a rule says about that one.
package struct OptionRule: Equatable, Sendable {
    enum Relation: Equatable, Sendable {
        /// They cannot be used together: the values of the lower source give way.
        case excludes
        /// The others have no effect beside it. They are refused on the command line only, because variables and
        /// settings are for many command lines.
        case silences
        /// It has no effect without the others.
        case needs
    }

    let relation: Relation
    /// The long names of the others.
    package let others: [String]
    /// The values of the option for which the rule holds; nil for any.
    let values: [String]?
    /// The values of the others for which the rule holds; nil for any.
    var otherValues: [String]?
    /// The end of the message: what to write; empty if that is clear.
    var way = ""
    /// The whole message, where the common one is not enough.
    var message: OptionProblem?
    /// Whether it also holds where a list of fields or providers or a schema is printed, and not rows.
    var holdsForLists = false
}

extension Option {
    /// Returns the option marked so that others cannot be used together with it.
    ///
    /// - Parameters:
    ///   - others: The long names of the others.
    ///   - values: The values of this option for which it is so; nil for any.
    ///   - otherValues: The values of the others for which it is so; nil for any.
    ///   - way: The end of the message: what to write.
    ///   - message: The whole message in place of the common one.
    ///   - holdsForLists: Whether it is also so where a list or a schema is printed, and not rows.
    /// - Returns: The option.
    package consuming func excluding(
        _ others: String..., when values: [String]? = nil, of otherValues: [String]? = nil, way: String = "",
        saying message: OptionProblem? = nil, forLists holdsForLists: Bool = false
    ) -> Option {
        ruled(
            OptionRule(
                relation: .excludes, others: others, values: values, otherValues: otherValues, way: way,
                message: message, holdsForLists: holdsForLists))
    }

    /// Returns the option marked so that others have no effect beside it, or beside some values of it.
    package consuming func silencing(_ others: [String], when values: [String]? = nil) -> Option {
        ruled(OptionRule(relation: .silences, others: others, values: values))
    }

    /// Returns the option marked so that it needs others, or that some values of it do.
    package consuming func needing(
        _ others: String..., when values: [String]? = nil, saying message: OptionProblem? = nil,
        forLists holdsForLists: Bool = false
    ) -> Option {
        ruled(
            OptionRule(
                relation: .needs, others: others, values: values, message: message, holdsForLists: holdsForLists))
    }
}

extension CommandInfo {
    /// Returns the command with what the rules of its options say at the end of their details. Only pages show it: it
    /// takes longer than reading a command line.
    func sayingRules() -> CommandInfo {
        var command = self
        command.options = options.sayingRules()
        return command
    }
}

extension [OptionInfo] {
    /// Returns the options with what their rules say at the end of their details: which others each needs, and with
    /// which ones it cannot be used together, by the rules of either.
    fileprivate func sayingRules() -> [OptionInfo] {
        map { info in
            let needed = others(in: info.rules, .needs)
            let own = others(in: info.rules, .excludes)
            let foreign = filter { others(in: $0.rules, .excludes).contains(info.name) }.map(\.name)
            let refused = filter { own.contains($0.name) || foreign.contains($0.name) }.map(\.longForm)
            var info = info
            let sentences = [
                needed.isEmpty ? nil : "Needs \(needed.map { "--\($0)" }.joined(separator: " and ")).",
                refused.isEmpty ? nil : "Not with \(refused.joined(separator: ", ")).",
            ].compactMap(\.self)
            guard !sentences.isEmpty else { return info }
            let details = info.details.map { $0.hasSuffix(".") ? $0 : $0 + "." }
            info.details = ([details].compactMap(\.self) + sentences).joined(separator: " ")
            return info
        }
    }

    /// The names of the command's options that the rules are about, whatever their values.
    private func others(in rules: [OptionRule], _ relation: OptionRule.Relation) -> [String] {
        let whole = rules.filter { $0.relation == relation && $0.values == nil && $0.otherValues == nil }
        return whole.flatMap(\.others).filter { name in contains { $0.name == name } }
    }
}
