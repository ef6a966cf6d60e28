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
    private let server: LoopbackServer?
    private var variables: [String: String]
    private var columns: Int?
    private var input: [UInt8] = []
    private let clock = TestClock()

    /// Returns the file as it would be written by what the commands print now.
    static func text(of file: CaseFile) async throws -> String {
        let exchanges = try file.exchanges
        return try await withTemporaryDirectory { home in
            guard !exchanges.isEmpty else {
                var run = CaseRun(file, home, nil)
                return try await run.text()
            }
            return try await withLoopbackServer(exchanges) { server in
                var run = CaseRun(file, home, server)
                return try await run.text()
            }
        }
    }

    private init(_ file: CaseFile, _ home: TemporaryDirectory, _ server: LoopbackServer?) {
        (self.file, self.home, self.server) = (file, home, server)
        variables = ["HOME": home.path]
        if let server {
            for name in MarketProvider.all.map(\.name) + AirQualityProvider.all.map(\.name) {
                variables["CRYPTO_\(name.uppercased().replacing("-", with: "_"))_URL"] = server.url
            }
            variables["CRYPTO_GEOCODING_URL"] = server.url
        }
    }

    private mutating func text() async throws -> String {
        var lines: [String] = []
        for step in try file.steps {
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
        return lines.map { $0 + "\n" }.joined()
    }

    private mutating func set(_ words: [String], _ content: [String], _ line: Int) throws {
        let text = content.map { $0 + "\n" }.joined()
        if let equals = words.first?.firstIndex(of: "="), let word = words.first {
            let value = try ShellWords("\"\(word[word.index(after: equals)...])\"", places).words.first ?? ""
            variables[String(word[..<equals])] = value
            return
        }
        switch (words.first, words.dropFirst().first) {
        case ("columns", let count?): columns = Int(count)
        case ("file", let path?): try home.write(text, to: path)
        case ("stdin", nil): input = Array(text.utf8)
        case ("wait", let seconds?): clock.advance(by: .seconds(Int(seconds) ?? 0))
        case ("GET", _?): break
        default: throw CaseError(line: line, "sets what is not known: \(words.joined(separator: " "))")
        }
    }

    /// The values of `$HOME` and `$SERVER` in a command line.
    private var places: [String: String] {
        ["HOME": home.path, "SERVER": server?.url ?? ""]
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
            let run = await runTool(
                Array(words), variables, columns: columns, time: clock.source, input: typed)
            return shown(CaseResult(output: run.output, errors: run.allErrors, status: run.status.number))
        case "cat":
            let texts = try words.map { String(decoding: try Files.bytes($0), as: UTF8.self) }
            return shown(CaseResult(output: texts.joined(), errors: "", status: 0))
        case "ls":
            let names = Files.names(in: words.last ?? home.path).sorted()
            return shown(CaseResult(output: names.map { $0 + "\n" }.joined(), errors: "", status: 0))
        default: throw CaseError(line: line, "runs neither crypto nor cat nor ls")
        }
    }

    /// Returns the lines of a result, in which the places of this run have their names again.
    private func shown(_ result: CaseResult) -> [String] {
        result.lines.map { line in
            places.reduce(line) { line, place in
                place.value.isEmpty ? line : line.replacing(place.value, with: "$\(place.key)")
            }
        }
    }
}

// MARK: - Answers

extension CaseFile {
    /// The requests that the server of the file expects, and their answers.
    fileprivate var exchanges: [Exchange] {
        get throws {
            try steps.compactMap { step in
                guard case .setting(let words, let content, let line) = step, words[0] == "GET" else { return nil }
                guard words.count > 1 else { throw CaseError(line: line, "names no path") }
                let target = Self.halves(of: words[1], at: "?")
                let items = (target.second ?? "").split(separator: "&").map { item -> QueryItem in
                    let (name, value) = Self.halves(of: item, at: "=")
                    return QueryItem(name, value ?? "")
                }
                let times: Exchange.Times =
                    words.count < 3 ? 1 : words[2] == "any" ? .any : .exactly(Int(words[2].dropFirst()) ?? 1)
                return Exchange.get(
                    target.first, query: .containing(items), times: times, answer: try answer(content, line))
            }
        }
    }

    private static func halves(of text: some StringProtocol, at mark: Character) -> (first: String, second: String?) {
        guard let place = text.firstIndex(of: mark) else { return (String(text), nil) }
        return (String(text[..<place]), String(text[text.index(after: place)...]))
    }

    /// `HTTP 404`, header lines and an empty line may stand before the body. `< FILE` is a file of `Tests/Cases`.
    private func answer(_ content: [String], _ line: Int) throws -> Answer {
        var content = content[...]
        var (status, headers): (Int, [(String, String)]) = (200, [("Content-Type", "application/json")])
        if let first = content.first, first.hasPrefix("HTTP ") {
            guard let code = Int(first.dropFirst(5)) else { throw CaseError(line: line + 1, "has no status") }
            status = code
            content.removeFirst()
            while let header = content.popFirst(), !header.isEmpty {
                let parts = header.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
                guard parts.count == 2 else { throw CaseError(line: line, "has a header without a colon: \(header)") }
                headers.append((String(parts[0]), String(parts[1])))
            }
        }
        if content.count == 1, let first = content.first, first.hasPrefix("< ") {
            let path = String(first.dropFirst(2))
            return .response(status: status, headers: headers, body: try Files.bytes("\(Self.root)/\(path)"))
        }
        return .response(status: status, headers: headers, body: Array(content.joined(separator: "\n").utf8))
    }
}
