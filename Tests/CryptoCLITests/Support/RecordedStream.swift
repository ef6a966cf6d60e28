import CryptoCLI
import TestSupport
import Testing

/// A provider's stream as it was recorded, and the rows that come of it.
struct RecordedStream: Sendable, CustomStringConvertible {
    /// A tick of a frame, by its place among the frames.
    struct Tick: Sendable {
        let frame: Int
        let facts: [String: String]
        /// What only earlier frames of the same connection told.
        var held: [String: String] = [:]
    }

    let provider: String
    /// What `watch` is asked for.
    let symbols: String
    var currency = "USD"
    /// Where the socket is.
    let path: String
    /// What must be said on every connection, before anything else; and then without what was refused.
    let subscription: String
    var laterSubscription: String?
    /// The shortest pause before another connection.
    var pause = Duration.milliseconds(250)
    /// What is asked for before a socket is opened.
    var list: (path: String, answer: @Sendable () throws -> Answer)?
    /// The messages, in the order they come.
    let frames: @Sendable () throws -> [String]
    let ticks: [Tick]
    /// The status in the end, where a symbol among those asked for is unknown.
    var status = ToolStatus.success

    var description: String { "\(provider) \(symbols)" }

    var arguments: String { "\(symbols) -c \(currency) -p \(provider)" }

    /// The rows of all frames where the connection broke before one of them: each tick once, in their order.
    func rows(brokenBefore cut: Int = 0) -> [String] {
        ticks.enumerated().map { index, tick in
            let isFirst = index == 0 || ticks[index - 1].frame < cut && cut <= tick.frame
            let held = isFirst ? [:] : tick.held
            return TickJSON.row(
                ["currency": currency, "provider": provider].merging(tick.facts) { $1 }.merging(held) { $1 })
        }
    }

    /// The list's answer, as often as it is asked for.
    func lists() throws -> [Exchange] {
        guard let list else { return [] }
        return [.get(list.path, times: .any, answer: try list.answer())]
    }

    /// A connection that plays some of the frames and then ends as told; nil where the client must close it.
    func connection(playing frames: some Collection<String>, then ending: Ending?) -> Exchange {
        let (frames, subscriptions) = (Array(frames), [subscription, laterSubscription])
        return .webSocket(path) { peer in
            try peer.expectText("of \(subscription)") { subscriptions.contains($0) }
            try peer.send(texts: frames)
            switch ending {
            case .drop: try peer.drop()
            case .reset:
                // What was read is not lost by a reset.
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
    /// The client's next control frame, pongs left out, must close in order; messages before it are dropped. Ends the script.
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
    /// what the client sends by itself meanwhile is dropped.
    func passMinute(of clock: StillClock) throws {
        for _ in 0..<3 {
            try send(.ping())
            while let frame = try receive(), frame.opcode != 10 {}
            clock.leap(.seconds(20))
        }
    }
}
