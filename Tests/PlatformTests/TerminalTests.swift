import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Terminal", .quick)
struct TerminalTests {
    @Test(
        "The size of a terminal has 80 columns and 24 rows in place of zeros",
        arguments: [(132, 50), (0, 0), (40, 0)])
    func size(_ columns: UInt16, _ rows: UInt16) throws {
        try withPseudoTerminal(columns, rows) { _, slave in
            let expected = Terminal.Size(columns: columns > 0 ? Int(columns) : 80, rows: rows > 0 ? Int(rows) : 24)
            #expect(Terminal.size(of: slave) == expected)
            #expect(Terminal.columns(of: slave) == expected.columns)
        }
    }

    @Test("A descriptor that is not a terminal has no size and no echo")
    func noTerminal() throws {
        let descriptor = open("/dev/null", O_RDWR)
        defer { close(descriptor) }
        #expect(Terminal.size(of: descriptor) == nil && Terminal.columns(of: descriptor) == nil)
        #expect(!Terminal.isOurs(descriptor) && Terminal.SilentKeys(descriptor) == nil)
    }

    @Test("A terminal that does not control the process is not changed")
    func notOurs() throws {
        try withPseudoTerminal(80, 24) { _, slave in
            #expect(!Terminal.isOurs(slave) && Terminal.SilentKeys(slave) == nil && Self.echoes(slave))
        }
    }

    @Test("On the controlling terminal the echo is off until it is restored, and the keys for signals stay on")
    func silentKeys() async {
        await #expect(processExitsWith: .exitCode(0)) {
            // A process that does not lead its group may start a session, which may take the terminal.
            var ends: (master: Int32, slave: Int32) = (-1, -1)
            openpty(&ends.master, &ends.slave, nil, nil, nil)
            setsid()
            guard ioctl(ends.slave, UInt(TIOCSCTTY), 0) == 0 else { exit(1) }
            guard let keys = Terminal.SilentKeys(ends.slave) else { exit(2) }
            var modes = termios()
            tcgetattr(ends.slave, &modes)
            let kept = tcflag_t(ISIG | ICANON)
            guard !TerminalTests.echoes(ends.slave), modes.c_lflag & kept == kept else { exit(3) }
            guard Terminal.SilentKeys(ends.slave) == nil else { exit(4) }
            keys.restore()
            keys.restore()
            exit(TerminalTests.echoes(ends.slave) ? 0 : 5)
        }
    }

    @Test("A terminal reports its size and the row of its cursor, if it does at once and no keys wait to be read")
    func report() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: (master: Int32, slave: Int32) = (-1, -1)
            openpty(&ends.master, &ends.slave, nil, nil, nil)
            guard Terminal.report(of: ends.slave) == nil else { exit(1) }
            setsid()
            guard ioctl(ends.slave, UInt(TIOCSCTTY), 0) == 0 else { exit(2) }
            guard Terminal.report(of: ends.slave) == nil else { exit(3) }
            let question = Array("\u{1B}[6n\u{1B}7\u{1B}[9999;9999H\u{1B}[6n\u{1B}8".utf8)
            var read = [UInt8](repeating: 0, count: 64)
            let asked = systemRead(ends.master, &read, 64)
            guard Array(read.prefix(max(0, asked))) == question else { exit(4) }
            let master = ends.master
            let report = Terminal.Report(size: Terminal.Size(columns: 80, rows: 24), cursorRow: 6)
            for (answer, expected) in [
                ("\u{1B}[7;1R\u{1B}[24;80R", report), ("xR\u{1B}[A\u{1B}[7;80R\u{1B}[24;80R", report), ("RR", nil),
                ("\u{1B}[0;1R\u{1B}[24;80R", nil), ("\u{1B}[7;1R", nil),
            ] {
                let terminal = Task.detached {
                    var read = [UInt8](repeating: 0, count: 64)
                    _ = systemRead(master, &read, 64)
                    _ = StandardStreams.write(Array(answer.utf8), to: master)
                }
                guard Terminal.report(of: ends.slave) == expected else { exit(5) }
                await terminal.value
            }
            guard TerminalTests.echoes(ends.slave) else { exit(6) }
            _ = StandardStreams.write(Array("keys".utf8), to: master)
            guard Terminal.report(of: ends.slave) == nil else { exit(7) }
            _ = StandardStreams.write(Array("\n".utf8), to: master)
            var keys: [UInt8] = []
            while keys.last != 0x0A, case let count = systemRead(ends.slave, &read, 64), count > 0 {
                keys += read.prefix(count)
            }
            exit(keys == Array("keys\n".utf8) ? 0 : 8)
        }
    }

    @Test(
        "The first nonempty of LC_ALL, LC_CTYPE and LANG decides whether the terminal takes UTF-8",
        arguments: [
            (["LANG": "en_US.UTF-8"], true), (["LANG": "de_DE.utf8@euro"], true), (["LC_CTYPE": "C.UTF-8"], true),
            ([:], false), (["LANG": "C"], false), (["LANG": "sv_SE.ISO-8859-1"], false),
            (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false), (["LC_ALL": "", "LANG": "en_US.UTF-8"], true),
            (["LC_ALL": "C.UTF-8", "LC_CTYPE": "C"], true),
        ] as [([String: String], Bool)])
    func encoding(_ variables: [String: String], _ isUTF8: Bool) {
        #expect(Terminal.isUTF8(variables) == isUTF8)
    }

    static func echoes(_ descriptor: Int32) -> Bool {
        var modes = termios()
        return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Runs `body` with a terminal that controls no process.
    private func withPseudoTerminal(
        _ columns: UInt16, _ rows: UInt16, _ body: (_ master: Int32, _ slave: Int32) throws -> Void
    ) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&ends.master, &ends.slave, nil, nil, &size) == 0)
        defer {
            close(ends.master)
            close(ends.slave)
        }
        try body(ends.master, ends.slave)
    }
}

private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
    read(descriptor, &bytes, count)
}
