import Platform
import JSONReader
import Synchronization

/// A record that takes the place of the network: the exchanges of the `.har` and `.jsonl` files of a directory.
///
/// A request gets the first answer in the record to the same URL that is not used yet; keys do not count. A connection
/// gets the first one to the same URL. What the run sends on it only matters for when it is sent.
package final class Replay: Sendable {
    private struct State {
        /// The exchanges that are not used yet, in the order of the record.
        var exchanges: [(order: Int, exchange: HTTPExchange)]
        var streams: [(order: Int, stream: StreamRecord)]
        /// The URLs of connections that were opened.
        var opened: Set<String> = []
    }

    /// The clock of the run.
    let clock: ReplayClock
    private let state: Mutex<State>

    /// Reads a directory. Throws `RecordFault`.
    package init(_ path: String) throws(RecordFault) {
        var files = try translating(FileBytes.names(in: path).sorted()) { (error: SystemError.Failure) in
            RecordFault.directory(.system(error.number))
        }
        files.removeAll { $0.hasPrefix(".") || !$0.hasSuffix(".har") && !$0.hasSuffix(".jsonl") }
        var (exchanges, streams, runs) = ([HTTPExchange](), [StreamRecord](), [RecordTime]())
        for file in files {
            let bytes = try Self.bytes(of: file, in: path)
            try Self.parse(file) {
                if file.hasSuffix(".har") {
                    let archive = try HARReader(bytes)
                    exchanges += archive.exchanges
                    streams += archive.streams
                    runs += archive.runs
                } else if let stream = try StreamRecord(file: bytes) {
                    streams.append(stream)
                    runs += stream.run.map { [$0] } ?? []
                }
            }
        }
        if exchanges.isEmpty, streams.isEmpty { throw .noRecord }
        // By time, and by file where the time is the same: sorting is stable.
        exchanges.sort { $0.sent < $1.sent }
        streams.sort { $0.began < $1.began }
        let numbered = (
            exchanges.enumerated().map { (order: $0.offset, exchange: $0.element) },
            streams.enumerated().map { (order: exchanges.count + $0.offset, stream: $0.element) }
        )
        let begun =
            numbered.0.map { (began: $0.exchange.sent, order: $0.order) }
            + numbered.1.map { (began: $0.stream.began, order: $0.order) }
        let first = begun.map(\.began).min() ?? RecordTime(TimeSource.live.now())
        // Only a record of one run tells when that run began.
        let isKnown = Set(runs).count == 1 && runs.count == files.count
        clock = ReplayClock(start: min(runs.min() ?? first, first), exchanges: begun, isKnown: isKnown)
        state = Mutex(State(exchanges: numbered.0, streams: numbered.1))
    }

    /// The maximum size of a file in bytes.
    private static let fileLimit = 1 << 30

    private static func bytes(of file: String, in path: String) throws(RecordFault) -> [UInt8] {
        try translating(FileBytes.read("\(path)/\(file)", limit: fileLimit)?.bytes ?? []) { (fault: FileBytes.Fault) in
            switch fault {
            case .system(let number): RecordFault.unreadable(file: file, number)
            case .tooLarge(let limit): RecordFault.invalid(file: file, problem: "over \(limit >> 20) MiB")
            }
        }
    }

    private static func parse(_ file: String, _ read: () throws -> Void) throws(RecordFault) {
        do {
            try read()
        } catch let error as JSONError {
            throw .invalid(file: file, problem: "invalid JSON at byte \(error.offset)")
        } catch {
            throw .invalid(file: file, problem: "\(error)")
        }
    }
}

// MARK: - HTTP

extension Replay {
    /// Whether any request of the record went to a URL that begins in this way.
    package func hasRequest(toURLWithPrefix prefix: String) -> Bool {
        state.withLock { state in state.exchanges.contains { $0.exchange.url.hasPrefix(prefix) } }
    }

    /// Returns the outcome of a hop and when it was sent, at its time.
    func outcome(of hop: Hop, _ order: TransferOrder) async -> (outcome: TransferOutcome, sent: Timestamp?) {
        guard let (number, exchange) = takeExchange(hop) else {
            return (.failure(.notRecorded(hop.redactedURL)), nil)
        }
        let skew = clock.claim(number, began: exchange.sent)
        guard await clock.arrival(at: exchange.ended, order: number, skew: skew) else {
            return (.failure(.cancelled), exchange.sent.timestamp)
        }
        switch exchange.outcome {
        case .failed(let reason): return (.failure(reason), exchange.sent.timestamp)
        case .answered(let status, let header, let content):
            let head = ResponseHead(status: status, headers: header, rules: order.rules)
            let body = content.decoded ?? []
            let limit = order.rules.bodyLimit
            let outcome: TransferOutcome =
                body.count <= limit || head.isRefusal
                ? .success((head, body.count <= limit ? body : [], nil)) : .failure(.invalid(.tooLarge(limit: limit)))
            return (outcome, exchange.sent.timestamp)
        }
    }

    private func takeExchange(_ hop: Hop) -> (order: Int, exchange: HTTPExchange)? {
        let key = hop.secret?.queryName
        let url = Self.plain(hop.redactedURL, without: key)
        return state.withLock { state in
            let index = state.exchanges.firstIndex { Self.plain($0.exchange.url, without: key) == url }
            return index.map { state.exchanges.remove(at: $0) }
        }
    }

    /// Returns the URL without the query item of that name, the key, and without percent-encoding, in which programs
    /// differ: a record may have been made with another key or without one.
    private static func plain(_ url: String, without key: String?) -> String {
        let parts = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return String(parts[0]).percentDecoded }
        let items = parts[1].split(separator: "&").filter { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return halves.last != "***" && String(halves[0]).percentDecoded != key
        }
        return ([String(parts[0])] + items.map(String.init)).map(\.percentDecoded).joined(separator: "&")
    }
}

// MARK: - WebSocket

extension Replay {
    /// Opens the next connection to a URL, at its time. Throws `WebSocketFailure`: `recordOver` if there is none left.
    func open(
        _ request: WebSocketRequest, wake: WakeSignal, isCancelled: () -> Bool
    ) throws(WebSocketFailure) -> ReplayedStream {
        let key = request.secret?.queryName
        let url = Self.plain(request.redactedURL, without: key)
        let (found, isKnown) = state.withLock { state in
            let index = state.streams.firstIndex { Self.plain($0.stream.url, without: key) == url }
            let found = index.map { state.streams.remove(at: $0) }
            defer { state.opened.insert(request.redactedURL) }
            return (found, state.opened.contains(request.redactedURL))
        }
        guard let (order, record) = found else {
            if isKnown { throw .recordOver }
            throw .transport(TransportError(host: request.host, reason: .notRecorded(request.redactedURL)))
        }
        let skew = clock.claim(order, began: record.began)
        let stream = ReplayedStream(record, host: request.host, order: order, skew: skew, clock: clock, wake: wake)
        try stream.open(request, isCancelled)
        return stream
    }
}
