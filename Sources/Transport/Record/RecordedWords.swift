import Platform

/// A failure as words of a record: a name, numbers and a text, such as `cut 120 300` or `connect: Connection refused`.
struct RecordedWords: Equatable {
    var name: String
    var numbers: [Int] = []
    var words: String?

    init(_ name: String, _ numbers: [Int] = [], _ words: String? = nil) {
        (self.name, self.numbers, self.words) = (name, numbers, words)
    }

    /// The words in one line.
    var text: String {
        ([name] + numbers.map(String.init)).joined(separator: " ") + (words.map { ": " + $0 } ?? "")
    }

    /// Reads a line.
    init(_ text: String) {
        let end = text.firstRange(ofBytes: ": ")
        words = end.map { String(text[$0.upperBound...]) }
        let parts = text[..<(end?.lowerBound ?? text.endIndex)].split(separator: " ")
        name = parts.first.map(String.init) ?? ""
        numbers = parts.dropFirst().compactMap { Int($0) }
    }

    fileprivate func number(_ index: Int) -> Int? { numbers.indices.contains(index) ? numbers[index] : nil }
}

// MARK: - HTTP

extension TransportError.Reason {
    /// The reason in words of a record.
    var recorded: RecordedWords {
        switch self {
        case .unreachable(let reason): reason.recorded
        case .timedOut(let milliseconds, .attempt): RecordedWords("timeout", [milliseconds])
        case .timedOut(let milliseconds, .deadline): RecordedWords("deadline", [milliseconds])
        case .invalid(let fault): fault.recorded
        case .libraryMissing(let text): RecordedWords("library", [], text)
        case .noThread(let limit): RecordedWords("no-thread", [], limit.rawValue)
        case .invalidURL(let text): RecordedWords("url", [], text)
        case .cancelled: RecordedWords("cancelled")
        // A request is refused before it is sent, and a redirect after its answer, which is recorded.
        case .secretOverPlainHTTP, .invalidHeader, .redirect, .notRecorded: RecordedWords("other", [], "\(self)")
        }
    }

    /// Reads words of a record. Those of another program are the message of an unknown error.
    init(recorded text: String) {
        let words = RecordedWords(text)
        let text = words.words ?? ""
        let first = words.number(0) ?? 0
        if let fault = InvalidAnswer(words) {
            self = .invalid(fault)
            return
        }
        self =
            switch words.name {
            case "dns": .unreachable(.dns)
            case "connect": .unreachable(.connect(text))
            case "tls": .unreachable(.tls(text))
            case "certificate": .unreachable(.certificate(text))
            case "proxy": .unreachable(Unreachable(recordedProxy: text))
            case "reset": .unreachable(.reset(receivedBytes: first))
            case "cut": .unreachable(.cut(receivedBytes: first, expected: words.number(1)))
            case "header-cut": .unreachable(.headerCut)
            case "other": .unreachable(.other(text))
            case "timeout": .timedOut(milliseconds: first, of: .attempt)
            case "deadline": .timedOut(milliseconds: first, of: .deadline)
            case "library": .libraryMissing(text)
            case "no-thread": .noThread(ThreadLimit(rawValue: text) ?? .processes)
            case "url": .invalidURL(text)
            case "cancelled": .cancelled
            default: .unreachable(.other(words.text))
            }
    }
}

extension Unreachable {
    /// Reads `HTTPS_PROXY: text`, or the text alone where the variable is unknown.
    fileprivate init(recordedProxy text: String) {
        guard let end = text.firstRange(ofBytes: ": "), text[..<end.lowerBound].lowercased().hasSuffix("_proxy") else {
            self = .proxy(text, variable: nil)
            return
        }
        self = .proxy(String(text[end.upperBound...]), variable: String(text[..<end.lowerBound]))
    }

    fileprivate var recorded: RecordedWords {
        switch self {
        case .dns: RecordedWords("dns")
        case .connect(let text): RecordedWords("connect", [], text)
        case .tls(let text): RecordedWords("tls", [], text)
        case .certificate(let text): RecordedWords("certificate", [], text)
        case .proxy(let text, let variable): RecordedWords("proxy", [], (variable.map { $0 + ": " } ?? "") + text)
        case .reset(let bytes): RecordedWords("reset", [bytes])
        case .cut(let bytes, let expected): RecordedWords("cut", [bytes] + (expected.map { [$0] } ?? []))
        case .headerCut: RecordedWords("header-cut")
        case .other(let text): RecordedWords("other", [], text)
        }
    }
}

extension InvalidAnswer {
    fileprivate var recorded: RecordedWords {
        switch self {
        case .notHTTP: RecordedWords("not-http")
        case .malformedHeader(let text): RecordedWords("malformed-header", [], text)
        case .headerTooLarge(let limit): RecordedWords("header-too-large", [limit])
        case .twoLengths(let first, let second): RecordedWords("two-lengths", [], first + " and " + second)
        case .malformedChunks: RecordedWords("malformed-chunks")
        case .tooLarge(let limit): RecordedWords("too-large", [limit])
        case .unaskedEncoding(let name): RecordedWords("encoding", [], name)
        case .brokenCompression: RecordedWords("compression")
        case .lengthUnknown: RecordedWords("length-unknown")
        // The answer is recorded.
        case .emptyBody, .unaskedStatus: RecordedWords("other", [], "\(self)")
        }
    }

    fileprivate init?(_ words: RecordedWords) {
        let text = words.words ?? ""
        let number = words.number(0) ?? 0
        switch words.name {
        case "not-http": self = .notHTTP
        case "malformed-header": self = .malformedHeader(text)
        case "header-too-large": self = .headerTooLarge(limit: number)
        case "two-lengths":
            let parts = text.firstRange(ofBytes: " and ").map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
            self = .twoLengths(parts.map { String($0.0) } ?? text, parts.map { String($0.1) } ?? "")
        case "malformed-chunks": self = .malformedChunks
        case "too-large": self = .tooLarge(limit: number)
        case "encoding": self = .unaskedEncoding(text)
        case "compression": self = .brokenCompression
        case "length-unknown": self = .lengthUnknown
        default: return nil
        }
    }
}

// MARK: - WebSocket

extension WebSocketFailure {
    private static let handshakeFaults: [(name: String, fault: HandshakeFault)] = [
        ("no-upgrade", .noUpgrade), ("no-connection-upgrade", .noConnectionUpgrade), ("wrong-accept", .wrongAccept),
    ]

    private static let faults: [(name: String, fault: WebSocketFault)] = [
        ("reserved-bits", .reservedBits), ("masked-frame", .maskedFrame), ("oversized-control", .oversizedControl),
        ("fragmented-control", .fragmentedControl), ("length-overflow", .lengthOverflow),
        ("stray-continuation", .strayContinuation), ("interrupted-message", .interruptedMessage),
        ("invalid-utf-8", .invalidUTF8), ("half-close-code", .halfCloseCode),
    ]

    /// The failure in words of a record. A refusal is not in words.
    var recorded: RecordedWords {
        switch self {
        case .transport(let error): error.reason.recorded
        case .refused(let response): RecordedWords("refused", [response.status])
        case .badHandshake(.unaskedExtension(let name)): RecordedWords("unasked-extension", [], name)
        case .badHandshake(.unaskedSubprotocol(let name)): RecordedWords("unasked-subprotocol", [], name)
        case .badHandshake(let fault):
            RecordedWords(Self.handshakeFaults.first { $0.fault == fault }?.name ?? "no-upgrade")
        case .protocolViolation(.reservedOpcode(let opcode)): RecordedWords("reserved-opcode", [Int(opcode)])
        case .protocolViolation(.closeCode(let code)): RecordedWords("close-code", [Int(code)])
        case .protocolViolation(let fault):
            RecordedWords(Self.faults.first { $0.fault == fault }?.name ?? "reserved-bits")
        case .tooLarge(let limit): RecordedWords("message-too-large", [limit])
        case .closed(let code, let reason): RecordedWords("closed", code.map { [Int($0)] } ?? [], reason)
        case .reset(let midMessage): RecordedWords(midMessage ? "lost-in-message" : "lost")
        case .recordOver: RecordedWords("over")
        }
    }

    /// Reads words of a record.
    init(recorded text: String, host: String) {
        let words = RecordedWords(text)
        let text = words.words ?? ""
        let number = words.number(0) ?? 0
        if let fault = Self.handshakeFaults.first(where: { $0.name == words.name })?.fault {
            self = .badHandshake(fault)
        } else if let fault = Self.faults.first(where: { $0.name == words.name })?.fault {
            self = .protocolViolation(fault)
        } else {
            self =
                switch words.name {
                case "unasked-extension": .badHandshake(.unaskedExtension(text))
                case "unasked-subprotocol": .badHandshake(.unaskedSubprotocol(text))
                case "reserved-opcode": .protocolViolation(.reservedOpcode(UInt8(clamping: number)))
                case "close-code": .protocolViolation(.closeCode(UInt16(clamping: number)))
                case "message-too-large": .tooLarge(limit: number)
                case "closed": .closed(code: words.number(0).map { UInt16(clamping: $0) }, reason: text)
                case "lost-in-message": .reset(midMessage: true)
                case "lost": .reset(midMessage: false)
                default: .transport(TransportError(host: host, reason: TransportError.Reason(recorded: words.text)))
                }
        }
    }
}
