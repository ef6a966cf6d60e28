/// Cuts messages out of a server's bytes (RFC 6455 sections 5 and 8): whole ones are handed over where they lie, only
/// fragmented ones are gathered.
struct MessageReader: ~Copyable {
    /// Why it stops for a while.
    enum Pause {
        /// All that has come is used, but for the beginning of a frame.
        case needsBytes
        /// A control frame; its payload is good until the next call.
        case control(WebSocketOpcode, UnsafeBufferPointer<UInt8>)
    }

    /// What was read from the connection.
    var buffer = ReceiveBuffer()
    private let limit: Int
    /// The fragmented message that is under way.
    private var message: WebSocketMessageKind?
    private var gathered = FragmentBuffer()
    private var text = UTF8Check()
    /// How many bytes of the frame that is not yet whole are known to be good text.
    private var checked = 0

    /// `limit` is the most bytes of a message.
    init(limit: Int) {
        self.limit = limit
    }

    /// True in the middle of a frame or a fragmented message.
    var isMidMessage: Bool { message != nil || !buffer.unread.isEmpty }

    /// Hands over every whole message up to the next control frame, and adds their number to `count`.
    mutating func read(
        counting count: inout Int, _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) throws(WebSocketFailure) -> Pause {
        while let header = try FrameHeader(buffer.unread) {
            if header.opcode.isControl {
                guard let payload = takeWhole(header) else { return .needsBytes }
                return .control(header.opcode, payload)
            }
            let kind = try kind(of: header)
            guard let payload = takeWhole(header) else {
                try checkBeginning(of: header, kind)
                return .needsBytes
            }
            if kind == .text { try check(payload, isEnd: header.isFinal) }
            if header.isFinal, message == nil {
                deliver(kind, payload)
                count += 1
            } else {
                gather(payload, kind)
                if header.isFinal { count += deliverGathered(kind, deliver) }
            }
        }
        return .needsBytes
    }

    /// The payload, once all of it has come; the frame is used then.
    @inline(__always)
    private mutating func takeWhole(_ header: FrameHeader) -> UnsafeBufferPointer<UInt8>? {
        let unread = buffer.unread
        let end = header.length + header.payloadLength
        guard end <= unread.count else { return nil }
        buffer.consume(end)
        return UnsafeBufferPointer(rebasing: unread[header.length..<end])
    }

    /// What the message is that a frame belongs to, where it may stand here and is not too long.
    @inline(__always)
    private func kind(of header: FrameHeader) throws(WebSocketFailure) -> WebSocketMessageKind {
        guard header.payloadLength <= limit - gathered.count else { throw .tooLarge(limit: limit) }
        guard header.opcode == .continuation else {
            guard message == nil else { throw .protocolViolation(.interruptedMessage) }
            return header.opcode == .text ? .text : .binary
        }
        guard let message else { throw .protocolViolation(.strayContinuation) }
        return message
    }

    @inline(__always)
    private mutating func check(
        _ payload: UnsafeBufferPointer<UInt8>, isEnd: Bool
    ) throws(WebSocketFailure) {
        let isGood = text.take(UnsafeBufferPointer(rebasing: payload[checked...]))
        checked = 0
        guard isGood, !isEnd || text.isComplete else { throw .protocolViolation(.invalidUTF8) }
    }

    /// Looks at what has come of a frame that is not yet whole, so that a bad text is refused as soon as it is one.
    private mutating func checkBeginning(
        of header: FrameHeader, _ kind: WebSocketMessageKind
    ) throws(WebSocketFailure) {
        guard kind == .text else { return }
        let payload = buffer.unread[header.length...]
        guard text.take(UnsafeBufferPointer(rebasing: payload.dropFirst(checked))) else {
            throw .protocolViolation(.invalidUTF8)
        }
        checked = payload.count
    }

    private mutating func gather(_ payload: UnsafeBufferPointer<UInt8>, _ kind: WebSocketMessageKind) {
        message = kind
        gathered.append(payload)
    }

    private mutating func deliverGathered(
        _ kind: WebSocketMessageKind, _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) -> Int {
        deliver(kind, gathered.bytes)
        gathered.removeAll()
        message = nil
        return 1
    }
}

extension MessageReader {
    /// The next line with its end, for the header that precedes all messages; nil while it has not come whole.
    mutating func takeLine() -> [UInt8]? {
        guard let end = buffer.unread.firstIndex(of: 0x0A) else { return nil }
        defer { buffer.consume(end + 1) }
        return Array(buffer.unread[...end])
    }
}
