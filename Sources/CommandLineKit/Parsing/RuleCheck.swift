/// The values of a command line, a variable or a setting each, held against the rules of the options.
struct RuleCheck {
    let table: OptionTable
    /// The values of all sources, without switches that are off.
    private let given: [Assignment]
    /// Whether a list or a schema is printed, and not rows.
    private let isOfLists: Bool

    init(_ chosen: [Assignment], _ table: OptionTable, isOfLists: Bool) {
        (self.table, self.isOfLists) = (table, isOfLists)
        given = chosen.filter { $0.value != .isOn(false) }
    }

    /// Returns the messages of the rules of a kind that are broken, in the order of the table.
    func problems(_ relation: OptionRule.Relation) -> [OptionProblem] {
        given.sorted { $0.option < $1.option }.flatMap { owner in
            table.infos[owner.option].rules.compactMap { $0.relation == relation ? problem(of: $0, owner) : nil }
        }
    }

    private func problem(of rule: OptionRule, _ owner: Assignment) -> OptionProblem? {
        guard rule.holdsForLists || !isOfLists, isMet(rule.values, by: owner) else { return nil }
        // What has no effect beside a value is refused beside the value as it was typed.
        let own = shown(owner, rule.values, rule.relation == .silences ? owner.value.text : meaning(of: owner))
        switch rule.relation {
        case .excludes, .silences:
            guard let other = other(of: rule) else { return nil }
            let way = rule.way.isEmpty ? "" : "; \(rule.way)"
            let pair: OptionProblem =
                "\(own) and \(shown(other, rule.otherValues, meaning(of: other))) cannot be used together\(way)"
            return .exclusion(rule.message ?? pair)
        case .needs:
            let needed = rule.others.compactMap { table[$0].map { table.infos[$0.option] } }
            guard let missing = needed.first(where: { info in !given.contains { name(of: $0) == info.name } }) else {
                return nil
            }
            let words = needed.count == 1 ? missing.synopsis : needed.map(\.longForm).joined(separator: " and ")
            return .need(missing.name, rule.message ?? "\(own) needs \(words)")
        }
    }

    /// The first given option that a rule refuses.
    private func other(of rule: OptionRule) -> Assignment? {
        if rule.relation == .silences { return given.first { $0.isTyped && rule.others.contains(name(of: $0)) } }
        return rule.others.lazy.compactMap { name in given.first { self.name(of: $0) == name } }
            .first { isMet(rule.otherValues, by: $0) }
    }

    private func name(of assignment: Assignment) -> String { table.infos[assignment.option].name }

    private func isMet(_ values: [String]?, by assignment: Assignment) -> Bool {
        guard let values else { return true }
        return meaning(of: assignment).map(values.contains) ?? false
    }

    private func meaning(of assignment: Assignment) -> String? {
        table.infos[assignment.option].meaning(of: assignment.value.text)
    }

    /// The option for a message, with its value if the rule is about values.
    private func shown(_ assignment: Assignment, _ values: [String]?, _ value: String?) -> OptionProblem {
        "\(option: name(of: assignment), values == nil ? nil : value)"
    }
}

extension Assignment {
    /// Whether it is on the command line itself.
    fileprivate var isTyped: Bool { if case .option = origin { true } else { false } }
}
