/// Parses the arguments, variables and settings of a command into its request.
package struct CommandParser<Request>: Sendable {
    let command: Command<Request>
    /// The metadata of the command.
    package var info: CommandInfo { command.info }
    let tool: String
    let table: OptionTable
    private let siblings: @Sendable () -> [CommandInfo]

    /// Creates a parser for a command. `tool` is the name of the tool, which is also the prefix of its variables.
    /// `siblings` are the commands of the tool, to name the command that has an unknown option.
    package init(
        _ command: Command<Request>, tool: String, siblings: @autoclosure @escaping @Sendable () -> [CommandInfo] = []
    ) {
        self.command = command
        self.tool = tool
        table = OptionTable(command.info.options)
        self.siblings = siblings
    }

    /// Returns the request made of the arguments after the command's name, or the requested help page.
    ///
    /// A value comes from the command line, otherwise from the variables, otherwise from the settings (the later of two
    /// settings), otherwise it is the default of the request. Overridden values are not parsed. Of values that exclude
    /// each other those of the first source count. If `isWhole` is false, which is for a first pass before the settings
    /// are known, operands are ignored and the request is not validated. Throws `UsageError`.
    package func parse(
        _ arguments: [String], variables: [String: String] = [:], settings: [Setting] = [], isWhole: Bool = true
    ) throws(UsageError) -> ParseOutcome<Request> {
        let line = lexed(arguments)
        if let length = line.help { return .help(length) }
        if line.asksForVersion { return .version(isDetailed: line.isVerbose) }
        if let problem = line.problem { throw problem }
        let sources = ValuePrecedence(table: table, tool: tool, command: command.info.name)
        let chosen = try sources.chosen(line.assignments, variables: variables, settings: settings)
        if isWhole { return try resolved(chosen, line.operands) }
        return .run(try request(of: chosen), origins: ValueOrigins(chosen, table))
    }

    /// Returns the request made of the values, without those of lower sources that others exclude: they have no effect.
    /// Throws the problem of values that are left.
    private func resolved(
        _ chosen: [Assignment], _ operands: [String]
    ) throws(UsageError) -> ParseOutcome<Request> {
        var left = chosen
        var gone: Set<String> = []
        while true {
            // A list is not of rows, which have the format of the file.
            let all = left.contains(where: asksForList) ? left : completed(left)
            let origins = ValueOrigins(all, table)
            var request = try request(of: all)
            try place(operands, waived: waivesOperands(all), in: &request)
            guard let problem = problem(in: &request, of: all) else { return .run(request, origins: origins) }
            let losers = problem.losers(origins, gone: gone)
            let rest = left.filter { !losers.contains(table.infos[$0.option].name) }
            guard rest.count < left.count else { throw .conflict(problem, origins) }
            gone.formUnion(losers)
            left = rest
        }
    }

    private func request(of chosen: [Assignment]) throws(UsageError) -> Request {
        var request = command.make()
        for assignment in chosen { try apply(assignment, to: &request) }
        return request
    }

    private func lexed(_ arguments: [String]) -> ArgumentLexer {
        ArgumentLexer(arguments, UnknownOption(table: table, tool: tool, command: command.info, siblings: siblings))
    }

    private func apply(_ assignment: Assignment, to request: inout Request) throws(UsageError) {
        switch (command.options[assignment.option].effect, assignment.value) {
        case (.value(let set), .text(let text)):
            do throws(ValueError) {
                try set(text, &request)
            } catch {
                throw .badValue(
                    table.infos[assignment.option], value: text, origin: assignment.origin,
                    error: error.orMissingDash(assignment, table))
            }
        case (.toggle(let set), .isOn(let isOn)):
            set(isOn, &request)
        default:
            preconditionFailure("--\(table.infos[assignment.option].name) was given a value of another kind")
        }
    }

    private func waivesOperands(_ chosen: [Assignment]) -> Bool {
        chosen.contains { assignment in
            switch table.infos[assignment.option].operandWaiver {
            case .always: assignment.value != .isOn(false)
            case .instead, .value: asksForList(assignment)
            case nil: false
            }
        }
    }

    /// Whether an option such as `--fields help` or `--schema` asks for something in place of the command's rows.
    private func asksForList(_ assignment: Assignment) -> Bool {
        switch table.infos[assignment.option].operandWaiver {
        case .value(let value): assignment.value == .text(value)
        case .instead: assignment.value != .isOn(false)
        case .always, nil: false
        }
    }

    /// Returns why the options cannot be used together; nil if they can.
    private func problem(in request: inout Request, of chosen: [Assignment]) -> OptionProblem? {
        do throws(OptionProblem) {
            try command.validate(&request)
            try refuseIdle(chosen)
            return nil
        } catch {
            return error
        }
    }

    private func refuseIdle(_ chosen: [Assignment]) throws(OptionProblem) {
        // A list is of what the options would print.
        if command.idle.isEmpty || chosen.contains(where: asksForList) { return }
        let given = chosen.filter { $0.value != .isOn(false) }
        let typed = given.filter { if case .option = $0.origin { true } else { false } }.map {
            table.infos[$0.option].name
        }
        for rule in command.idle {
            guard let beside = given.first(where: { table.infos[$0.option].name == rule.option }),
                rule.isMet(by: table.infos[beside.option].meaning(of: beside.value.text)),
                let other = typed.first(where: rule.others.contains)
            else { continue }
            let shown = rule.values == nil ? nil : beside.value.text
            throw .exclusion("\(option: rule.option, shown) and \(option: other) cannot be used together")
        }
    }

    private func place(_ texts: [String], waived: Bool, in request: inout Request) throws(UsageError) {
        let operands = command.operands
        guard texts.count >= operands.minimum || waived else {
            let line = "\(tool) \(info.name) \(info.sample)"
            throw .missingOperand(operands.info(at: texts.count), line: info.sample.isEmpty ? nil : line)
        }
        if let maximum = operands.maximum, texts.count > maximum {
            throw .unexpectedOperands(Array(texts[maximum...]))
        }
        try operands.set(texts, &request)
    }
}

extension ValueError {
    /// Returns the same error, except for `-format`, which is parsed as `-f ormat`: then the error suggests two
    /// dashes.
    fileprivate func orMissingDash(_ assignment: Assignment, _ table: OptionTable) -> ValueError {
        guard case .option = assignment.origin, !assignment.spelling.hasPrefix("--") else { return self }
        let name = String(assignment.spelling.dropFirst().prefix { $0 != "=" && $0 != " " })
        guard name.count > 1, table[name] != nil else { return self }
        return ValueError(problem, suggestion: "--\(name)", offset: offset)
    }
}
