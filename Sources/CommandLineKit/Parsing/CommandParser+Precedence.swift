extension CommandParser {
    /// Combines the values of the command line, the variables and the settings, in order of priority.
    ///
    /// Returns at most one assignment per option, with shorthands replaced by the options that they set: those of the
    /// command line in order, then those of the variables, then those of the settings.
    func chosen(
        _ line: [Assignment], variables: [String: String], settings: [Setting]
    ) throws(UsageError) -> [Assignment] {
        let lines = try settings.map { (setting) throws(UsageError) in try read(setting) }
        var levels = [line, try read(variables, without: line), lines]
        expandShorthands(&levels)
        var chosen: [Assignment] = []
        var isDecided = table.infos.map { _ in false }
        for (number, level) in levels.enumerated() {
            let fresh = level.filter { !isDecided[$0.option] }
            if number < 2 { try refuseDoubles(fresh) }
            let last = lastPlaces(in: fresh)
            for (place, assignment) in fresh.enumerated() where last[assignment.option] == place {
                chosen.append(assignment)
                isDecided[assignment.option] = true
            }
        }
        return chosen
    }

    /// Returns the values of variables, except for options that are already given.
    private func read(
        _ variables: [String: String], without given: [Assignment]
    ) throws(UsageError) -> [Assignment] {
        var assignments: [Assignment] = []
        for (index, name) in options(of: variables) where !given.contains(where: { $0.option == index }) {
            let info = table.infos[index]
            guard let text = variables[name], !text.isEmpty else { continue }
            let origin = Origin.variable(name)
            if info.isSwitch, text != "1", text != "0" {
                throw .badValue(text, origin: origin, error: ValueError("\(text.inQuotes) is not 1 or 0"))
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
            let own = "\(command.name)-"
            let names = [name] + (name.hasPrefix(own) ? [String(name.dropFirst(own.count))] : [])
            for option in names.compactMap({ name in table.infos.firstIndex { $0.name == name } })
            where table.infos[option].variable(tool: tool, command: command.name) == variable {
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
                "\(origin.place)unknown option \(spelling.inQuotes)", origin: origin,
                suggestion: table.suggestion(for: setting.name).map { "--\($0)" })
        }
        let info = table.infos[entry.option]
        guard !info.isCommandLineOnly else {
            throw UsageError("\(origin.place)'\(info.longForm)' is for the command line only", origin: origin)
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
        var isDecided = table.infos.map { _ in false }
        for number in levels.indices {
            let level = levels[number]
            let last = lastPlaces(in: level)
            levels[number] = []
            for (place, assignment) in level.enumerated() {
                guard let shorthand = table.infos[assignment.option].shorthand else {
                    levels[number].append(assignment)
                    continue
                }
                guard last[assignment.option] == place, !isDecided[assignment.option] else { continue }
                isDecided[assignment.option] = true
                guard assignment.value == .isOn(true), let target = table[shorthand.option] else { continue }
                levels[number].append(
                    Assignment(
                        option: target.option, value: .text(shorthand.value), origin: assignment.origin,
                        spelling: assignment.spelling))
            }
        }
    }

    private func refuseDoubles(_ level: [Assignment]) throws(UsageError) {
        var first = table.infos.map { _ in -1 }
        for (place, assignment) in level.enumerated() where !table.infos[assignment.option].isSwitch {
            let earlier = first[assignment.option]
            guard earlier < 0 else {
                throw .givenTwice(table.infos[assignment.option], first: level[earlier], second: assignment)
            }
            first[assignment.option] = place
        }
    }

    /// Returns the place of the last value of each option of the table, -1 for an option without one.
    private func lastPlaces(in level: [Assignment]) -> [Int] {
        var last = table.infos.map { _ in -1 }
        for (place, assignment) in level.enumerated() { last[assignment.option] = place }
        return last
    }
}
