import TestSupport
import Testing

@testable import Transport

@Suite("WebSocket: frames of the client (RFC 6455 sections 5.2 and 5.3)", .quick)
struct WebSocketEncoderTests {
    private func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8], key: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        payload.withUnsafeBufferPointer { FrameEncoder.append(opcode, $0, key: key, to: &bytes) }
        return bytes
    }

    @Test("Masked frames equal the examples of RFC 6455 section 5.7: a text “Hello” and a pong with it")
    func examples() {
        let hello = Array("Hello".utf8)
        let masked: [UInt8] = [0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(frame(.text, hello, key: 0x3D21_FA37) == [0x81, 0x85] + masked)
        #expect(frame(.pong, hello, key: 0x3D21_FA37) == [0x8A, 0x85] + masked)
    }

    @Test(
        "Every length has its shortest encoding, and the unmasked payload is the one that was sent",
        arguments: [0, 1, 7, 8, 9, 125, 126, 127, 65535, 65536])
    func lengths(_ count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let bytes = frame(.binary, payload, key: 0xA1B2_C3D4)
        #expect(bytes.count == count + 6 + (count > 65535 ? 8 : count > 125 ? 2 : 0))
        let (sent, length) = try #require(try ClientFrame.parse(bytes))
        #expect(length == bytes.count && sent.opcode == 2 && sent.isFinal && sent.payload == payload)
        #expect(sent.maskingKey == [0xD4, 0xC3, 0xB2, 0xA1])
    }

    @Test("Frames are appended to the buffer")
    func appends() throws {
        var bytes: [UInt8] = [1, 2, 3]
        [UInt8]("x".utf8).withUnsafeBufferPointer { FrameEncoder.append(.text, $0, key: 7, to: &bytes) }
        #expect(bytes.prefix(3) == [1, 2, 3])
        #expect(try ClientFrame.parse(Array(bytes.dropFirst(3)))?.frame.text == "x")
    }
}
