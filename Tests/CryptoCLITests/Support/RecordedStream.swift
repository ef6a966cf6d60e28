import CryptoCLI
import TestSupport
import Testing

/// A recorded stream of a provider, and the rows that it prints.
struct RecordedStream: Sendable, CustomStringConvertible {
    /// A tick of a frame, by the index of the frame.
    struct Tick: Sendable {
        let frame: Int
        let facts: [String: String]
        /// Values that only earlier frames of the same connection contain.
        var held: [String: String] = [:]
    }

    let provider: String
    /// The arguments of `watch`.
    let symbols: String
    var currency = "USD"
    /// The path of the socket.
    let path: String
    /// The messages that every connection must begin with; later ones without what was refused.
    let subscription: String
    var laterSubscription: String?
    /// The shortest pause before the next connection.
    var pause = Duration.milliseconds(250)
    /// The requests before a socket is opened.
    var list: (path: String, answer: @Sendable () throws -> Answer)?
    /// The messages, in order.
    let frames: @Sendable () throws -> [String]
    let ticks: [Tick]
    /// The exit status, in case a requested symbol is unknown.
    var status = ToolStatus.success

    var description: String { "\(provider) \(symbols)" }

    var arguments: String { "\(symbols) -c \(currency) -p \(provider)" }

    /// Returns the rows of all frames if the connection breaks before one of them: each tick once, in order.
    func rows(brokenBefore cut: Int = 0) -> [String] {
        ticks.enumerated().map { index, tick in
            let isFirst = index == 0 || ticks[index - 1].frame < cut && cut <= tick.frame
            let held = isFirst ? [:] : tick.held
            return TickJSON.row(
                ["currency": currency, "provider": provider].merging(tick.facts) { $1 }.merging(held) { $1 })
        }
    }

    /// The answer with the list, for any number of requests.
    func lists() throws -> [Exchange] {
        guard let list else { return [] }
        return [.get(list.path, times: .any, answer: try list.answer())]
    }

    /// A connection that sends some of the frames and then ends this way; nil if the client must close it.
    func connection(playing frames: some Collection<String>, then ending: Ending?) -> Exchange {
        let (frames, subscriptions) = (Array(frames), [subscription, laterSubscription])
        return .webSocket(path) { peer in
            try peer.expectText("of \(subscription)") { subscriptions.contains($0) }
            try peer.send(texts: frames)
            switch ending {
            case .drop: try peer.drop()
            case .reset:
                // A reset does not lose data that was read.
                try peer.send(.ping([7]))
                while let frame = try peer.receive(), frame.opcode != 10 {}
                try peer.reset()
            case .close(let code): try peer.close(code)
            case nil: try peer.expectLeave()
            }
        }
    }

    /// How a server ends a connection.
    enum Ending: Sendable, CaseIterable {
        case drop, reset
        case close(UInt16)

        static let allCases: [Ending] = [.drop, .close(1001), .reset, .close(1012)]
    }
}

extension WebSocketPeer {
    /// Expects that the next control frame other than a pong is a regular close; ignores messages before it. Ends the
    /// script.
    func expectLeave(_ code: UInt16 = 1000) throws -> Never {
        while let frame = try receive() {
            guard frame.opcode == 8 else { continue }
            guard frame.closeCode == code else { throw ScriptFailure("expected close \(code), got \(frame)") }
            try send(.close(code))
            try drop()
        }
        throw ScriptFailure("expected close \(code), but the client left")
    }

    /// Lets a minute pass in which the server pings every 20 seconds, so that the stream does not count as dead;
    /// what the client sends meanwhile is ignored.
    func passMinute() throws {
        for _ in 0..<3 {
            try send(.ping())
            while let frame = try receive(), frame.opcode != 10 {}
            try wait(.seconds(20))
        }
    }
}
