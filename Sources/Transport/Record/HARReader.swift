import JSONReader
import Platform

/// The exchanges of a HAR file: one that `Recorder` wrote, or one that a browser exported.
struct HARReader {
    /// When the runs, or the visits of pages, began.
    private(set) var runs: [RecordTime] = []
    private(set) var exchanges: [HTTPExchange] = []
    /// The WebSocket connections, as Chrome exports them.
    private(set) var streams: [StreamRecord] = []

    /// The file, whose memory the bodies share.
    private let text: ArraySlice<UInt8>

    /// Reads a file. Throws `JSONError`, and `HARFault` for a missing or invalid member.
    init(_ bytes: [UInt8]) throws {
        // A browser may begin the file with a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        self.text = text
        try unsafe text.withUnsafeBufferPointer { unsafe try read($0) }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var isLog = false
        let pageKeys = JSONKeys("startedDateTime")
        unsafe try JSONReader.read(bytes) { reader in
            try reader.readObject(JSONKeys("log")) { _, reader in
                isLog = true
                try reader.readObject(Self.keys) { key, reader in
                    switch key {
                    case .pages:
                        try reader.readArray(upTo: .max) { reader in
                            try reader.readObject(pageKeys) { _, reader in runs.append(try reader.readTime()) }
                        }
                    case .entries: try reader.readArray(upTo: .max) { reader in try readEntry(&reader) }
                    default: break
                    }
                }
            }
        }
        guard isLog else { throw HARFault("no member 'log'") }
    }

    /// The keys of the objects of a log. No object has all of them.
    private enum Key: String, CaseIterable {
        case pages, entries
        case startedDateTime, time, request, response
        case messages = "_webSocketMessages"
        case method, url
        case status, headers, content
        case error = "_error"
        case text, encoding
        case type, opcode, data
    }
    private static let keys = JSONKeys<Key>()

    private mutating func readEntry(_ reader: inout JSONReader) throws {
        var (sent, milliseconds, method, url) = (RecordTime?.none, Int64(0), "", "")
        var outcome: HTTPExchange.Outcome?
        var messages: [StreamRecord.Step]?
        try reader.readObject(Self.keys) { key, reader in
            switch key {
            case .startedDateTime: sent = try reader.readTime()
            case .time: milliseconds = try reader.readMilliseconds()
            case .request:
                try reader.readObject(Self.keys) { key, reader in
                    if key == .method { method = try reader.readString().makeString() }
                    if key == .url { url = try reader.readString().makeString() }
                }
            case .response: outcome = try readResponse(&reader)
            case .messages: messages = try Self.readMessages(&reader)
            default: break
            }
        }
        guard let sent else { throw HARFault("an entry without 'startedDateTime'") }
        if url.hasPrefix("ws") {
            let steps = [StreamRecord.Step(time: sent, event: .opened)] + (messages ?? [])
            streams.append(StreamRecord(url: url, began: sent, steps: steps))
        } else if method == "GET", let outcome {
            exchanges.append(
                HTTPExchange(sent: sent, milliseconds: max(0, milliseconds), url: url, header: [], outcome: outcome))
        }
    }

    private func readResponse(_ reader: inout JSONReader) throws -> HTTPExchange.Outcome {
        var (status, header, body, error) = (0, HTTPHeaders(), RecordedBody.bytes([]), String?.none)
        try reader.readObject(Self.keys) { key, reader in
            switch key {
            case .status: status = Int(try reader.readMilliseconds())
            case .headers: header = try reader.readHeaders()
            case .content:
                var (json, isBase64) = (ArraySlice<UInt8>?.none, false)
                try reader.readObject(Self.keys) { key, reader in
                    guard try !reader.takeNull() else { return }
                    switch key {
                    case .text:
                        // Its first byte is the next one, since it is not null.
                        let start = text.startIndex + reader.offset
                        _ = try reader.readString()
                        json = text[start..<(text.startIndex + reader.offset)]
                    case .encoding: isBase64 = try reader.readString() == "base64"
                    default: break
                    }
                }
                guard let json else { return }
                body = .json(json, isBase64: isBase64)
                if isBase64, body.decoded == nil { throw HARFault("a body that is not base64") }
            case .error: if try !reader.takeNull() { error = try reader.readString().makeString() }
            default: break
            }
        }
        guard status == 0 else { return .answered(status: status, header: header, content: body) }
        return .failed(
            error.map { TransportError.Reason(recorded: $0) } ?? .unreachable(.other("no answer was recorded")))
    }

    private static func readMessages(_ reader: inout JSONReader) throws -> [StreamRecord.Step] {
        var steps: [StreamRecord.Step] = []
        try reader.readArray(upTo: .max) { reader in
            var (isSent, time, opcode, data) = (false, Int64(0), 1, "")
            try reader.readObject(Self.keys) { key, reader in
                switch key {
                case .type: isSent = try reader.readString() == "send"
                case .time: time = try reader.readMilliseconds(perUnit: 1000)
                case .opcode: opcode = Int(try reader.readMilliseconds())
                case .data: data = try reader.readString().makeString()
                default: break
                }
            }
            guard let kind = UInt8(exactly: opcode).flatMap({ WebSocketOpcode(rawValue: $0) }),
                let payload = kind == .text ? Array(data.utf8) : Base64.decode(data)
            else { throw HARFault("an invalid WebSocket message") }
            steps.append(
                StreamRecord.Step(
                    time: RecordTime(milliseconds: time), event: .frame(isSent: isSent, kind, payload)))
        }
        return steps
    }
}

/// A missing or invalid member of a record.
struct HARFault: Error, CustomStringConvertible {
    let description: String

    init(_ problem: String) {
        description = problem
    }
}

extension JSONReader {
    /// Reads a time in RFC 3339.
    mutating func readTime() throws -> RecordTime {
        let text = try readString().makeString()
        guard let time = Timestamp(rfc3339: text) else { throw HARFault("the time '\(text)'") }
        return RecordTime(time)
    }

    /// Reads a number in its notation without an exponent, and drops what is below one part of `perUnit`.
    mutating func readMilliseconds(perUnit: Int64 = 1) throws -> Int64 {
        if try takeNull() { return 0 }
        let number = unsafe String(decoding: try readNumber().bytes, as: UTF8.self)
        let parts = number.split(separator: ".")
        guard let whole = parts.first.flatMap({ Int64($0) }), whole.magnitude < 1 << 50 else {
            throw HARFault("the number \(number)")
        }
        guard perUnit > 1, parts.count == 2 else { return whole * perUnit }
        let digits = String(perUnit).utf8.count - 1
        let fraction = String((parts[1] + String(repeating: "0", count: digits)).prefix(digits))
        return whole * perUnit + (Int64(fraction) ?? 0)
    }

    /// Reads the headers of HAR.
    mutating func readHeaders() throws -> HTTPHeaders {
        var headers: HTTPHeaders = []
        try readArray { reader in
            var header = HTTPHeader("", "")
            try reader.readMap { key, reader in
                if key == "name" { header.name = try reader.readString().makeString() }
                if key == "value" { header.value = try reader.readString().makeString() }
            }
            headers.append(header)
        }
        return headers
    }
}
