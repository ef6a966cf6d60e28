import Synchronization
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("Lines for stderr that wait for a live view", .quick)
struct PictureFrameTests {
    @Test("Many small pieces all wait; of what does not fit, the lines are counted and their number is printed")
    func room() {
        let printed = Mutex<[UInt8]>([])
        let lines = PictureFrame(
            Console(write: { _ in }, complain: { bytes in printed.withLock { $0 += bytes } }), room: 20_000)
        let console = lines.delayed
        for _ in 0..<5000 { console.complain(Array("x\n".utf8)) }
        #expect(lines.take() == Array(String(repeating: "x\n", count: 5000).utf8))
        #expect(lines.take().isEmpty)

        console.complain([UInt8](repeating: UInt8(ascii: "y"), count: 19_990) + [UInt8(ascii: "\n")])
        console.complain(Array("one line\ntwo lines\n".utf8))
        console.complain(Array("fits\n".utf8))
        console.complain(Array("three\n".utf8))
        let text = String(decoding: lines.take(), as: UTF8.self)
        #expect(
            text.hasSuffix("y\nfits\ncrypto: 3 lines were left out, too many to show at once\n"), "\(text.suffix(99))")
        let early = printed.withLock { $0 }
        #expect(early.isEmpty)

        #expect(lines.take(isLast: true).isEmpty)
        console.complain(Array("after the end\n".utf8))
        let late = printed.withLock { $0 }
        #expect(late == Array("after the end\n".utf8))
    }
}
