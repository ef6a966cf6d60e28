/// Splits the bytes from a server into messages (RFC 6455 sections 5 and 8). Unfragmented messages are passed on
/// without a copy; only fragmented ones are collected.
struct MessageReader: ~Copyable {
    /// The bytes read from the connection.
    var buffer = ReceiveBuffer()
    private let limit: Int
    /// The kind of the current fragmented message.
    private var message: WebSocketMessageKind?
    /// The fragments of the current message.
    private var gathered: [UInt8] = []
    private var text = UTF8Check()
    /// The number of bytes of the incomplete frame that are already checked as UTF-8.
    private var checked = 0

    /// Creates a reader. `limit` is the maximum size of a message in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// True inside a frame or a fragmented message.
    var isMidMessage: Bool { unsafe message != nil || !buffer.unread.isEmpty }

    /// Delivers every complete message up to the next control frame, and adds their number to `count`. Returns the
    /// control frame; nil if all received bytes are used, except for an incomplete frame. Its payload is valid until
    /// the next call.
    ///
    /// Throws `WebSocketFailure` if the server breaks the protocol or a message is too large.
    mutating func read(
        counting count: inout Int, _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) throws(WebSocketFailure) -> (opcode: WebSocketOpcode, payload: UnsafeBufferPointer<UInt8>)? {
        while let header = unsafe try FrameHeader(buffer.unread) {
            if header.opcode.isControl {
                guard let payload = unsafe takeWhole(header) else { return nil }
                return unsafe (header.opcode, payload)
            }
            let kind = try kind(of: header)
            guard let payload = unsafe takeWhole(header) else {
                try checkBeginning(of: header, kind)
                return nil
            }
            if kind == .text { unsafe try check(payload, isEnd: header.isFinal) }
            if header.isFinal, message == nil {
                unsafe deliver(kind, payload)
            } else {
                message = kind
                unsafe gathered.append(contentsOf: payload)
                guard header.isFinal else { continue }
                unsafe gathered.withUnsafeBufferPointer { unsafe deliver(kind, $0) }
                message = nil
                gathered.removeAll(keepingCapacity: gathered.count <= ReceiveBuffer.largestKept)
            }
            count += 1
        }
        return nil
    }

    /// Returns the payload and consumes the frame if all of it was received; otherwise nil.
    @inline(__always)
    private mutating func takeWhole(_ header: FrameHeader) -> UnsafeBufferPointer<UInt8>? {
        let unread = unsafe buffer.unread
        let end = header.length + header.payloadLength
        guard end <= unread.count else { return nil }
        buffer.consume(end)
        return unsafe UnsafeBufferPointer(rebasing: unread[header.length..<end])
    }

    /// Returns the kind of the message that a frame belongs to. Throws if the frame is not allowed here or too long.
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
        let isGood = unsafe text.take(UnsafeBufferPointer(rebasing: payload[checked...]))
        checked = 0
        guard isGood, !isEnd || text.isComplete else { throw .protocolViolation(.invalidUTF8) }
    }

    /// Checks the received part of an incomplete frame, so that invalid text is rejected as early as possible.
    private mutating func checkBeginning(
        of header: FrameHeader, _ kind: WebSocketMessageKind
    ) throws(WebSocketFailure) {
        guard kind == .text else { return }
        let payload = unsafe buffer.unread[header.length...]
        guard unsafe text.take(UnsafeBufferPointer(rebasing: payload.dropFirst(checked))) else {
            throw .protocolViolation(.invalidUTF8)
        }
        checked = unsafe payload.count
    }
}

extension MessageReader {
    /// Returns the next line with its line end, for the header before all messages; nil if it is incomplete.
    mutating func takeLine() -> [UInt8]? {
        guard let end = unsafe buffer.unread.firstIndex(of: 0x0A) else { return nil }
        defer { buffer.consume(end + 1) }
        return unsafe Array(buffer.unread[...end])
    }
}
