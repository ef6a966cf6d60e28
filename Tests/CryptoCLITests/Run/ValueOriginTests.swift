import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

/// An invalid value of an option, and its origin.
struct BadValue: Sendable, CustomTestStringConvertible {
    enum Place: Sendable, CaseIterable {
        case commandLine, variable, file
    }

    let command: String
    let option: OptionInfo
    let place: Place

    var testDescription: String { "\(command) \(option.longForm) by \(place)" }
}

@Suite("An error in a value names the option, the variable, or the file and line of the value")
struct ValueOriginTests {
    /// Invalid values of options; the other options get `x`.
    private static let values = [
        "fields": "nosuch", "template": "{", "if": "nosuch >", "currency": "S!", "provider": "nosuch",
        "until": "nosuch >", "when": "nosuch >", "config": "/nowhere/config", "exec": "", "search": "", "output": "",
        "append": "rows.xls", "favorites-file": "-",
        "record": "/dev/null", "replay": "/dev/null",
    ]

    /// Options that accept any value.
    private static let free = ["search", "exec", "output"]

    private static let lines = [
        "list": ["list"], "price": ["price", "BTC"], "convert": ["convert", "1", "BTC", "SEK"],
        "watch": ["watch", "BTC"], "aqi": ["aqi", "Delhi"],
    ]

    static let badValues: [BadValue] = CryptoTool.reference.tool.commands.flatMap { command in
        command.options.filter { !["help", "version"].contains($0.name) }.flatMap { option in
            BadValue.Place.allCases.filter { place in
                switch place {
                case .commandLine: true
                case .variable: !option.isCommandLineOnly && !free.contains(option.name)
                case .file: !option.isCommandLineOnly && !["config", "no-config"].contains(option.name)
                }
            }.map { BadValue(command: command.name, option: option, place: $0) }
        }
    }

    @Test(arguments: badValues)
    func names(bad: BadValue) async throws {
        try await withTemporaryDirectory { home in
            let option = bad.option
            let value = option.isSwitch ? "yes" : Self.values[option.name] ?? "x"
            var arguments = try #require(Self.lines[bad.command])
            var variables = ["XDG_CONFIG_HOME": home.path]
            if bad.command == "aqi", option.name == "when" || option.name == "until" { arguments += ["--watch"] }
            if option.name == "when" { arguments += ["--exec", "true"] }
            if option.name != "provider" { variables["CRYPTO_PROVIDER"] = "sample" }
            let label: String
            switch bad.place {
            case .commandLine:
                arguments.append("\(option.longForm)=\(value)")
                label = option.isSwitch ? "'\(option.longForm)' takes no value" : "\(option.longForm): "
            case .variable:
                let name = try #require(option.variable(tool: "crypto", command: bad.command))
                variables[name] = value
                label = "\(name): "
            case .file:
                try home.write("# mine\n[\(bad.command)]\n\(option.longForm)=\(value)\n", to: "crypto/config")
                let line = "\(home.path("crypto/config")):3: "
                label = line + (option.isSwitch ? "'\(option.longForm)' takes no value" : "\(option.longForm): ")
            }
            let run = await runTool(arguments, variables)
            #expect(run.errors.hasPrefix("crypto: \(label)"), "\(run.errors)")
            let isCode = option.name == "currency"
            let isFile = bad.place == .file || option.name == "config"
            #expect(run.status == (isCode ? .unknownName : isFile ? .configuration : .usage), "\(run.status)")
            #expect(run.output.isEmpty)
        }
    }
}
