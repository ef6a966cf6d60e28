import JSONReader

/// What a message of BTSE's socket says beside its data.
struct BTSEMessage {
    private(set) var topic = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var event = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var channels: [String]?
    private var isError = false
    private var code: Int64?
    private var words: String?

    private enum Key: String, CaseIterable {
        case topic, event, errors, success, code, message
        case channels = "channel"
        case words = "msg"
        static let keys = JSONKeys<Self>()
    }

    private enum ErrorKey: String, CaseIterable {
        case error, code, message
        static let keys = JSONKeys<Self>()
    }

    /// Reads a whole message; its data is checked and left alone.
    init(_ reader: inout JSONReader) throws {
        var message = BTSEMessage()
        try reader.readObject(Key.keys) { key, reader in try message.read(key, &reader) }
        self = message
    }

    private init() {}

    private mutating func read(_ key: Key, _ reader: inout JSONReader) throws {
        switch key {
        case .topic: topic = try reader.readTextBytes()
        case .event: event = try reader.readTextBytes()
        case .channels:
            guard reader.next == .array else { return }
            var names: [String] = []
            try reader.readArray { reader in
                if names.count < AnswerLimit.channels { names += [try reader.textIfSound()].compactMap(\.self) }
            }
            channels = names
        case .errors: try readErrors(&reader)
        case .success: if reader.next == .bool { isError = try !reader.readBool() || isError }
        case .code: code = try reader.integerIfSound() ?? code
        case .words, .message: words = try reader.textIfSound() ?? words
        }
    }

    /// `[{"arg":"…","error":{"code":1005,"message":"…"}}]`: the first says enough, since only one thing is asked for.
    private mutating func readErrors(_ reader: inout JSONReader) throws {
        isError = true
        guard reader.next == .array else { return }
        try reader.readArray { reader in
            guard reader.next == .object else { return }
            try reader.readObject(ErrorKey.keys) { key, reader in
                guard key == .error, reader.next == .object else { return }
                try reader.readObject(ErrorKey.keys) { key, reader in
                    switch key {
                    case .code: code = try code ?? reader.integerIfSound()
                    case .message: words = try words ?? reader.textIfSound()
                    case .error: break
                    }
                }
            }
        }
    }

    /// What a message that is no data says; of the acknowledgement nothing, unless it leaves out what was asked for: the
    /// exchange then never sends it, and says no more about it.
    func news(of wanted: StaticString) throws -> StreamNews? {
        if isError { return error }
        if event.isText("subscribe"), let channels, !channels.contains("\(wanted)") {
            return .ending(.status(200, words: "\(wanted) is left out of the acknowledgement"))
        }
        guard event.count + topic.count > 0 else { throw RowProblem(description: "neither a topic nor an event") }
        return nil
    }

    /// 1000 is a market that does not exist, 10002 a refusal of who asks.
    private var error: StreamNews {
        switch code {
        case 1000: .refused(market: nil, .unknownSymbol(nil))
        case 10002: .ending(.unauthorized(words: words))
        default: .ending(.status(200, words: words))
        }
    }
}
