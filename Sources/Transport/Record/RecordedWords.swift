import Platform

/// A failure as words of a record: a name, numbers and a text, such as `cut 120 300` or `connect: Connection refused`.
struct RecordedWords {
    var name = ""
    var numbers: [Int] = []
    var words: String?

    /// The words in one line.
    var text: String {
        ([name] + numbers.map(String.init)).joined(separator: " ") + (words.map { ": " + $0 } ?? "")
    }

    fileprivate var first: Int { numbers.first ?? 0 }
    fileprivate var detail: String { words ?? "" }

    /// Finds the name of a failure whose numbers and text are these; nil if the table has no such failure.
    fileprivate func named<Failure: Equatable>(
        _ failure: Failure, in table: [(name: String, failure: (RecordedWords) -> Failure)]
    ) -> RecordedWords? {
        table.first { $0.failure(self) == failure }
            .map { RecordedWords(name: $0.name, numbers: numbers, words: words) }
    }
}

extension RecordedWords {
    /// Reads a line.
    init(_ text: String) {
        let end = text.firstRange(ofBytes: ": ")
        words = end.map { String(text[$0.upperBound...]) }
        let parts = text[..<(end?.lowerBound ?? text.endIndex)].split(separator: " ")
        name = parts.first.map(String.init) ?? ""
        numbers = parts.dropFirst().compactMap { Int($0) }
    }
}

// MARK: - HTTP

extension TransportError.Reason {
    private static var table: [(name: String, failure: (RecordedWords) -> TransportError.Reason)] {
        [
            ("dns", { _ in .unreachable(.dns) }),
            ("connect", { .unreachable(.connect($0.detail)) }),
            ("tls", { .unreachable(.tls($0.detail)) }),
            ("certificate", { .unreachable(.certificate($0.detail)) }),
            ("proxy", { .unreachable(Unreachable(recordedProxy: $0.detail)) }),
            ("reset", { .unreachable(.reset(receivedBytes: $0.first)) }),
            ("cut", { .unreachable(.cut(receivedBytes: $0.first, expected: $0.numbers.dropFirst().first)) }),
            ("header-cut", { _ in .unreachable(.headerCut) }),
            ("other", { .unreachable(.other($0.detail)) }),
            ("timeout", { .timedOut(milliseconds: $0.first, of: .attempt) }),
            ("deadline", { .timedOut(milliseconds: $0.first, of: .deadline) }),
            ("library", { .libraryMissing($0.detail) }),
            ("no-thread", { .noThread(ThreadLimit(rawValue: $0.detail) ?? .processes) }),
            ("url", { .invalidURL($0.detail) }),
            ("cancelled", { _ in .cancelled }),
            ("not-http", { _ in .invalid(.notHTTP) }),
            ("malformed-header", { .invalid(.malformedHeader($0.detail)) }),
            ("header-too-large", { .invalid(.headerTooLarge(limit: $0.first)) }),
            ("two-lengths", { .invalid(InvalidAnswer(recordedLengths: $0.detail)) }),
            ("malformed-chunks", { _ in .invalid(.malformedChunks) }),
            ("too-large", { .invalid(.tooLarge(limit: $0.first)) }),
            ("encoding", { .invalid(.unaskedEncoding($0.detail)) }),
            ("compression", { _ in .invalid(.brokenCompression) }),
            ("length-unknown", { _ in .invalid(.lengthUnknown) }),
        ]
    }

    /// The reason in words of a record. Any other reason is found before a request is sent, or in its answer.
    var recorded: RecordedWords {
        let values: RecordedWords =
            switch self {
            case .unreachable(.connect(let text)), .unreachable(.tls(let text)), .unreachable(.certificate(let text)),
                .unreachable(.other(let text)), .libraryMissing(let text), .invalidURL(let text),
                .invalid(.malformedHeader(let text)), .invalid(.unaskedEncoding(let text)):
                RecordedWords(words: text)
            case .unreachable(.reset(let number)), .timedOut(let number, _), .invalid(.headerTooLarge(let number)),
                .invalid(.tooLarge(let number)):
                RecordedWords(numbers: [number])
            case .unreachable(.cut(let bytes, let expected)):
                RecordedWords(numbers: [bytes] + (expected.map { [$0] } ?? []))
            case .unreachable(.proxy(let text, let variable)):
                RecordedWords(words: (variable.map { $0 + ": " } ?? "") + text)
            case .noThread(let limit): RecordedWords(words: limit.rawValue)
            case .invalid(.twoLengths(let first, let second)): RecordedWords(words: first + " and " + second)
            default: RecordedWords()
            }
        return values.named(self, in: Self.table) ?? RecordedWords(name: "other", words: "\(self)")
    }

    /// Reads words of a record. Those of another program are the message of an unknown error.
    init(recorded text: String) {
        let words = RecordedWords(text)
        self = Self.table.first { $0.name == words.name }?.failure(words) ?? .unreachable(.other(text))
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
}

extension InvalidAnswer {
    /// Reads `1 and 2`.
    fileprivate init(recordedLengths text: String) {
        let parts = text.firstRange(ofBytes: " and ").map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
        self = .twoLengths(parts.map { String($0.0) } ?? text, parts.map { String($0.1) } ?? "")
    }
}

// MARK: - WebSocket

extension WebSocketFailure {
    private static var table: [(name: String, failure: (RecordedWords) -> WebSocketFailure)] {
        [
            ("no-upgrade", { _ in .badHandshake(.noUpgrade) }),
            ("no-connection-upgrade", { _ in .badHandshake(.noConnectionUpgrade) }),
            ("wrong-accept", { _ in .badHandshake(.wrongAccept) }),
            ("unasked-extension", { .badHandshake(.unaskedExtension($0.detail)) }),
            ("unasked-subprotocol", { .badHandshake(.unaskedSubprotocol($0.detail)) }),
            ("reserved-bits", { _ in .protocolViolation(.reservedBits) }),
            ("reserved-opcode", { .protocolViolation(.reservedOpcode(UInt8(clamping: $0.first))) }),
            ("masked-frame", { _ in .protocolViolation(.maskedFrame) }),
            ("oversized-control", { _ in .protocolViolation(.oversizedControl) }),
            ("fragmented-control", { _ in .protocolViolation(.fragmentedControl) }),
            ("length-overflow", { _ in .protocolViolation(.lengthOverflow) }),
            ("stray-continuation", { _ in .protocolViolation(.strayContinuation) }),
            ("interrupted-message", { _ in .protocolViolation(.interruptedMessage) }),
            ("invalid-utf-8", { _ in .protocolViolation(.invalidUTF8) }),
            ("half-close-code", { _ in .protocolViolation(.halfCloseCode) }),
            ("close-code", { .protocolViolation(.closeCode(UInt16(clamping: $0.first))) }),
            ("message-too-large", { .tooLarge(limit: $0.first) }),
            ("closed", { .closed(code: $0.numbers.first.map { UInt16(clamping: $0) }, reason: $0.detail) }),
            ("lost-in-message", { _ in .reset(midMessage: true) }),
            ("lost", { _ in .reset(midMessage: false) }),
        ]
    }

    /// The failure in words of a record. A refusal is not in words.
    var recorded: RecordedWords {
        if case .transport(let error) = self { return error.reason.recorded }
        let values: RecordedWords =
            switch self {
            case .badHandshake(.unaskedExtension(let name)), .badHandshake(.unaskedSubprotocol(let name)):
                RecordedWords(words: name)
            case .protocolViolation(.reservedOpcode(let opcode)): RecordedWords(numbers: [Int(opcode)])
            case .protocolViolation(.closeCode(let code)): RecordedWords(numbers: [Int(code)])
            case .tooLarge(let limit): RecordedWords(numbers: [limit])
            case .closed(let code, let reason): RecordedWords(numbers: code.map { [Int($0)] } ?? [], words: reason)
            default: RecordedWords()
            }
        return values.named(self, in: Self.table) ?? RecordedWords(name: "other", words: "\(self)")
    }

    /// Reads words of a record.
    init(recorded text: String, host: String) {
        let words = RecordedWords(text)
        self =
            Self.table.first { $0.name == words.name }?.failure(words)
            ?? .transport(TransportError(host: host, reason: TransportError.Reason(recorded: text)))
    }
}
