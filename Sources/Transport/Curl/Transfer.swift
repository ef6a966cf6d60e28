import CCurl
import Platform

/// The parameters of one hop, in a form that can be sent between threads.
package struct TransferOrder: Sendable {
    /// The URL with its key.
    package var url: String
    /// The complete header lines.
    package var header: [String]
    package var userAgent: String
    package var trust: Trust
    package var milliseconds: Int
    /// The error to report when this hop times out.
    package var timeoutReason: TransportError.Reason
    /// True for a key sent unencrypted to this machine: it must not be sent to a proxy.
    package var avoidsProxy: Bool
    package var rules: ResponseHead.Rules
    /// Told of content that is worth reading while it arrives, on the transport thread; nil if nobody does.
    package var onContent: (@Sendable (ArrivingBody) -> Void)?
}

/// The outcome of a hop. `arriving` is the body if it was announced while it arrived.
package typealias TransferOutcome = Result<
    (head: ResponseHead, body: [UInt8], arriving: ArrivingBody?), TransportError.Reason
>

/// The transfer of one hop. It belongs to the transport thread.
final class Transfer {
    let promise: Promise<TransferOutcome>
    let handle: CurlHandle
    private let order: TransferOrder
    private var head: ResponseHead
    private var body: [UInt8] = []
    /// The body once it is large, if somebody reads it.
    private var arriving: ArrivingBody?
    private var fault: InvalidAnswer?

    init(_ order: TransferOrder, _ promise: Promise<TransferOutcome>) throws(TransportError.Reason) {
        self.order = order
        self.promise = promise
        head = ResponseHead(rules: order.rules)
        var handle = try CurlHandle()
        try handle.setHeader(order.header)
        self.handle = handle
        try configure()
    }

    deinit {
        arriving?.end()
    }

    /// The outcome for a CURLcode, after libcurl has finished the transfer.
    func outcome(code: Int32) -> TransferOutcome {
        if let fault { return .failure(.invalid(fault)) }
        if code != CCURLE_OK {
            if code == CCURLE_OPERATION_TIMEDOUT { return .failure(order.timeoutReason) }
            if isUnreadableRefusal(code) { return .success((head, [], nil)) }
            return .failure(handle.reason(code: Int(code), head: head, of: order.url))
        }
        guard head.isComplete else { return .failure(.unreachable(.headerCut)) }
        if let length = head.plainLength, length != bodyCount {
            return .failure(.unreachable(.cut(receivedBytes: bodyCount, expected: length)))
        }
        arriving?.end()
        return .success((head, arriving?.bytes ?? body, arriving))
    }

    /// Whether the response is a refusal with an unreadable body. It remains a refusal; only its message is lost.
    private func isUnreadableRefusal(_ code: Int32) -> Bool {
        head.isComplete && head.isRefusal
            && (code == CCURLE_BAD_CONTENT_ENCODING || code == CCURLE_WRITE_ERROR)
    }

    private func configure() throws(TransportError.Reason) {
        try handle.reach(order)
        try handle.set(CCURLOPT_USERAGENT, order.userAgent)
        try handle.set(CCURLOPT_FOLLOWLOCATION, 0)
        // libcurl accepts a truncated compressed stream. So ask for compression only if the format marks its own end.
        if order.rules.showsItsEnd { try handle.set(CCURLOPT_ACCEPT_ENCODING, "gzip, deflate") }
        handle.offer(CCURLOPT_HTTP09_ALLOWED, 0)
        unsafe try handle.setSinks(
            body: takeBody, header: takeHeader, context: Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func header(_ line: UnsafeRawBufferPointer) -> Bool {
        fault = unsafe head.take(line)
        guard fault == nil, head.isComplete else { return fault == nil }
        // What is not used of it takes no memory.
        body.reserveCapacity(min(head.contentLength ?? 0, order.rules.bodyLimit))
        return true
    }

    fileprivate func body(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bodyCount + bytes.count <= order.rules.bodyLimit else {
            if !head.isRefusal { fault = .tooLarge(limit: order.rules.bodyLimit) }
            return false
        }
        if arriving == nil, bodyCount + bytes.count > ArrivingBody.smallest { announceBody() }
        if let arriving { unsafe arriving.append(bytes) } else { unsafe body.append(contentsOf: bytes) }
        return true
    }

    private var bodyCount: Int { arriving?.count ?? body.count }

    /// Lets content be read while it arrives, if somebody does.
    private func announceBody() {
        guard let onContent = order.onContent, HTTPResponse.hasContent(status: head.status) else { return }
        arriving = ArrivingBody(limit: order.rules.bodyLimit, expected: head.expectedLength)
        guard let arriving else { return }
        unsafe body.withUnsafeBytes { unsafe arriving.append($0) }
        body = []
        onContent(arriving)
    }
}

private let takeHeader: ccurl_sink = { bytes, size, count, context in
    unsafe give(bytes, count: size * count, context: context) { unsafe $0.header($1) }
}

private let takeBody: ccurl_sink = { bytes, size, count, context in
    unsafe give(bytes, count: size * count, context: context) { unsafe $0.body($1) }
}

/// Passes bytes to the transfer. Returning a number other than `count` to libcurl ends the transfer.
private func give(
    _ bytes: UnsafeMutablePointer<CChar>?, count: Int, context: UnsafeMutableRawPointer?,
    to take: (Transfer, UnsafeRawBufferPointer) -> Bool
) -> Int {
    guard count > 0, let context = unsafe context else { return count }
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return unsafe take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count &- 1
}
