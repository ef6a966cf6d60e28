#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import MarketProviders
import AirQuality
@testable import CryptoCLI
import Markets
import Platform
import TestSupport
import Testing

/// Runs the commands of a case file in this process, one after another, in one home directory.
struct CaseRun {
    private let file: CaseFile
    private let home: TemporaryDirectory
    private let time: VirtualTime
    private var server: LoopbackServer?
    private var variables: [String: String]
    /// The settings of variables as they are written, which may name the server.
    private var settings: [(name: String, value: String)] = []
    private var columns: Int?
    private var input: [UInt8] = []
    /// When the next command begins.
    private var moment: Timestamp
    /// Whether the wall clock shows this moment until the command ends.
    private var isStopped = false

    /// Returns the file as it would be written by what the commands print now.
    static func text(of file: CaseFile) async throws -> String {
        try await withTemporaryDirectory { home in
            try await withVirtualTime { time in
                var run = CaseRun(file, home, time)
                var lines: [String] = []
                for (steps, exchanges) in try file.parts {
                    guard !exchanges.isEmpty else {
                        lines += try await run.lines(of: steps)
                        continue
                    }
                    lines += try await withLoopbackServer(exchanges) { server in
                        run.use(server)
                        return try await run.lines(of: steps)
                    }
                }
                return lines.map { $0 + "\n" }.joined()
            }
        }
    }

    private init(_ file: CaseFile, _ home: TemporaryDirectory, _ time: VirtualTime) {
        (self.file, self.home, self.time) = (file, home, time)
        variables = ["HOME": home.path]
        moment = time.now
    }

    /// Makes the server that of all providers. Variables that the file sets are kept.
    private mutating func use(_ server: LoopbackServer) {
        let old = self.server
        self.server = server
        func set(_ name: String, _ url: String, before: String?) {
            if variables[name] == nil || variables[name] == before { variables[name] = url }
        }
        let prices = ProviderTable.markets.prices.filter { !$0.host.isEmpty }
        let streams = prices.filter { $0.jobs.contains(.watch) }.map(\.name) + ["city-ws"]
        let air = ProviderTable.airQuality.air.filter { !$0.host.isEmpty }.map(\.name)
        for name in prices.map(\.name) + air + ["open-meteo-geocoding"] {
            set("CRYPTO_\(name.uppercased().replacing("-", with: "_"))_URL", server.url, before: old?.url)
        }
        for name in streams {
            let name = "CRYPTO_\(name.uppercased().replacing("-", with: "_"))_WS_URL"
            set(name, server.webSocketURL, before: old?.webSocketURL)
        }
        for setting in settings { variables[setting.name] = expanded(setting.value) }
    }

    /// Returns a text with the values of `$HOME`, `$SERVER` and `$HOST`.
    private func expanded(_ text: String) -> String {
        (try? ShellWords("\"\(text)\"", places).words.first) ?? text
    }

    private mutating func lines(of steps: [CaseFile.Step]) async throws -> [String] {
        var lines: [String] = []
        for step in steps {
            switch step {
            case .remark(let line): lines.append(line)
            case .setting(let words, let content, let line):
                lines.append(file.lines[line - 1])
                lines += file.lines[line..<(line + content.count)]
                try set(words, content, line)
            case .command(let command, let line):
                lines.append("$ \(command)")
                lines += try await result(of: command, line)
            }
        }
        return lines
    }

    private mutating func set(_ words: [String], _ content: [String], _ line: Int) throws {
        let text = content.map { $0 + "\n" }.joined()
        if let equals = words.first?.firstIndex(of: "="), let word = words.first {
            let (name, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
            settings.append((name, value))
            variables[name] = expanded(value)
            return
        }
        switch (words.first, words.dropFirst().first) {
        case ("columns", let count): columns = count.flatMap { Int($0) }
        case ("file", let path?): try home.write(text, to: path)
        case ("stdin", nil): input = Array(text.utf8)
        case ("wait", let seconds?): moment = moment.advanced(bySeconds: Int64(seconds) ?? 0)
        case ("time", let moment?):
            guard let start = Timestamp(rfc3339: moment) else { throw CaseError(line: line, "is no moment: \(moment)") }
            (self.moment, isStopped) = (start, words.last == "stopped")
        case ("GET", _?), ("WS", _?): break
        default: throw CaseError(line: line, "sets what is not known: \(words.joined(separator: " "))")
        }
    }

    /// The values of `$HOME` and `$SERVER` in a command line.
    private var places: [String: String] {
        let url = server?.url ?? ""
        return ["HOME": home.path, "SERVER": url, "HOST": String(url.dropFirst("http://".count))]
    }

    private mutating func result(of command: String, _ line: Int) async throws -> [String] {
        var commands = try ShellWords(command, places).commands
        if commands.count == 2, commands[0].first == "printf", commands[0].count == 2 {
            input = Array(commands[0][1].replacing("\\n", with: "\n").utf8)
            commands.removeFirst()
        }
        var (words, variables) = (commands[0][...], variables)
        while let word = words.first, let equals = word.firstIndex(of: "="), !word[..<equals].contains("-") {
            variables[String(word[..<equals])] = String(word[word.index(after: equals)...])
            words.removeFirst()
        }
        guard commands.count == 1, let name = words.popFirst() else {
            throw CaseError(line: line, "has more than one command")
        }
        switch name {
        case "crypto":
            let typed = CryptoCLITests.input(input)
            input = []
            var clock = time.source(from: moment)
            if isStopped { clock.now = { [moment] in moment } }
            let run = await runTool(Array(words), variables, columns: columns, time: clock, input: typed)
            return shown(CaseResult(output: run.output, errors: run.allErrors, status: run.status.number))
        case "cat":
            let texts = try words.map { String(decoding: try Files.bytes($0), as: UTF8.self) }
            return shown(CaseResult(output: texts.joined(), errors: "", status: 0))
        case "rm":
            for path in words { guard remove(path) == 0 else { throw CaseError(line: line, "cannot remove \(path)") } }
            return []
        case "ls":
            let names = Files.names(in: words.last ?? home.path).sorted()
            return shown(CaseResult(output: names.map { $0 + "\n" }.joined(), errors: "", status: 0))
        default: throw CaseError(line: line, "runs none of crypto, cat, ls and rm")
        }
    }

    /// Returns the lines of a result, in which the places of this run have their names again.
    private func shown(_ result: CaseResult) -> [String] {
        result.lines.map { line in
            // The URL of the server contains its host.
            ["HOME", "SERVER", "HOST"].reduce(line) { line, name in
                let place = places[name] ?? ""
                return place.isEmpty ? line : line.replacing(place, with: "$\(name)")
            }
        }
    }
}

extension CaseFile {
    /// The steps of the file in parts, and the exchanges of each. A part begins with a request after a command: the
    /// server before it ends then, and has to have been asked everything.
    fileprivate var parts: [([Step], [Exchange])] {
        get throws {
            var parts: [([Step], [Exchange])] = [([], [])]
            var (lasting, hasCommands): ([Exchange], Bool) = ([], false)
            for step in try steps {
                if case .setting(let words, let content, let line) = step,
                    let (exchange, isLasting) = try exchange(words, content, line)
                {
                    if hasCommands { parts.append(([], lasting)) }
                    hasCommands = false
                    if isLasting { lasting.append(exchange) }
                    parts[parts.count - 1].1.append(exchange)
                }
                if case .command = step { hasCommands = true }
                parts[parts.count - 1].0.append(step)
            }
            return parts
        }
    }
}
