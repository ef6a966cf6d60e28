import Platform

/// Parses the arguments, variables and settings of a command into its request.
package struct CommandParser<Request: Sendable>: Sendable {
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
        (self.command, self.tool) = (command, tool)
        table = OptionTable(command.infos)
        self.siblings = siblings
    }

    /// Returns what the arguments after the command's name and the variables say, before the settings are known, or the
    /// requested help page. Throws `UsageError`.
    package func read(
        _ arguments: [String], variables: [String: String] = [:]
    ) throws(UsageError) -> ParseOutcome<GivenValues<Request>> {
        let line = ArgumentLexer(
            arguments,
            UnknownOption(table: table, tool: tool, command: { [command] in command.info }, siblings: siblings))
        if let length = line.help { return .help(length) }
        if line.asksForVersion { return .version(isDetailed: line.isVerbose) }
        if let problem = line.problem { throw problem }
        let chosen = try chosen(line.assignments, variables: variables, settings: [])
        return .run(
            GivenValues(
                request: try request(of: chosen), origins: ValueOrigins(chosen, command.options), parser: self,
                line: line, variables: variables))
    }

    /// Returns the request made of the values, without those of lower sources that others exclude: they have no effect.
    /// Throws the problem of values that are left.
    fileprivate func resolved(
        _ chosen: [Assignment], _ operands: [String]
    ) throws(UsageError) -> (request: Request, origins: ValueOrigins) {
        var left = chosen
        var gone: Set<String> = []
        while true {
            let isOfLists = left.contains(where: asksForList)
            // A list is not of rows, which have the format of the file.
            let all = isOfLists ? left : completed(left)
            let origins = ValueOrigins(all, command.options)
            var request = try request(of: all)
            if !operands.isEmpty, all.contains(where: hasRowsOfItsOwn) { throw .unexpectedOperands(operands) }
            try place(operands, waived: waivesOperands(all), in: &request)
            let problems = problems(in: &request, of: all, isOfLists: isOfLists)
            guard let first = problems.first else { return (request, origins) }
            let losers = problems.lazy.map { $0.losers(origins, gone: gone) }.first { !$0.isEmpty } ?? []
            let rest = left.filter { !losers.contains(table.infos[$0.option].name) }
            guard rest.count < left.count else { throw .conflict(first, origins) }
            gone.formUnion(losers)
            left = rest
        }
    }

    private func request(of chosen: [Assignment]) throws(UsageError) -> Request {
        var request = command.make()
        for assignment in chosen { try apply(assignment, to: &request) }
        return request
    }

    private func apply(_ assignment: Assignment, to request: inout Request) throws(UsageError) {
        try translating(command.options[assignment.option].set(assignment.value, &request)) { (error: ValueError) in
            UsageError.badValue(
                assignment.value.text ?? "", origin: assignment.origin, error: error.orMissingDash(assignment, table))
        }
    }

    private func waivesOperands(_ chosen: [Assignment]) -> Bool {
        chosen.contains { assignment in
            switch table.infos[assignment.option].operandWaiver {
            case .always: assignment.value != .isOn(false)
            case .instead, .value: asksForList(assignment) || hasRowsOfItsOwn(assignment)
            case nil: false
            }
        }
    }

    /// Whether an option such as `--provider check` prints rows for which no operands are taken.
    private func hasRowsOfItsOwn(_ assignment: Assignment) -> Bool {
        guard case .value(_, let word?) = table.infos[assignment.option].operandWaiver,
            case .text(let text) = assignment.value
        else { return false }
        return text == word || text.hasPrefix(word + ":")
    }

    /// Whether an option such as `--fields help` or `--schema` asks for something in place of the command's rows.
    private func asksForList(_ assignment: Assignment) -> Bool {
        switch table.infos[assignment.option].operandWaiver {
        case .value(let value, _): assignment.value == .text(value)
        case .instead: assignment.value != .isOn(false)
        case .always, nil: false
        }
    }

    /// Returns why the options cannot be used together. What has no effect comes last, because all other messages say
    /// more.
    private func problems(
        in request: inout Request, of chosen: [Assignment], isOfLists: Bool
    ) -> [OptionProblem] {
        let check = RuleCheck(chosen, table, isOfLists: isOfLists)
        var problems = check.problems(.excludes) + check.problems(.needs)
        do throws(OptionProblem) {
            try command.validate(&request)
        } catch {
            problems.append(error)
        }
        return problems + check.problems(.silences)
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

/// What the arguments and the variables of a command say, before its settings are known.
package struct GivenValues<Request>: Sendable where Request: Sendable {
    /// The request made of them. It has no operands and is not checked: the settings may decide otherwise.
    package let request: Request
    /// The origins of its values.
    package let origins: ValueOrigins
    fileprivate let parser: CommandParser<Request>
    fileprivate let line: ArgumentLexer
    fileprivate let variables: [String: String]

    /// Returns the whole request, checked, and the origins of its values.
    ///
    /// A value comes from the command line, otherwise from the variables, otherwise from the settings (the later of two
    /// settings), otherwise it is the default of the request. Overridden values are not parsed. Of values that exclude
    /// each other those of the first source count. Throws `UsageError`.
    package func with(_ settings: [Setting]) throws(UsageError) -> (request: Request, origins: ValueOrigins) {
        let chosen = try parser.chosen(line.assignments, variables: variables, settings: settings)
        return try parser.resolved(chosen, line.operands)
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
