import CommandLineKit
import Platform

/// The config file: one option per line, as on the command line; `[list]` begins the lines of one command.
struct ConfigFile {
    /// A line that sets an option, and the command of its section; nil above the first section.
    private typealias Line = (setting: Setting, command: String?)

    private let lines: [Line]

    /// Reads the config file that the options and variables name. Returns nil for `--no-config`, or if there is none.
    ///
    /// A file named by `--config` must exist, the default one need not.
    init?(_ common: CommonOptions, _ environment: Environment) throws(Failure) {
        guard !common.noConfig, let path = common.config ?? environment.configPath("config") else { return nil }
        guard let bytes = try FileBytes.ofUser(path) else {
            if common.config == nil { return nil }
            let problem = OptionProblem("config", "there is no file \(path.inQuotes)")
            throw Failure(.configuration, problem.text(common.origins))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.configuration, "\(path.harmless): not valid UTF-8")
        }
        lines = try Self.lines(of: text, path: path)
    }

    private static func lines(of text: String, path: String) throws(Failure) -> [Line] {
        var lines: [Line] = []
        var command: String?
        // Swift treats CR LF as one character that differs from a newline.
        let isEnd: (Character) -> Bool = { $0 == "\n" || $0 == "\r\n" }
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: isEnd).enumerated() {
            let line = String(raw.drop { $0 == " " || $0 == "\t" })
            let place = FileLine(path, index + 1)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.trimmingSpaces.hasSuffix("]") {
                let name = String(line.trimmingSpaces.dropFirst().dropLast()).trimmingSpaces
                let names = CryptoTool.commands.map { $0.name }
                guard names.contains(name) else {
                    let guess = Failure.suggestion(for: name, in: names)
                    throw Failure(.configuration, "\(place): unknown command \(name.inQuotes)\(guess)")
                }
                command = name
            } else {
                lines.append((try setting(line, at: place), command))
            }
        }
        return lines
    }

    /// `--name value`, `--name=value` or `--switch`; the value is the rest of the line, unchanged.
    private static func setting(_ line: String, at place: FileLine) throws(Failure) -> Setting {
        guard line.hasPrefix("--") else {
            throw Failure(.configuration, "\(place): \(line.inQuotes) is not an option; write '--name value'")
        }
        let name = line.dropFirst(2).prefix { $0 != "=" && $0 != " " && $0 != "\t" }
        let rest = line.dropFirst(2 + name.count)
        let value = rest.hasPrefix("=") ? rest.dropFirst() : rest.drop { $0 == " " || $0 == "\t" }
        let isSwitch = !rest.hasPrefix("=") && value.isEmpty
        return Setting(place, name: String(name), value: isSwitch ? nil : String(value))
    }

    /// Returns the settings of a command: those of its section, and those above all sections that are among its
    /// options. Throws for an option that no command has, in any section.
    func settings(for command: CommandInfo) throws(Failure) -> [Setting] {
        var settings: [Setting] = []
        for line in lines {
            try Self.checkName(of: line)
            if let section = line.command, section != command.name { continue }
            if line.command == nil, !command.hasOption(named: line.setting.name) { continue }
            settings.append(line.setting)
        }
        return settings
    }

    /// Options that choose the config file and so have no effect in it.
    private static let useless = ["config", "no-config"]

    private static func checkName(of line: Line) throws(Failure) {
        let setting = line.setting
        if useless.contains(setting.name) {
            throw Failure(.configuration, "\(setting.line): '--\(setting.name)' has no effect in the config file")
        }
        let commands = CryptoTool.info.commands
        guard !commands.contains(where: { $0.hasOption(named: setting.name) }) else { return }
        let able = commands.filter { line.command == nil || line.command == $0.name }
        let guess = Failure.suggestion(for: "--" + setting.name, in: able.flatMap(\.options).map(\.longForm))
        throw Failure(.configuration, "\(setting.line): unknown option '--\(setting.name.harmless)'\(guess)")
    }
}

extension CommandInfo {
    fileprivate func hasOption(named name: String) -> Bool {
        options.contains { option in
            option.name == name || (option.isSwitch && (name == "no-" + option.name || option.name == "no-" + name))
        }
    }
}

extension StringProtocol {
    /// The text without spaces, tabs and carriage returns at both ends.
    var trimmingSpaces: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
