import TestSupport
import Testing

@testable import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Background of a terminal", .quick)
struct TerminalBackgroundTests {
    @Test(
        "An answer has one to four digits for each channel",
        arguments: [
            ("\u{1B}]11;rgb:1111/1212/ffff\u{1B}\\\u{1B}[?62;c", [17, 18, 255]),
            ("\u{1B}]11;rgb:1e/00/FF\u{7}\u{1B}[?6c", [30, 0, 255]), ("\u{1B}]11;rgb:f/0/8\u{7}", [255, 0, 136]),
            ("\u{1B}]11;rgb:fff/000/800\u{7}", [255, 0, 127]), ("\u{1B}]11;rgb:fff/000/80", nil),
            ("\u{1B}[?62;c", nil), ("\u{1B}]11;rgb:11/22\u{7}", nil), ("\u{1B}]11;rgb:11111/22/33\u{7}", nil),
            ("\u{1B}]11;rgb:xx/22/33\u{7}", nil), ("\u{1B}]11;rgba:11/22/33/44\u{7}", nil), ("", nil),
        ] as [(String, [UInt8]?)])
    func answers(text: String, channels: [UInt8]?) {
        let color = Terminal.color(in: Array(text.utf8))
        #expect(color.map { [$0.red, $0.green, $0.blue] } == channels)
    }

    @Test("A terminal is asked for its background if it is ours, and what it does not answer is nil")
    func asked() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: (master: Int32, slave: Int32) = (-1, -1)
            openpty(&ends.master, &ends.slave, nil, nil, nil)
            guard Terminal.background(of: ends.slave) == nil else { exit(1) }
            setsid()
            guard ioctl(ends.slave, UInt(TIOCSCTTY), 0) == 0 else { exit(2) }
            // Nobody answers.
            guard Terminal.background(of: ends.slave) == nil else { exit(3) }
            var read = [UInt8](repeating: 0, count: 64)
            let asked = systemRead(ends.master, &read, 64)
            guard Array(read.prefix(max(0, asked))) == Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8) else { exit(4) }
            let master = ends.master
            for (answer, red) in [
                ("\u{1B}]11;rgb:1e1e/2020/3030\u{1B}\\\u{1B}[?62;22c", 30), ("\u{1B}[?6c", nil),
                ("\u{1B}]11;rgb:1f/20/30\u{7}", 31), ("\u{1B}]11;rgb:1d/20/30\u{7}\u{1B}[?62cq", 29),
            ] as [(String, UInt8?)] {
                // Until it answers the program waits for 50 ms; a busy machine may need longer for it.
                var color: Terminal.Color?
                for _ in 0..<50 where color?.red != red || red == nil {
                    let terminal = Task.detached {
                        var read = [UInt8](repeating: 0, count: 64)
                        _ = systemRead(master, &read, 64)
                        _ = StandardStreams.write(Array(answer.utf8), to: master)
                    }
                    color = Terminal.background(of: ends.slave)
                    await terminal.value
                    tcflush(ends.slave, TCIFLUSH)
                    if red == nil { break }
                }
                guard color?.red == red else { exit(5) }
            }
            _ = StandardStreams.write(Array("keys".utf8), to: master)
            guard Terminal.background(of: ends.slave) == nil else { exit(6) }
            var modes = termios()
            tcgetattr(ends.slave, &modes)
            let kept = tcflag_t(ICANON | ECHO)
            exit(modes.c_lflag & kept == kept ? 0 : 7)
        }
    }

    @Test("A signal that ends the process while it asks restores the modes of the terminal")
    func signal() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: (master: Int32, slave: Int32) = (-1, -1)
            openpty(&ends.master, &ends.slave, nil, nil, nil)
            setsid()
            guard ioctl(ends.slave, UInt(TIOCSCTTY), 0) == 0 else { exit(1) }
            let slave = ends.slave
            let asking = Task.detached { _ = Terminal.background(of: slave) }
            var read = [UInt8](repeating: 0, count: 64)
            // The question is there, so that the modes are those for the answer.
            guard systemRead(ends.master, &read, 64) > 0 else { exit(2) }
            Terminal.endAsking()
            var modes = termios()
            tcgetattr(ends.slave, &modes)
            let kept = tcflag_t(ICANON | ECHO)
            guard modes.c_lflag & kept == kept else { exit(3) }
            await asking.value
            exit(0)
        }
    }
}

private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
    read(descriptor, &bytes, count)
}
