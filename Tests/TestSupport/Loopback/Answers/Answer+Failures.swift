/// Answers of faulty servers.
extension Answer {
    /// No byte, until the client disconnects.
    package static let never = Answer.script([.waitUntilClientLeaves])

    /// No byte; the connection is closed or reset at once.
    package static func disconnect(_ ending: Ending = .close) -> Answer {
        .script([], then: ending)
    }

    /// Exactly these bytes, head included.
    package static func raw(_ bytes: [UInt8], then ending: Ending = .close) -> Answer {
        .script([.send(bytes)], then: ending)
    }

    /// Exactly this text, head included; write its line ends as `\r\n`.
    package static func raw(_ text: String, then ending: Ending = .close) -> Answer {
        .raw(Array(text.utf8), then: ending)
    }

    /// A head that announces the whole body, but only the first bytes of the body. Before a reset there is a short
    /// wait, so that the bytes arrive.
    package static func cut(
        _ body: [UInt8], after count: Int, headers: [(String, String)] = [], then ending: Ending = .close
    ) -> Answer {
        let start = Step.send(head(200, reason: nil, headers: headers, length: body.count) + body.prefix(count))
        return .script(ending == .reset ? [start, .wait(.milliseconds(50))] : [start], then: ending)
    }

    /// The head and the first bytes of the body, then nothing until the client disconnects.
    package static func stalled(_ body: [UInt8], after count: Int, headers: [(String, String)] = []) -> Answer {
        .script([
            .send(head(200, reason: nil, headers: headers, length: body.count) + body.prefix(count)),
            .waitUntilClientLeaves,
        ])
    }

    /// A body of `megabytes` × 1,048,576 spaces, with its length announced or, if not `announced`, ended by the close.
    package static func large(megabytes: Int, announced: Bool = true, headers: [(String, String)] = []) -> Answer {
        let head = head(200, reason: nil, headers: headers, length: announced ? megabytes << 20 : nil)
        return .script(
            [.send(head), .sendRepeatedly(spaces, times: megabytes * 16)], then: announced ? .keepAlive : .close)
    }

    /// An endless body of spaces, without an announced length or in chunks.
    package static func endless(chunked: Bool = false, headers: [(String, String)] = []) -> Answer {
        let coding = chunked ? [("Transfer-Encoding", "chunked")] : []
        let piece = chunked ? Array("10000\r\n".utf8) + spaces + [13, 10] : spaces
        return .script([
            .send(head(200, reason: nil, headers: coding + headers, length: nil)), .sendRepeatedly(piece, times: nil),
        ])
    }

    /// Endless header lines.
    package static let endlessHeaders = Answer.script([
        .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
        .sendRepeatedly(Array("X-Filler: 0123456789abcdef0123456789abcdef\r\n".utf8), times: nil),
    ])

    private static let spaces = [UInt8](repeating: 0x20, count: 65536)
}
