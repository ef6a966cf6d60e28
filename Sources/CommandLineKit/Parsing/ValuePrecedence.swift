/// Combines the values of the command line, the variables and the settings, in order of priority.
struct ValuePrecedence {
    let table: OptionTable
    let tool: String
    let command: String

    /// Returns at most one assignment per option, with shorthands replaced by the options that they set: those of the
    /// command line in order, then those of the variables, then those of the settings.
    func chosen(
        _ line: [Assignment], variables: [String: String], settings: [Setting]
    ) throws(UsageError) -> [Assignment] {
        let given = Set(line.map(\.option))
        let lines = try settings.map { (setting) throws(UsageError) in try read(setting) }
        var levels = [line, try read(variables, without: given), lines]
        expandShorthands(&levels)
        var chosen: [Assignment] = []
        var decided: Set<Int> = []
        for (number, level) in levels.enumerated() {
            let fresh = level.filter { !decided.contains($0.option) }
            if number < 2 { try refuseDoubles(fresh) }
            chosen += lastOfEach(fresh)
            decided.formUnion(fresh.map(\.option))
        }
        return chosen
    }

    /// Returns the values of variables, except for options that are already given.
    private func read(
        _ variables: [String: String], without given: Set<Int>
    ) throws(UsageError) -> [Assignment] {
        var assignments: [Assignment] = []
        for (index, name) in options(of: variables) where !given.contains(index) {
            let info = table.infos[index]
            guard let text = variables[name], !text.isEmpty else { continue }
            let origin = Origin.variable(name)
            if info.isSwitch, text != "1", text != "0" {
                throw .badValue(info, value: text, origin: origin, error: ValueError("\(text.inQuotes) is not 1 or 0"))
            }
            let value = info.isSwitch ? Assignment.Value.isOn(text == "1") : .text(text)
            assignments.append(Assignment(option: index, value: value, origin: origin, spelling: "\(name)=\(text)"))
        }
        return assignments
    }

    /// Returns the options that have a variable among these, in the order of the table. Others of the tool are ignored.
    private func options(of variables: [String: String]) -> [(option: Int, variable: String)] {
        let prefix = "\(tool)_".asVariable
        var found: [(option: Int, variable: String)] = []
        for variable in variables.keys where variable.hasPrefix(prefix) {
            let name = variable.dropFirst(prefix.count).lowercased().replacing("_", by: "-")
            let names = [name] + (name.hasPrefix("\(command)-") ? [String(name.dropFirst(command.count + 1))] : [])
            for option in names.compactMap({ table[$0]?.option })
            where table.infos[option].variable(tool: tool, command: command) == variable {
                found.append((option, variable))
            }
        }
        return found.sorted { $0.option < $1.option }
    }

    private func read(_ setting: Setting) throws(UsageError) -> Assignment {
        let origin = setting.origin
        let spelling = "--\(setting.name)"
        guard let entry = table[setting.name] else {
            throw UsageError(
                .unknownOption(spelling), origin: origin,
                problem: "\(origin.place)unknown option \(spelling.inQuotes)",
                suggestion: table.suggestion(for: setting.name).map { "--\($0)" })
        }
        let info = table.infos[entry.option]
        guard !info.isCommandLineOnly else {
            throw UsageError(
                .commandLineOnly(option: info.name), origin: origin,
                problem: "\(origin.place)'\(info.longForm)' is for the command line only")
        }
        switch (info.isSwitch, setting.value) {
        case (true, let value?): throw .unexpectedValue(spelling, value, origin: origin)
        case (false, nil): throw .missingValue(info, origin: origin)
        case (true, nil):
            return Assignment(option: entry.option, value: .isOn(entry.isOn), origin: origin, spelling: spelling)
        case (false, let value?):
            return Assignment(option: entry.option, value: .text(value), origin: origin, spelling: spelling)
        }
    }

    /// Replaces shorthands. A shorthand is a switch first: its last occurrence in the source with the highest
    /// priority counts, and only if it is on does it set the other option in that source.
    private func expandShorthands(_ levels: inout [[Assignment]]) {
        var decided: Set<Int> = []
        for number in levels.indices {
            let level = levels[number]
            let last = Dictionary(zip(level.map(\.option), level.indices), uniquingKeysWith: { $1 })
            levels[number] = level.enumerated().compactMap { index, assignment in
                guard let shorthand = table.infos[assignment.option].shorthand else { return assignment }
                let counts = last[assignment.option] == index && !decided.contains(assignment.option)
                guard counts, assignment.value == .isOn(true), let target = table[shorthand.option] else { return nil }
                return Assignment(
                    option: target.option, value: .text(shorthand.value), origin: assignment.origin,
                    spelling: assignment.spelling)
            }
            decided.formUnion(level.map(\.option).filter { table.infos[$0].shorthand != nil })
        }
    }

    private func refuseDoubles(_ level: [Assignment]) throws(UsageError) {
        var first: [Int: Assignment] = [:]
        for assignment in level where !table.infos[assignment.option].isSwitch {
            if let earlier = first.updateValue(assignment, forKey: assignment.option) {
                throw .givenTwice(table.infos[assignment.option], first: earlier, second: assignment)
            }
        }
    }

    private func lastOfEach(_ level: [Assignment]) -> [Assignment] {
        let last = Dictionary(zip(level.map(\.option), level.indices), uniquingKeysWith: { $1 })
        return level.enumerated().filter { last[$1.option] == $0 }.map(\.element)
    }
}
