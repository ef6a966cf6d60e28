/// Valid, complete answers.
extension Answer {
    /// An answer with a body and its Content-Length, after `headers` (which may have another Content-Length).
    ///
    /// No Content-Length is added to 1xx, 204 and 304, for which HTTP has none.
    package static func response(
        status: Int = 200, reason: String? = nil, headers: [(String, String)] = [], body: [UInt8] = []
    ) -> Answer {
        .script([.send(head(status, reason: reason, headers: headers, length: body.count) + body)])
    }

    /// 200 with a JSON body.
    package static func json(_ body: String, status: Int = 200, headers: [(String, String)] = []) -> Answer {
        .json(Array(body.utf8), status: status, headers: headers)
    }

    /// 200 with a JSON body.
    package static func json(_ body: [UInt8], status: Int = 200, headers: [(String, String)] = []) -> Answer {
        .response(status: status, headers: [("Content-Type", "application/json")] + headers, body: body)
    }

    /// A status with a body, empty unless given.
    package static func status(_ status: Int, headers: [(String, String)] = [], body: String = "") -> Answer {
        .response(status: status, headers: headers, body: Array(body.utf8))
    }

    /// A redirect.
    package static func redirect(to location: String, status: Int = 302) -> Answer {
        .status(status, headers: [("Location", location)])
    }

    /// A complete body in chunks (chunked transfer coding), one send each.
    package static func chunked(
        _ chunks: [[UInt8]], headers: [(String, String)] = [], every pause: Duration = .zero
    ) -> Answer {
        var steps: [Step] = [
            .send(head(200, reason: nil, headers: [("Transfer-Encoding", "chunked")] + headers, length: nil))
        ]
        for chunk in chunks where !chunk.isEmpty {
            if pause > .zero { steps.append(.wait(pause)) }
            steps.append(.send(Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]))
        }
        return .script(steps + [.send(Array("0\r\n\r\n".utf8))])
    }

    /// A complete body that is sent slowly: its head at once, then pieces ten times a second.
    package static func slow(
        _ body: [UInt8], bytesPerSecond: Int, headers: [(String, String)] = []
    ) -> Answer {
        let size = max(bytesPerSecond / 10, 1)
        let pause = Duration.seconds(1) * size / max(bytesPerSecond, 1)
        return .script([
            .send(head(200, reason: nil, headers: headers, length: body.count)), .wait(pause),
            .trickle(body, size: size, every: pause),
        ])
    }

    /// The first line and the headers, ended by the empty line.
    ///
    /// Content-Length is left out when `length` is nil, the headers have one, or the status has no body.
    package static func head(
        _ status: Int, reason: String? = nil, headers: [(String, String)] = [], length: Int?
    ) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status) \(reason ?? reasonPhrase(status))"]
        lines += headers.map { "\($0): \($1)" }
        let bodyless = status < 200 || status == 204 || status == 304
        if let length, !bodyless, !headers.contains(where: { $0.0.lowercased() == "content-length" }) {
            lines.append("Content-Length: \(length)")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func reasonPhrase(_ status: Int) -> String {
        let known = [
            101: "Switching Protocols", 200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
            302: "Found", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
            400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 408: "Request Timeout",
            418: "I'm a teapot", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons",
            500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
        ]
        return known[status] ?? "Status \(status)"
    }
}
