import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension WebSocketConnection {
    /// The maximum number of bytes kept from a refusal's body, and the maximum wait for them.
    private static let refusalLimit = (bytes: 16 << 10, time: Duration.seconds(1))

    /// Sends the handshake and reads the response. Bytes after its header stay in the buffer.
    func shakeHands(
        _ request: WebSocketRequest, within limit: Stopwatch.Limit, isCancelled: () -> Bool
    ) throws(WebSocketFailure) {
        let agent = HTTPHeader("User-Agent", configuration.userAgent)
        guard agent.isSendable else { throw .transport(hop.error(.invalidHeader(name: agent.name))) }
        guard let target = request.target else {
            throw .transport(hop.error(.invalidURL(request.redactedURL)))
        }
        let handshake = WebSocketHandshake()
        let end = configuration.time.elapsed() + .milliseconds(limit.milliseconds)
        let lines = handshake.request(target: target, host: hop.origin.authority, headers: [agent] + hop.sentHeaders)
        try write(lines, within: .milliseconds(limit.milliseconds))
        let head = try readHead(until: end, or: limit.reason, isCancelled)
        guard head.status == 101 else {
            throw .refused(
                HTTPResponse(
                    status: head.status, headers: head.headers, body: refusalBody(head, until: end),
                    host: hop.origin.authority, url: request.redactedURL))
        }
        if let fault = handshake.fault(in: head.headers) { throw .badHandshake(fault.masking(hop.masked)) }
    }

    private func readHead(
        until end: Duration, or late: TransportError.Reason, _ isCancelled: () -> Bool
    ) throws(WebSocketFailure) -> ResponseHead {
        var head = ResponseHead(rules: ResponseHead.Rules(showsItsEnd: true, bodyLimit: configuration.bodyLimit))
        var wasWoken = false
        defer { if wasWoken { wake.signal() } }
        while true {
            if let reason = takeLines(&head) { throw .transport(hop.error(reason)) }
            if head.isComplete { return head }
            switch wait(for: POLLIN, or: wake, until: end) {
            case .ready: try fillHead()
            case .timedOut: throw .transport(hop.error(late))
            case .woken:
                wasWoken = wake.clear() || wasWoken
                if isCancelled() { throw .transport(hop.error(.cancelled)) }
            }
        }
    }

    /// Reads the received header lines. Returns the reason if they are invalid.
    private func takeLines(_ head: inout ResponseHead) -> TransportError.Reason? {
        while !head.isComplete, let line = reader.takeLine() {
            let fault = head.take(line)
            if head.status == 0 { return .invalid(.notHTTP) }
            if let fault { return .invalid(fault) }
        }
        let limit = ResponseHead.sizeLimit
        return unsafe !head.isComplete && reader.buffer.unread.count > limit
            ? .invalid(.headerTooLarge(limit: limit)) : nil
    }

    private func fillHead() throws(WebSocketFailure) {
        switch fill() {
        case .moved, .blocked: return
        case .ended: throw .transport(hop.error(.unreachable(.headerCut)))
        case .reset: throw unsafe .transport(hop.error(.unreachable(.reset(receivedBytes: reader.buffer.unread.count))))
        }
    }

    /// Reads the part of a refusal's body that arrives soon, because it may contain the provider's message.
    private func refusalBody(_ head: ResponseHead, until end: Duration) -> [UInt8] {
        let end = min(end, configuration.time.elapsed() + Self.refusalLimit.time)
        while true {
            let bytes = unsafe Array(reader.buffer.unread.prefix(Self.refusalLimit.bytes))
            let chunked = head.isChunked ? Self.decoded(chunks: bytes) : nil
            let body = chunked?.bytes ?? Array(bytes.prefix(head.contentLength ?? bytes.count))
            let isWhole = chunked?.isWhole ?? (body.count == head.contentLength)
            guard head.hasBody, !isWhole, bytes.count < Self.refusalLimit.bytes else { return head.hasBody ? body : [] }
            guard wait(for: POLLIN, or: wake, until: end) == .ready else { return body }
            let step = fill()
            if step == .ended || step == .reset { return body }
        }
    }

    /// Returns the decoded part of a chunked body (RFC 9112 section 7.1), and whether the last chunk was received. An
    /// invalid chunk ends it.
    static func decoded(chunks coded: [UInt8]) -> (bytes: [UInt8], isWhole: Bool) {
        var (rest, bytes) = (coded[...], [UInt8]())
        while let lineEnd = rest.firstIndex(of: 0x0A) {
            let digits = rest[..<lineEnd].prefix { $0 != UInt8(ascii: ";") && $0 != 0x0D && $0 != 0x20 }
            guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else { break }
            rest = rest[(lineEnd + 1)...]
            if size == 0 { return (bytes, true) }
            bytes += rest.prefix(size)
            guard size < rest.count - 1 else { break }
            // A line end follows the chunk.
            rest = rest.dropFirst(size + 2)
        }
        return (bytes, false)
    }
}

extension HandshakeFault {
    /// The same fault with the key masked in text from the server.
    fileprivate func masking(_ key: String?) -> HandshakeFault {
        switch self {
        case .unaskedExtension(let text): .unaskedExtension(text.masking(key))
        case .unaskedSubprotocol(let text): .unaskedSubprotocol(text.masking(key))
        default: self
        }
    }
}
