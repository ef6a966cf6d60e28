import Platform
import Synchronization
import TestSupport
import Testing
package import Transport

/// The network of virtual time: it reaches the servers of that time, by connections without sockets.
///
/// Requests to `.invalid` hosts fail as names that nobody has. A request to any other host fails the test.
package struct VirtualNetwork: Network {
    private let time: VirtualTime

    /// The network of the test that runs; nil for one in real time, which uses sockets.
    package static var current: VirtualNetwork? { VirtualTime.current.map(VirtualNetwork.init) }

    private init(_ time: VirtualTime) {
        self.time = time
    }

    package func run(_ order: TransferOrder) async -> TransferOutcome {
        if Task.isCancelled { return .failure(.cancelled) }
        let link: MemoryLink
        do { link = try open(order) } catch { return .failure(error) }
        let answer = IncomingAnswer(link, order.rules)
        link.send(order.requestBytes)
        let alarm = time.setAlarm(after: .milliseconds(order.milliseconds)) {
            answer.promise.set(.failure(order.timeoutReason))
        }
        defer {
            time.cancelAlarm(alarm)
            link.leave()
        }
        return await withTaskCancellationHandler {
            await answer.promise.value()
        } onCancel: {
            answer.promise.set(.failure(.cancelled))
        }
    }

    package func connect(_ order: TransferOrder) throws(TransportError.Reason) -> any ByteSource {
        MemorySource(try open(order), time)
    }

    private func open(_ order: TransferOrder) throws(TransportError.Reason) -> MemoryLink {
        let (host, port) = order.address
        if host.hasSuffix(".invalid") { throw .unreachable(.dns) }
        guard ["127.0.0.1", "localhost"].contains(host) else {
            Issue.record("would ask \(order.url)")
            throw .unreachable(.dns)
        }
        guard let link = port.flatMap(time.server)?.connect() else {
            throw .unreachable(.connect("Connection refused"))
        }
        return link
    }
}

extension TransferOrder {
    fileprivate var parts: (authority: Substring, target: Substring) {
        let rest = url.split(separator: "//", maxSplits: 1)[1].prefix { $0 != "#" }
        let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        return (rest[..<end], rest[end...])
    }

    fileprivate var address: (host: String, port: UInt16?) {
        let halves = parts.authority.split(separator: ":")
        return (String(halves[0]), halves.count > 1 ? UInt16(halves[1]) : nil)
    }

    /// The request as libcurl sends it.
    fileprivate var requestBytes: [UInt8] {
        let target = parts.target.hasPrefix("/") ? String(parts.target) : "/" + parts.target
        var lines = ["GET \(target) HTTP/1.1", "Host: \(parts.authority)", "User-Agent: \(userAgent)"]
        if !header.contains(where: { $0.hasPrefix("Accept:") }) { lines.append("Accept: */*") }
        if rules.showsItsEnd { lines.append("Accept-Encoding: gzip, deflate") }
        return Array(((lines + header).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// The answer of a server while it arrives. Only the first outcome counts.
private final class IncomingAnswer: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var end: MemoryLink.Arrival?
    }

    let promise = Promise<TransferOutcome>()
    private let rules: ResponseHead.Rules
    private let state = Mutex(State())

    init(_ link: MemoryLink, _ rules: ResponseHead.Rules) {
        self.rules = rules
        link.onArrival { [unowned link] in self.take(link.read()) }
    }

    private func take(_ arrival: MemoryLink.Arrival) {
        let settled: TransferOutcome? = state.withLock { state in
            switch arrival {
            case .bytes(let bytes): state.bytes += bytes
            case .nothing: break
            case .ended, .reset: state.end = arrival
            }
            return outcome(state)
        }
        if let settled { promise.set(settled) }
    }

    /// The outcome; nil as long as the answer is not complete.
    private func outcome(_ state: State) -> TransferOutcome? {
        var (head, rest) = (ResponseHead(rules: rules), state.bytes[...])
        while !head.isComplete {
            guard let end = rest.firstIndex(of: 10) else {
                if state.end == .reset { return .failure(.unreachable(.reset(receivedBytes: 0))) }
                return state.end == nil ? nil : .failure(.unreachable(.headerCut))
            }
            guard rest.starts(with: "HTTP/".utf8) || head.status > 0 else { return .failure(.invalid(.notHTTP)) }
            if let fault = head.take(rest[...end]) { return .failure(.invalid(fault)) }
            rest = rest[(end + 1)...]
        }
        guard let body = body(head, rest, isOver: state.end != nil) else {
            let cut = Unreachable.cut(receivedBytes: rest.count, expected: head.plainLength)
            switch state.end {
            case nil, .nothing, .bytes: return nil
            case .ended: return .failure(.unreachable(cut))
            case .reset: return .failure(.unreachable(.reset(receivedBytes: rest.count)))
            }
        }
        if body.count > rules.bodyLimit { return .failure(.invalid(.tooLarge(limit: rules.bodyLimit))) }
        return .success((head, body, nil))
    }

    /// The whole body; nil as long as it is not complete.
    private func body(_ head: ResponseHead, _ rest: ArraySlice<UInt8>, isOver: Bool) -> [UInt8]? {
        guard head.hasBody else { return [] }
        if let length = head.plainLength { return rest.count >= length ? Array(rest.prefix(length)) : nil }
        guard head.isChunked else { return isOver ? Array(rest) : nil }
        var (body, rest) = ([UInt8](), rest)
        while let end = rest.firstIndex(of: 10) {
            let size = String(decoding: rest[..<end].dropLast(), as: UTF8.self)
            guard let count = Int(size, radix: 16), rest.endIndex >= end + 1 + count + 2 else { return nil }
            if count == 0 { return body }
            body += rest[(end + 1)..<(end + 1 + count)]
            rest = rest[(end + 1 + count + 2)...]
        }
        return nil
    }
}
