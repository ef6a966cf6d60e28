import CommandLineKit
import Markets
import Rendering

/// `--generate catalog`: the commands, options, fields, formats, providers and exit codes as one JSON document, for
/// programs that write command lines.
struct Catalog {
    let reference: ToolReference
    let commands: [any CommandRequest.Type]
    let table: ProviderTable
    private var tool: ToolInfo { reference.tool }

    /// The document as text.
    var text: String { document.text }

    private var document: JSONDocument {
        [
            "tool": .text(tool.name), "version": .text(CryptoTool.version), "overview": .text(tool.overview),
            "examples": list(tool.examples, of: example), "commands": .list(zip(tool.commands, commands).map(command)),
            "options": list(reference.options) { option($0, of: nil) },
            "formats": JSONDocument(FormatName.allCases.map(\.rawValue)),
            "values": definitions(reference.values, term: "name"),
            "providers": list(ProviderJob.allCases) { job in
                [
                    "job": .text(job.rawValue),
                    "default_chain": JSONDocument(table.defaults(for: job, of: job.kind).map(\.name)),
                    "providers": list(ProviderChoice(for: job, in: table).providers, of: provider),
                ]
            },
            "exit_codes": definitions(reference.exitCodes, term: "code"),
            "variables": definitions(reference.variables, term: "name"),
            "files": definitions(reference.files, term: "path"),
        ]
    }

    private func command(_ command: CommandInfo, _ request: any CommandRequest.Type) -> JSONDocument {
        [
            "name": .text(command.name), "overview": .text(command.overview), "discussion": .text(command.discussion),
            "operands": list(command.operands, of: operand),
            "options": list(command.options) { option($0, of: command) },
            "fields": list(request.views.fields, of: field), "default_fields": JSONDocument(request.views.defaults),
            "other_rows": list(request.views.others, of: otherRows),
            "providers": JSONDocument(request.providers(in: table).map(\.name)),
            "examples": list(command.examples, of: example),
        ]
    }

    private func operand(_ operand: OperandInfo) -> JSONDocument {
        [
            "name": .text(operand.name), "help": .text(operand.help), "optional": .boolean(operand.isOptional),
            "repeats": .boolean(operand.repeats),
        ]
    }

    /// An option of a command; those of the tool, such as `--generate`, are of none.
    private func option(_ option: OptionInfo, of command: CommandInfo?) -> JSONDocument {
        [
            "name": .text(option.longForm), "letter": JSONDocument(option.short.map { "-\($0)" }),
            "value": JSONDocument(option.valueName), "list": .boolean(option.isList),
            "choices": list(option.choices) { ["name": .text($0.name), "help": .text($0.help)] },
            "default": JSONDocument(option.defaultText), "help": .text(option.help),
            "details": JSONDocument(option.details),
            "negations": JSONDocument(negations(of: option, command)),
            "same_as": JSONDocument(option.shorthand.map { "--\($0.option) \($0.value)" }),
            "variable": JSONDocument(command.flatMap { option.variable(tool: tool.name, command: $0.name) }),
            "of_every_command": .boolean(option.section == .common),
        ]
    }

    /// The names that turn a switch off, without those of other options: --config is no negation of --no-config.
    private func negations(of option: OptionInfo, _ command: CommandInfo?) -> [String] {
        let names = command?.options.map(\.name) ?? []
        return option.negations.filter { !names.contains($0) }.map { "--\($0)" }
    }

    private func field(_ field: Field<Never>) -> JSONDocument {
        ["name": .text(field.name), "type": .text(field.type.rawValue), "help": .text(field.help)]
    }

    private func otherRows(_ view: View) -> JSONDocument {
        [
            "with": JSONDocument(view.when.map { "--\($0)" }), "default_fields": JSONDocument(view.names),
            // Null where only the default fields differ.
            "fields": view.otherFields.map { list($0, of: field) } ?? .null,
        ]
    }

    private func provider(_ provider: Provider) -> JSONDocument {
        [
            "name": .text(provider.name), "summary": .text(provider.summary), "key": .text(provider.key.rawValue),
            "key_variable": JSONDocument(provider.key == .none ? nil : provider.keyVariable),
            "only_named": .boolean(provider.isOnlyNamed), "limits": .text(provider.limits),
        ]
    }

    private func example(_ example: Example) -> JSONDocument {
        ["line": .text(example.line), "shows": .text(example.shows)]
    }

    private func definitions(_ definitions: [(term: String, meaning: String)], term: String) -> JSONDocument {
        list(definitions) {
            .object([(name: term, value: .text($0.term)), (name: "meaning", value: .text($0.meaning))])
        }
    }

    private func list<Element>(_ elements: [Element], of document: (Element) -> JSONDocument) -> JSONDocument {
        .list(elements.map(document))
    }
}
