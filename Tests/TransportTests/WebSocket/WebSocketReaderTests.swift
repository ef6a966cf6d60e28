import TestSupport
import Testing

@testable import Transport

private func bytes(_ count: Int, _ byte: UInt8 = 0xFE) -> [UInt8] {
    [UInt8](repeating: byte, count: count)
}

private func text(_ count: Int) -> String {
    String(repeating: "*", count: count)
}

/// The groups and numbers are those of Autobahn's test suite.
@Suite("WebSocket: frames of the server (RFC 6455 sections 5 and 8)", .quick)
struct WebSocketReaderTests {
    static let framing: [Reading] =
        [0, 125, 126, 127, 128, 65535, 65536].flatMap { count in
            [
                Reading("1.1 text of \(count) bytes", .text(text(count)), found: .text(text(count))),
                Reading("1.2 binary of \(count) bytes", .binary(bytes(count)), found: .binary(bytes(count))),
            ]
        } + [Reading("1 many in one piece", (0..<500).map { .text("\($0)") }, found: (0..<500).map { .text("\($0)") })]

    static let control: [Reading] = [
        Reading("2.1 ping without payload", .ping(), found: .ping([])),
        Reading("2.2 ping with text", .ping(Array("Hello, world!".utf8)), found: .ping(Array("Hello, world!".utf8))),
        Reading("2.3 ping with bytes", .ping([0, 0xFF, 0xFE, 0]), found: .ping([0, 0xFF, 0xFE, 0])),
        Reading("2.4 ping of 125 bytes", .ping(bytes(125)), found: .ping(bytes(125))),
        Reading("2.5 ping of 126 bytes", .ping(bytes(126)), found: .fault(.oversizedControl)),
        Reading(
            "pong of 65536 bytes", ServerFrame(opcode: 10, payload: bytes(65536)), found: .fault(.oversizedControl)),
        Reading("close of 126 bytes", ServerFrame(opcode: 8, payload: bytes(126)), found: .fault(.oversizedControl)),
        Reading("2.7 an unsolicited pong", ServerFrame(opcode: 10, payload: []), found: .pong([])),
        Reading("2.8 the same with payload", ServerFrame(opcode: 10, payload: [1]), found: .pong([1])),
        Reading("2.10 ten pings", (0..<10).map { .ping([$0]) }, found: (0..<10).map { .ping([$0]) }),
    ]

    static let reserved: [Reading] = (1...7).map { bits in
        Reading(
            "3.\(bits) RSV \(bits) after a sound message",
            [
                .text("first"),
                ServerFrame(opcode: UInt8([1, 2, 8, 9][bits % 4]), payload: [1], reservedBits: UInt8(bits)),
            ],
            found: [.text("first"), .fault(.reservedBits)])
    }

    static let opcodes: [Reading] = ([3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8]).flatMap { opcode in
        [bytes(0), Array("payload".utf8)].map { payload in
            Reading(
                "4 opcode \(opcode) with \(payload.count) bytes",
                [.text("first"), ServerFrame(opcode: opcode, payload: payload), .ping()],
                found: [.text("first"), .fault(.reservedOpcode(opcode))])
        }
    }

    static let fragments: [Reading] = [
        Reading(
            "5.1 ping in fragments", ServerFrame(opcode: 9, payload: [1], isFinal: false),
            found: .fault(.fragmentedControl)),
        Reading(
            "5.2 pong in fragments", ServerFrame(opcode: 10, payload: [1], isFinal: false),
            found: .fault(.fragmentedControl)),
        Reading(
            "5.3 text in two", ServerFrame.fragments(ofText: "fragment1fragment2", size: 9),
            found: [.text("fragment1fragment2")]),
        Reading(
            "5.6 a ping between", [part("fragment1", 1), .ping([7]), part("fragment2", 0, isFinal: true)],
            found: [.ping([7]), .text("fragment1fragment2")]),
        Reading("5.9 a continuation of nothing", part("x", 0, isFinal: true), found: .fault(.strayContinuation)),
        Reading("5.12 the same, to be continued", part("x", 0), found: .fault(.strayContinuation)),
        Reading(
            "5.15 a continuation after the end", [part("a", 1), part("b", 0, isFinal: true), part("c", 0)],
            found: [.text("ab"), .fault(.strayContinuation)]),
        Reading(
            "5.18 a text in a text", [part("a", 1), part("b", 1, isFinal: true)], found: [.fault(.interruptedMessage)]),
        Reading("a binary in a text", [part("a", 1), .binary([1])], found: [.fault(.interruptedMessage)]),
        Reading(
            "5.19 pings between five",
            [
                part("a", 1), part("b", 0), .ping([1]), part("c", 0), part("d", 0), .ping([2]),
                part("e", 0, isFinal: true),
            ],
            found: [.ping([1]), .ping([2]), .text("abcde")]),
        Reading(
            "binary in fragments, then a whole message",
            ServerFrame.fragments(of: bytes(10), opcode: 2, size: 3) + [.text("next")],
            found: [.binary(bytes(10)), .text("next")]),
        Reading(
            "6.1.2 three empty fragments", [part("", 1), part("", 0), part("", 0, isFinal: true)], found: [.text("")]),
        Reading(
            "6.1.3 one of them not empty", [part("", 1), part("x", 0), part("", 0, isFinal: true)], found: [.text("x")]),
        Reading(
            "9.3 64 KiB in fragments", ServerFrame.fragments(ofText: text(65536), size: 64), found: [.text(text(65536))]
        ),
    ]

    private static func part(_ text: String, _ opcode: UInt8, isFinal: Bool = false) -> ServerFrame {
        ServerFrame(opcode: opcode, payload: Array(text.utf8), isFinal: isFinal)
    }

    static let masked: [Reading] = [
        Reading(
            "a masked frame", ServerFrame(opcode: 1, payload: [65], maskingKey: [1, 2, 3, 4]),
            found: .fault(.maskedFrame)),
        Reading(
            "a masked ping", ServerFrame(opcode: 9, payload: [], maskingKey: [0, 0, 0, 0]), found: .fault(.maskedFrame)),
    ]

    @Test(
        "Frames cut anywhere give their messages, or their protocol error",
        arguments: framing + control + reserved + opcodes + fragments + masked)
    func reads(_ reading: Reading) {
        reading.expect()
    }

    @Test("The server's examples in RFC 6455 section 5.7 are read")
    func examples() {
        #expect(Found.read([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F], pieces: 100).found == [.text("Hello")])
        let halves: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]
        #expect(Found.read(halves, pieces: 100).found == [.text("Hello")])
        let ping: [UInt8] = [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
        #expect(Found.read(ping, pieces: 100).found == [.ping(Array("Hello".utf8))])
        #expect(Found.read([0x82, 0x7E, 0x01, 0x00] + bytes(256), pieces: 100).found == [.binary(bytes(256))])
        let long: [UInt8] = [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0]
        #expect(Found.read(long + bytes(65536), pieces: 1000).found == [.binary(bytes(65536))])
    }

    @Test("A protocol error is reported at its first byte, not at the end of the frame")
    func failsFast() {
        let opening: [([UInt8], WebSocketFault)] = [
            ([0xC1, 0x7F], .reservedBits), ([0x83, 0x7F], .reservedOpcode(3)), ([0x81, 0xFF], .maskedFrame),
            ([0x89, 0x7E], .oversizedControl), ([0x09, 0x05], .fragmentedControl),
            ([0x82, 0x7F, 0x80, 0, 0, 0, 0, 0, 0, 0], .lengthOverflow), ([0x80, 0x05], .strayContinuation),
        ]
        for (bytes, fault) in opening {
            let result = Found.read(bytes + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], pieces: 1)
            #expect(result.found == [.fault(fault)])
            #expect(result.given == bytes.count, "\(fault)")
        }
    }

    @Test("A longer length encoding than necessary is accepted")
    func longForms() {
        #expect(Found.read([0x82, 0x7E, 0, 1, 9], pieces: 1).found == [.binary([9])])
        #expect(Found.read([0x82, 0x7F, 0, 0, 0, 0, 0, 0, 0, 1, 9], pieces: 1).found == [.binary([9])])
    }

    @Test("A message of exactly the limit is accepted; a longer one is refused by its announced length")
    func limit() {
        func read(_ frames: [ServerFrame]) -> [Found] {
            Found.read(frames.flatMap(\.bytes), pieces: 64, limit: 200).found
        }
        #expect(read([.binary(bytes(200))]) == [.binary(bytes(200))])
        #expect(read([.binary(bytes(201))]) == [.failure(.tooLarge(limit: 200))])
        #expect(read(ServerFrame.fragments(of: bytes(200), opcode: 2, size: 50)) == [.binary(bytes(200))])
        #expect(read(ServerFrame.fragments(of: bytes(201), opcode: 2, size: 50)) == [.failure(.tooLarge(limit: 200))])
        let announced: [UInt8] = [0x82, 0x7F, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        let part = ServerFrame(opcode: 2, payload: [1], isFinal: false).bytes
        #expect(Found.read(announced, pieces: 1).found == [.failure(.tooLarge(limit: 16 << 20))])
        #expect(
            Found.read(part + [0x80] + announced.dropFirst(), pieces: 1).found == [.failure(.tooLarge(limit: 16 << 20))]
        )
        #expect(WebSocketFailure.tooLarge(limit: 1).closeCode == 1009)
    }
}
