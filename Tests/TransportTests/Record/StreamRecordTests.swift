import Platform
import TestSupport
import Testing

@testable import Transport

@Suite("Files of recorded streams", .quick)
struct StreamRecordTests {
    private static let time = RecordTime(milliseconds: 1_709_294_400_123)
    private static let events: [StreamRecord.Event] = [
        .opened, .frame(isSent: true, .text, Array("sub \"ö\"\n".utf8)), .frame(isSent: false, .text, Array("1".utf8)),
        .frame(isSent: false, .binary, [0xFF, 0]), .frame(isSent: false, .ping, [7]),
        .refused(status: 429, header: [HTTPHeader("Retry-After", "5")], body: Array("slow".utf8)), .failed("lost"),
    ]

    private static var file: [UInt8] {
        let steps = events.enumerated().map { StreamRecord.Step(time: time + Int64($0.offset), event: $0.element) }
        return StreamRecord.firstLine(url: "wss://a.example/?key=***", began: time, run: time) + steps.flatMap(\.line)
    }

    @Test("A connection is read as it was written")
    func roundTrip() throws {
        let record = try #require(try StreamRecord(file: Self.file))
        #expect(record.url == "wss://a.example/?key=***")
        #expect(record.began == Self.time && record.run == Self.time)
        #expect(record.steps.map(\.event) == Self.events)
        #expect(record.steps.map(\.time.milliseconds) == (0...6).map { Self.time.milliseconds + $0 })
    }

    @Test("A file that is cut at any byte has the steps before it")
    func cut() throws {
        let bytes = Self.file
        for length in bytes.indices {
            let record = try StreamRecord(file: Array(bytes.prefix(length)))
            let lines = bytes.prefix(length).count { $0 == 0x0A }
            #expect(record?.steps.count ?? -1 == lines - 1)
        }
    }

    @Test("A damaged line before the last is an error", arguments: ["{}", "x", #"{"time":"2024-03-01","error":"x"}"#])
    func damaged(_ line: String) {
        let bytes = Self.file + Array("\(line)\n".utf8)
        #expect(throws: (any Error).self) { _ = try StreamRecord(file: bytes) }
    }

    @Test("An opcode that no frame has is an error", arguments: [Int64.min, .max, 256])
    func opcode(_ number: Int64) {
        let text = """
            {"url":"wss://a.example/","time":"2024-03-01T12:00:00Z"}
            {"time":"2024-03-01T12:00:00Z","direction":"received","opcode":\(number),"payload":""}

            """
        #expect(throws: HARFault.self) { _ = try StreamRecord(file: Array(text.utf8)) }
    }

    static let failures: [WebSocketFailure] = [
        .transport(TransportError(host: "h", reason: .unreachable(.dns))), .badHandshake(.noUpgrade),
        .badHandshake(.noConnectionUpgrade), .badHandshake(.wrongAccept), .badHandshake(.unaskedExtension("x")),
        .badHandshake(.unaskedSubprotocol("x")), .protocolViolation(.reservedBits),
        .protocolViolation(.reservedOpcode(3)),
        .protocolViolation(.maskedFrame), .protocolViolation(.oversizedControl), .protocolViolation(.fragmentedControl),
        .protocolViolation(.lengthOverflow), .protocolViolation(.strayContinuation),
        .protocolViolation(.interruptedMessage), .protocolViolation(.invalidUTF8), .protocolViolation(.halfCloseCode),
        .protocolViolation(.closeCode(1005)), .tooLarge(limit: 16), .closed(code: 1001, reason: "a: b"),
        .closed(code: nil, reason: ""), .reset(midMessage: true), .reset(midMessage: false),
    ]

    @Test("Each failure is read as it was written", arguments: failures)
    func failed(_ failure: WebSocketFailure) {
        #expect(WebSocketFailure(recorded: failure.recorded.text, host: "h") == failure)
    }
}
