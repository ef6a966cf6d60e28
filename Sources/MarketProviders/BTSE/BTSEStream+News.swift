import JSONReader

/// Messages without data.
extension BTSEStream {
    /// An acknowledgement is nothing to report unless it leaves out the topic: then the exchange never sends it, and no
    /// other message says so.
    ///
    /// An error is always about the topic, since there is only one subscription: also that a pair is unknown, and that
    /// it is not authorized.
    static func refusal(_ head: JSONRow<Key>) throws -> ProviderFailure.Reason? {
        if let error = try error(head) { return error }
        let event = try head.text(.event)
        if event.isText("subscribe"), let channels = try channels(head), !channels.contains("\(topic)") {
            return .status(200, words: "\(topic) is left out of the acknowledgement")
        }
        guard try !event.isEmpty || !head.text(.topic).isEmpty else {
            throw RowProblem(description: "neither a topic nor an event")
        }
        return nil
    }

    /// The names in an acknowledgement; nil if it has none.
    private static func channels(_ head: JSONRow<Key>) throws -> [String]? {
        guard head.type(.channels) == .array else { return nil }
        return try head.read(.channels) { reader in
            var names: [String] = []
            try reader.readArray { reader in
                if names.count < AnswerLimit.channels { names += [try reader.textIfSound()].compactMap(\.self) }
            }
            return names
        }
    }

    /// `{"success":false,"code":10002,"msg":"…"}`, or `{"errors":[{"arg":"…","error":{"code":1005,"message":"…"}}]}`,
    /// of which the first is enough.
    private static func error(_ head: JSONRow<Key>) throws -> ProviderFailure.Reason? {
        let isFailure = try head.read(.success) { $0.next == .bool ? try !$0.readBool() : false } ?? false
        guard isFailure || head.type(.errors) != nil else { return nil }
        var code = try head.integer(.code)
        var words = try head.words(.words) ?? head.words(.message)
        _ = try head.read(.errors) { reader in
            guard reader.next == .array else { return }
            try reader.readArray { reader in
                guard reader.next == .object else { return }
                try reader.readObject(JSONKeys("error")) { _, reader in
                    guard reader.next == .object else { return }
                    try reader.readObject(JSONKeys(named: "code", "message")) { key, reader in
                        if key == "code" { code = try code ?? reader.integerIfSound() }
                        if key == "message" { words = try words ?? reader.textIfSound() }
                    }
                }
            }
        }
        return code == 10002 ? .unauthorized(words: words) : .status(200, words: words)
    }
}
