extension [CommandInfo] {
    /// Finds where the options before the name of a command end; the command parses them.
    ///
    /// Returns the number of arguments that are options or their values, and the first option that is not one of every
    /// command: its name with dashes, and as it was typed, with its value.
    func leadingOptions(of arguments: [String]) -> (count: Int, stray: (spelling: String, text: String)?) {
        var (count, stray): (Int, (String, String)?) = (0, nil)
        while count < arguments.count, arguments[count].hasPrefix("-"), arguments[count] != "-" {
            let argument = arguments[count]
            let (spellings, valued) = split(argument)
            let next = arguments.dropFirst(count + 1).first
            let hasValue = valued && next.map { !$0.mayBeOption } ?? false
            if stray == nil, let spelling = spellings.first(where: { !haveAll($0) }) {
                stray = (spelling, hasValue ? "\(argument) \(next ?? "")" : argument)
            }
            count += hasValue ? 2 : 1
        }
        return (count, stray)
    }

    /// Returns the options in an argument, and whether the last one takes its value from the next argument.
    func split(_ argument: String) -> (spellings: [String], valued: Bool) {
        guard !argument.hasPrefix("--") else {
            let (name, value) = argument.nameAndValue
            let option = option(spelled: "--\(name)")
            return (["--\(name)"], value == nil && option.map { !$0.isSwitch } ?? false)
        }
        var spellings: [String] = []
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            spellings.append("-\(letter)")
            guard let option = option(spelled: "-\(letter)") else { return (spellings, false) }
            if !option.isSwitch { return (spellings, letters.isEmpty) }
        }
        return (spellings, false)
    }

    /// Whether it is an option of every command, or is listed as one.
    func haveAll(_ spelling: String) -> Bool {
        let options = map { $0.option(spelled: spelling) }
        return options.contains { $0?.section == .common } || options.allSatisfy { $0 != nil && $0 == options[0] }
    }

    /// Returns the option of a name with its dashes, of the first command that has it.
    func option(spelled spelling: String) -> OptionInfo? {
        lazy.compactMap { $0.option(spelled: spelling) }.first
    }
}

extension CommandInfo {
    /// Returns the option of a long or short name with its dashes, or of the `--no-` form of a switch.
    func option(spelled spelling: String) -> OptionInfo? {
        if spelling.hasPrefix("--") {
            let name = String(spelling.dropFirst(2))
            return options.first { $0.name == name } ?? options.first { $0.negations.contains(name) }
        }
        let letters = spelling.dropFirst()
        guard spelling.first == "-", letters.count == 1 else { return nil }
        return options.first { $0.short == letters.first }
    }
}
