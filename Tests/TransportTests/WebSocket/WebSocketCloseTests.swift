import TestSupport
import Testing

@testable import Transport

@Suite("WebSocket: close frames (RFC 6455 sections 5.5.1 and 7.4)", .quick)
struct WebSocketCloseTests {
    static let longest = String(repeating: "*", count: 123)

    static let readings: [Reading] = [
        Reading("7.3.1 empty", .close(nil), found: .close(nil, "")),
        Reading("7.3.2 one byte", ServerFrame(opcode: 8, payload: [3]), found: .fault(.halfCloseCode)),
        Reading("7.3.3 a code", .close(1000), found: .close(1000, "")),
        Reading("7.3.4 a code and a reason", .close(1000, reason: "Hello World!"), found: .close(1000, "Hello World!")),
        Reading("7.3.5 a reason of 123 bytes", .close(1000, reason: longest), found: .close(1000, longest)),
        Reading("7.3.6 one of 124", .close(1000, reason: longest + "*"), found: .fault(.oversizedControl)),
        Reading(
            "7.5.1 a reason that is not UTF-8",
            ServerFrame(opcode: 8, payload: [3, 0xE8, 0xCE, 0xBA, 0xED, 0xA0, 0x80]),
            found: .fault(.invalidUTF8)),
        Reading(
            "a reason cut in a character", ServerFrame(opcode: 8, payload: [3, 0xE8, 0xC3]), found: .fault(.invalidUTF8)
        ),
        Reading("a reason in Greek", .close(3000, reason: "τέλος"), found: .close(3000, "τέλος")),
        Reading(
            "in a fragmented message", [ServerFrame(opcode: 1, payload: [65], isFinal: false), .close(1001)],
            found: [.close(1001, "")]),
    ]

    @Test(
        "The payload of a close frame is empty or a code with a reason in UTF-8 (Autobahn 7.3, 7.5)",
        arguments: readings)
    func payload(_ reading: Reading) {
        reading.expect()
    }

    @Test(
        "Valid close codes are accepted (Autobahn 7.7)",
        arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999]
            as [UInt16])
    func valid(_ code: UInt16) {
        Reading("\(code)", .close(code), found: .close(code, "")).expect()
    }

    @Test(
        "Invalid close codes are refused with 1002 (Autobahn 7.9, 7.13)",
        arguments: [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535] as [UInt16])
    func invalid(_ code: UInt16) {
        Reading("\(code)", .close(code), found: .fault(.closeCode(code))).expect()
        #expect(WebSocketFault.closeCode(code).closeCode == 1002)
    }

    @Test("A close frame of the client has a code or nothing")
    func own() {
        #expect(CloseFrame.payload(code: 1002) == [0x03, 0xEA])
        #expect(CloseFrame.payload(code: nil).isEmpty)
    }
}
