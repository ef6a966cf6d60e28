import TestSupport
import Testing

/// The requests that the server of a case file expects, and its answers.
extension CaseFile {
    /// Returns the exchange of a setting; nil if it is none. `isLasting` is set if it answers for the rest of the file.
    func exchange(_ words: [String], _ content: [String], _ line: Int) throws -> (Exchange, isLasting: Bool)? {
        guard let kind = words.first, ["GET", "WS"].contains(kind) else { return nil }
        guard words.count > 1 else { throw CaseError(line: line, "names no path") }
        let options = words.dropFirst(2)
        let place = SourceLocation(
            fileID: "Tests/\(name)", filePath: "\(Self.root)/\(name)", line: line, column: 1)
        let target = Self.halves(of: words[1], at: "?")
        let items = (target.second ?? "").split(separator: "&").map { item -> QueryItem in
            let (name, value) = Self.halves(of: item, at: "=")
            return QueryItem(Self.decoded(name), Self.decoded(value ?? ""))
        }
        let query: RequestMatcher.Query =
            target.second == "" ? .none : options.contains("exactly") ? .exactly(items) : .containing(items)
        var (times, isLasting) = (Exchange.Times.exactly(1), false)
        for option in options where option != "exactly" {
            switch (option, option.first == "x" ? Int(option.dropFirst()) : nil) {
            case ("any", _): times = .any
            case ("always", _): (times, isLasting) = (.any, true)
            case (_, let count?): times = .exactly(count)
            default: throw CaseError(line: line, "has an option that is not known: \(option)")
            }
        }
        // Any path.
        let path = target.first == "*" ? nil : target.first
        var (content, headers) = (content[...], [String: RequestMatcher.Header]())
        while kind == "GET", let first = content.first, first.hasPrefix("> ") || first.hasPrefix("! ") {
            let (name, value) = Self.halves(of: first.dropFirst(2), at: ":")
            let wanted = value.map { RequestMatcher.Header.value(String($0.drop { $0 == " " })) } ?? .present
            headers[name] = first.hasPrefix("!") ? .absent : wanted
            content.removeFirst()
        }
        let exchange =
            kind == "GET"
            ? Exchange.request(
                "GET", path, query: query, headers: headers, times: times, answer: try answer(content, line),
                sourceLocation: place)
            : Exchange.webSocket(
                path, query: query, times: times, sourceLocation: place,
                script: try script(content, line, place))
        return (exchange, isLasting)
    }

    private static func halves(of text: some StringProtocol, at mark: Character) -> (first: String, second: String?) {
        guard let place = text.firstIndex(of: mark) else { return (String(text), nil) }
        return (String(text[..<place]), String(text[text.index(after: place)...]))
    }

    /// Returns a part of a query without percent-encoding.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of `< FILE`: beside the case, of another provider (`okx/ticker.json`), or a recording
    /// (`recordings/okx/ticker.json`).
    private func bytes(of path: String) throws -> [UInt8] {
        if path.hasPrefix("recordings/") { return try Recordings.bytes(String(path.dropFirst(11))) }
        let directory = name.split(separator: "/").dropLast().joined(separator: "/")
        return try Files.bytes("\(Self.root)/\(path.contains("/") ? "Providers" : directory)/\(path)")
    }

    /// `HTTP 404`, header lines and an empty line may stand before the body. `< FILE` is the body in a file.
    private func answer(_ content: ArraySlice<String>, _ line: Int) throws -> Answer {
        var content = content
        var (status, headers): (Int, [(String, String)]) = (200, [("Content-Type", "application/json")])
        if let first = content.first, first.hasPrefix("HTTP ") {
            content.removeFirst()
            switch first.dropFirst(5) {
            case "never": return .never
            case "closed": return .disconnect()
            case "reset": return .disconnect(.reset)
            case let text:
                guard let code = Int(text) else { throw CaseError(line: line + 1, "has no status") }
                status = code
            }
            while let header = content.popFirst(), !header.isEmpty {
                let (name, value) = Self.halves(of: header, at: ":")
                guard let value else { throw CaseError(line: line, "has a header without a colon: \(header)") }
                headers.removeAll { $0.0 == name }
                headers.append((name, String(value.drop { $0 == " " })))
            }
        }
        if content.count == 1, let first = content.first, first.hasPrefix("< ") {
            return .response(status: status, headers: headers, body: try bytes(of: String(first.dropFirst(2))))
        }
        return .response(status: status, headers: headers, body: Array(content.joined(separator: "\n").utf8))
    }

    /// A step of a connection.
    private enum Move {
        case expect([String])
        case send([String])
        case ping
        case close(UInt16)
        case drop
        case reset
    }

    /// The messages that a step sends: `< TEXT`, `<@ FILE` as one, `<< FILE` line by line, and `<< FILE N` or
    /// `<< FILE N-M` some lines of it; nil for another step.
    func messages(of step: String) throws -> [String]? {
        let (word, rest) = Self.halves(of: step, at: " ")
        guard let rest else { return nil }
        switch word {
        case "<": return [rest]
        case "<@": return [String(decoding: try bytes(of: rest), as: UTF8.self)]
        case "<<":
            let (path, places) = Self.halves(of: rest, at: " ")
            let lines = String(decoding: try bytes(of: path), as: UTF8.self).split(separator: "\n").map(String.init)
            let ends = places?.split(separator: "-").compactMap { Int($0) } ?? [1, lines.count]
            return Array(lines[(ends[0] - 1)..<ends[ends.count - 1]])
        default: return nil
        }
    }

    /// The script of a connection: `> TEXT` is expected, or one of several texts with ` ¦ ` between them. Messages that
    /// follow each other are sent in one piece. `ping` waits for the pong. Then `close CODE`, `drop` or `reset`, or the
    /// client has to leave.
    private func script(
        _ content: ArraySlice<String>, _ line: Int, _ place: SourceLocation
    ) throws -> WebSocketScript {
        var moves: [Move] = []
        for text in content {
            if let texts = try messages(of: text) {
                if case .send(let before) = moves.last {
                    moves[moves.count - 1] = .send(before + texts)
                } else {
                    moves.append(.send(texts))
                }
                continue
            }
            let (word, rest) = Self.halves(of: text, at: " ")
            switch (word, rest) {
            case (">", let text?): moves.append(.expect(text.split(separator: " ¦ ").map(String.init)))
            case ("ping", nil): moves.append(.ping)
            case ("close", let code?): moves.append(.close(UInt16(code) ?? 1000))
            case ("drop", nil): moves.append(.drop)
            case ("reset", nil): moves.append(.reset)
            default: throw CaseError(line: line, "has a step that is not known: \(text)")
            }
        }
        return { [moves] peer in
            for move in moves {
                switch move {
                case .expect(let texts):
                    let what = "“\(texts.joined(separator: "” or “"))”"
                    try peer.expectText(what, sourceLocation: place) { texts.contains($0) }
                case .send(let texts): try peer.send(texts: texts)
                case .ping:
                    try peer.send(.ping())
                    try peer.expectPong(sourceLocation: place)
                case .close(let code): return try peer.close(code)
                case .drop: try peer.drop()
                case .reset:
                    // A reset does not lose data that was read.
                    try peer.send(.ping([7]))
                    while let frame = try peer.receive(), frame.opcode != 10 {}
                    try peer.reset()
                }
            }
            try peer.expectLeave()
        }
    }
}
