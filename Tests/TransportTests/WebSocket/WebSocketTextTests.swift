import TestSupport
import Testing

@testable import Transport

@Suite("WebSocket: text is UTF-8 (RFC 6455 section 8.1)", .quick)
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

    @Test(
        "Valid text is accepted whole and in fragments that cut its characters (Autobahn 6.2 and 6.5 to 6.23)",
        arguments: valid)
    func taken(_ bytes: [UInt8]) {
        let found = [Found.text(String(decoding: bytes, as: UTF8.self))]
        Reading("whole", [ServerFrame(opcode: 1, payload: bytes)], found: found).expect()
        Reading("in fragments", ServerFrame.fragments(of: bytes, opcode: 1, size: 1), found: found).expect()
    }

    @Test(
        "Invalid UTF-8 is refused with 1007 as text, and accepted as binary (Autobahn 6.3 and 6.6 to 6.23)",
        arguments: invalid)
    func refused(_ bytes: [UInt8]) {
        Reading("whole", ServerFrame(opcode: 1, payload: bytes), found: .fault(.invalidUTF8)).expect()
        Reading("in fragments", ServerFrame.fragments(of: bytes, opcode: 1, size: 1), found: [.fault(.invalidUTF8)])
            .expect()
        Reading("binary", .binary(bytes), found: .binary(bytes)).expect()
        #expect(WebSocketFault.invalidUTF8.closeCode == 1007)
    }

    @Test("Invalid text is refused at its first invalid byte, before the end of a fragment or a frame (Autobahn 6.4)")
    func failsFast() {
        let fragment = ServerFrame(opcode: 1, payload: Self.good + Self.bad, isFinal: false).bytes
        let inFragment = Found.read(fragment + ServerFrame(opcode: 0, payload: [65]).bytes, pieces: 1)
        #expect(inFragment.found == [.fault(.invalidUTF8)])
        // The second byte of the surrogate makes it invalid. The reader does not wait for the third.
        #expect(inFragment.given == fragment.count - 1)
        let frame = ServerFrame(opcode: 1, payload: Self.good + Self.bad + [UInt8](repeating: 65, count: 50)).bytes
        let inFrame = Found.read(frame, pieces: 1)
        #expect(inFrame.found == [.fault(.invalidUTF8)] && inFrame.given == 2 + Self.good.count + 2)
        let beyondUnicode = ServerFrame(opcode: 1, payload: Self.good + [0xF4, 0x90, 0x80, 0x80, 65]).bytes
        #expect(Found.read(beyondUnicode, pieces: 1).given == 2 + Self.good.count + 2)
    }

    @Test("The UTF-8 check agrees with the standard library on every pair of bytes, on scalars and on random bytes")
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
