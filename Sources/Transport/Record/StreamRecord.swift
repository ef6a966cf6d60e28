import JSONReader
import Platform

/// A WebSocket connection as a record has it.
///
/// Its file is lines of JSON. The first has the URL without its key, the time, and when the run began. Each other has a
/// time and one of: `opened`; a frame with its direction, opcode and payload, in base64 unless it is text; the status,
/// headers and body of a refusal; an error. A message of several frames is one line. A last line that was cut is
/// ignored.
struct StreamRecord: Sendable, Equatable {
    /// Something that happened on the connection.
    struct Step: Sendable, Equatable {
        var time: RecordTime
        var event: Event
    }

    /// The kinds of steps.
    enum Event: Sendable, Equatable {
        case opened
        case frame(isSent: Bool, WebSocketOpcode, [UInt8])
        case refused(status: Int, header: HTTPHeaders, body: [UInt8])
        /// A failure in words.
        case failed(String)
    }

    var url: String
    /// When the connection was requested.
    var began: RecordTime
    /// When the run began; nil if the file does not tell.
    var run: RecordTime?
    var steps: [Step]
}

// MARK: - Writing

extension StreamRecord {
    /// Returns the first line of a file.
    static func firstLine(url: String, began: RecordTime, run: RecordTime) -> [UInt8] {
        Array(#"{"url":\#(url.asJSON),"time":"\#(began.timestamp)","run":"\#(run.timestamp)"}"#.utf8) + [0x0A]
    }
}

extension StreamRecord.Step {
    /// The line of the step.
    var line: [UInt8] {
        var text = #"{"time":"\#(time.timestamp)","#
        switch event {
        case .opened: text += #""opened":true"#
        case .frame(let isSent, let opcode, let payload):
            text += #""direction":"\#(isSent ? "sent" : "received")","opcode":\#(opcode.rawValue),"#
            text += Self.payload(payload, isText: opcode == .text)
        case .refused(let status, let header, let body):
            text += #""status":\#(status),"headers":\#(header.har),"#
            text += Self.payload(body, isText: true)
        case .failed(let words): text += #""error":\#(words.asJSON)"#
        }
        return Array(text.utf8) + Array("}\n".utf8)
    }

    private static func payload(_ bytes: [UInt8], isText: Bool) -> String {
        if isText, let text = String(validating: bytes, as: UTF8.self) { return #""payload":\#(text.asJSON)"# }
        return #""payload":"\#(Base64.encode(bytes))","encoding":"base64""#
    }
}

// MARK: - Reading

extension StreamRecord {
    /// Reads a file; nil if not even the first line is complete. Throws `JSONError`, and `HARFault` for a missing or
    /// invalid member.
    init?(file bytes: [UInt8]) throws {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        // What follows the last line end was cut, or is nothing.
        lines.removeLast()
        guard let first = lines.first else { return nil }
        let line = try Self.line(Array(first))
        guard let url = line.url, let time = line.time else { throw HARFault("no URL and time in line 1") }
        self.init(url: url, began: time, run: line.run, steps: [])
        for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            guard let step = try Self.line(Array(line)).step else {
                throw HARFault("nothing known in line \(index + 1)")
            }
            steps.append(step)
        }
    }

    private enum Key: String, CaseIterable {
        case url, time, run, opened, direction, opcode, payload, encoding, status, headers, error
    }

    private static let keys = JSONKeys<Key>()

    /// Reads a line: the members of the first one, or a step.
    private static func line(
        _ bytes: [UInt8]
    ) throws -> (url: String?, time: RecordTime?, run: RecordTime?, step: Step?) {
        var (url, time, run) = (String?.none, RecordTime?.none, RecordTime?.none)
        var (isOpened, isSent, opcode, text, isBase64) = (false, false, Int64?.none, "", false)
        var (status, header, error) = (Int64?.none, HTTPHeaders(), String?.none)
        try JSONReader.read(bytes) { reader in
            try reader.readObject(keys) { key, reader in
                switch key {
                case .url: url = try reader.readString().makeString()
                case .time: time = try reader.readTime()
                case .run: run = try reader.readTime()
                case .opened: isOpened = try reader.readBool()
                case .direction: isSent = try reader.readString() == "sent"
                case .opcode: opcode = try reader.readMilliseconds()
                case .payload: text = try reader.readString().makeString()
                case .encoding: isBase64 = try reader.readString() == "base64"
                case .status: status = try reader.readMilliseconds()
                case .headers: header = try reader.readHeaders()
                case .error: error = try reader.readString().makeString()
                }
            }
        }
        guard let payload = isBase64 ? Base64.decode(text) : Array(text.utf8) else {
            throw HARFault("a payload that is not base64")
        }
        var event = isOpened ? Event.opened : nil
        if let opcode, let kind = UInt8(exactly: opcode).flatMap({ WebSocketOpcode(rawValue: $0) }) {
            event = .frame(isSent: isSent, kind, payload)
        } else if let status {
            event = .refused(status: Int(status), header: header, body: payload)
        } else if let error {
            event = .failed(error)
        }
        return (url, time, run, time.flatMap { time in event.map { Step(time: time, event: $0) } })
    }
}
