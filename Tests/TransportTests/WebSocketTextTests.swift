import TestSupport
import Testing

@testable import Transport

@Suite("WebSocket: text is UTF-8 (RFC 6455 section 8.1)")
struct WebSocketTextTests {
    /// `κόσμε`, a surrogate, `edited`: cases 6.3 and 6.4 of Autobahn.
    private static let good: [UInt8] = Array("κόσμε".utf8)
    private static let bad: [UInt8] = [0xED, 0xA0, 0x80]

    static let valid: [[UInt8]] =
        ([
            "", "Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}",
            "\u{10000}",
            "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10FFFF}", "\u{FFFE}", "\u{1FFFE}", "\u{10FFFE}",
            String(repeating: "a", count: 100) + "€" + String(repeating: "b", count: 100) + "𝄞",
        ] as [String]).map { Array($0.utf8) }

    static let invalid: [[UInt8]] = [
        good + bad + Array("edited".utf8), [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20],
        [0xE0, 0x80, 0x80],
        [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF0, 0x90, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80],
        [0xFE], [0xFF], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], Array("abcdefgh".utf8) + [0xC3] + Array("abcdefgh".utf8),
    ]

    @Test("6.2, 6.5 … 6.23 a text is taken whole and in fragments that cut its characters", arguments: valid)
    func taken(_ bytes: [UInt8]) {
        let found = [Found.text(String(decoding: bytes, as: UTF8.self))]
        Reading("whole", [ServerFrame(opcode: 1, payload: bytes)], found).expect()
        Reading("in fragments", ServerFrame.fragments(of: bytes, opcode: 1, size: 1), found).expect()
    }

    @Test(
        "6.3, 6.6 … 6.23 what is none is refused with 1007, whole and in fragments; as binary it is taken",
        arguments: invalid)
    func refused(_ bytes: [UInt8]) {
        Reading("whole", ServerFrame(opcode: 1, payload: bytes), .fault(.invalidUTF8)).expect()
        Reading("in fragments", ServerFrame.fragments(of: bytes, opcode: 1, size: 1), [.fault(.invalidUTF8)]).expect()
        Reading("binary", .binary(bytes), .binary(bytes)).expect()
        #expect(WebSocketFault.invalidUTF8.closeCode == 1007)
    }

    @Test("6.4 a bad text is refused at the byte that makes it bad: in a fragment before the last, and in half a frame")
    func failsFast() {
        let fragment = ServerFrame(opcode: 1, payload: Self.good + Self.bad, isFinal: false).bytes
        let inFragment = Found.read(fragment + ServerFrame(opcode: 0, payload: [65]).bytes, pieces: 1)
        #expect(inFragment.found == [.fault(.invalidUTF8)])
        // The surrogate shows at its second byte; its third is not waited for.
        #expect(inFragment.given == fragment.count - 1)
        let frame = ServerFrame(opcode: 1, payload: Self.good + Self.bad + [UInt8](repeating: 65, count: 50)).bytes
        let inFrame = Found.read(frame, pieces: 1)
        #expect(inFrame.found == [.fault(.invalidUTF8)] && inFrame.given == 2 + Self.good.count + 2)
        let beyondUnicode = ServerFrame(opcode: 1, payload: Self.good + [0xF4, 0x90, 0x80, 0x80, 65]).bytes
        #expect(Found.read(beyondUnicode, pieces: 1).given == 2 + Self.good.count + 2)
    }

    @Test("the check agrees with the standard library: every pair of bytes, every scalar, and random bytes")
    func agrees() {
        func isValid(_ bytes: [UInt8]) -> Bool {
            var check = UTF8Check()
            return bytes.withUnsafeBufferPointer { check.take($0) } && check.isComplete
        }
        func expectAgreement(_ bytes: [UInt8]) -> Bool {
            isValid(bytes) == (String(validating: bytes, as: UTF8.self) != nil)
        }
        var disagreements: [[UInt8]] = []
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max where !expectAgreement([first, second]) {
                disagreements.append([first, second])
            }
        }
        for value in stride(from: UInt32(0), to: 0x11_0000, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(Character(scalar)).utf8)
            if !isValid(bytes) || !expectAgreement(Array(bytes.dropLast()) + [65]) { disagreements.append(bytes) }
        }
        let leads: [UInt8] = [
            0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
        ]
        for _ in 0..<100_000 {
            let padding = [UInt8](repeating: 0x61, count: .random(in: 0...80))
            let bytes = padding + (0..<Int.random(in: 1...5)).map { _ in leads.randomElement() ?? 0 } + padding
            if !expectAgreement(bytes) { disagreements.append(bytes) }
        }
        #expect(disagreements.isEmpty)
    }
}
