/// Reads a command's arguments, variables and settings into its request.
package struct CommandParser<Request>: Sendable {
    let command: Command<Request>
    /// The command without its request.
    package var info: CommandInfo { command.info }
    let tool: String
    private let siblings: [CommandInfo]

    /// A parser for the command of that tool, whose name its variables begin with; the siblings are the tool's
    /// commands, to say whose an option is that this one does not have.
    package init(_ command: Command<Request>, tool: String, siblings: [CommandInfo] = []) {
        self.command = command
        self.tool = tool
        self.siblings = siblings
    }

    /// The request that the arguments after the command's name make, or the page that was asked for instead.
    ///
    /// A value is taken from the command line, else from the variables, else from the settings (of two settings the
    /// later), else it stays the request's default. What a higher one overrides is not even read.
    package func parse(
        _ arguments: [String], variables: [String: String] = [:], settings: [Setting] = []
    ) throws(UsageError) -> ParseOutcome<Request> {
        let table = OptionTable(command.info.options)
        let line = lexed(arguments, table)
        if let length = line.help { return .help(length) }
        if line.asksForVersion { return .version }
        if let problem = line.problem { throw problem }
        let chosen = try sources(table).chosen(line.assignments, variables: variables, settings: settings)
        var request = command.make()
        for assignment in chosen { try apply(assignment, table, to: &request) }
        try place(line.operands, waived: waivesOperands(chosen, table), in: &request)
        try validate(&request)
        return .run(request)
    }

    /// Where the value of the option of that name comes from, nil where it is the default: for a mistake in a value that
    /// shows only when the whole request is there.
    package func origin(
        of option: String, _ arguments: [String], variables: [String: String], settings: [Setting]
    ) -> Origin? {
        let table = OptionTable(command.info.options)
        let line = lexed(arguments, table).assignments
        let chosen = try? sources(table).chosen(line, variables: variables, settings: settings)
        return chosen?.first { table.infos[$0.option].name == option }?.origin
    }

    private func sources(_ table: OptionTable) -> Sources {
        Sources(table: table, tool: tool, command: command.info.name)
    }

    private func lexed(_ arguments: [String], _ table: OptionTable) -> ArgumentLexer {
        ArgumentLexer(arguments, UnknownOption(table: table, tool: tool, command: command.info, siblings: siblings))
    }

    private func apply(
        _ assignment: Assignment, _ table: OptionTable, to request: inout Request
    ) throws(UsageError) {
        switch (command.options[assignment.option].effect, assignment.value) {
        case (.value(let set), .text(let text)):
            do throws(ValueError) {
                try set(text, &request)
            } catch {
                throw .badValue(
                    table.infos[assignment.option], text, origin: assignment.origin,
                    error.orMissingDash(assignment, table))
            }
        case (.toggle(let set), .isOn(let isOn)):
            set(isOn, &request)
        default:
            preconditionFailure("--\(table.infos[assignment.option].name) was given a value of another kind")
        }
    }

    private func waivesOperands(_ chosen: [Assignment], _ table: OptionTable) -> Bool {
        chosen.contains { assignment in
            switch table.infos[assignment.option].operandWaiver {
            case .always: assignment.value != .isOn(false)
            case .value(let value): assignment.value == .text(value)
            case nil: false
            }
        }
    }

    private func place(_ texts: [String], waived: Bool, in request: inout Request) throws(UsageError) {
        let operands = command.operands
        guard texts.count >= operands.minimum || waived else { throw .missingOperand(operands.info(at: texts.count)) }
        if let maximum = operands.maximum, texts.count > maximum {
            throw .unexpectedOperands(Array(texts[maximum...]))
        }
        do throws(OperandError) {
            try operands.set(texts, &request)
        } catch {
            throw .badOperand(operands.info(at: error.index)?.name ?? "", texts[error.index], error.error)
        }
    }

    private func validate(_ request: inout Request) throws(UsageError) {
        do throws(ValueError) {
            try command.validate(&request)
        } catch {
            throw UsageError(.conflict, problem: error.problem, suggestion: error.suggestion)
        }
    }
}

extension ValueError {
    /// The same error, but for `-format`, which reads as `-f ormat`: then one more dash was meant.
    fileprivate func orMissingDash(_ assignment: Assignment, _ table: OptionTable) -> ValueError {
        guard assignment.origin == .commandLine, !assignment.spelling.hasPrefix("--") else { return self }
        let name = String(assignment.spelling.dropFirst().prefix { $0 != "=" && $0 != " " })
        guard name.count > 1, table[name] != nil else { return self }
        return ValueError(problem, suggestion: "--\(name)", offset: offset)
    }
}
