import Synchronization
import TestSupport
import Testing

@testable import Platform

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
        #expect(!Terminal.isOurs(descriptor) && Terminal.SilentKeys(descriptor, keepsLines: true) == nil)
        #expect(TypedKeys(descriptor, output: descriptor).begin { _ in } == nil)
    }

    @Test("A terminal that does not control the process is not changed")
    func notOurs() throws {
        try withPseudoTerminal(80, 24) { _, slave in
            #expect(!Terminal.isOurs(slave) && Terminal.SilentKeys(slave, keepsLines: false) == nil)
            #expect(Self.echoes(slave))
        }
    }

    @Test(
        "On the controlling terminal the echo, and line editing unless it is kept, are off until the modes are restored"
    )
    func silentKeys() async {
        await #expect(processExitsWith: .exitCode(0)) {
            // A process that does not lead its group may start a session, which may take the terminal.
            var ends: (master: Int32, slave: Int32) = (-1, -1)
            openpty(&ends.master, &ends.slave, nil, nil, nil)
            setsid()
            guard ioctl(ends.slave, UInt(TIOCSCTTY), 0) == 0 else { exit(1) }
            let (all, lines) = (tcflag_t(ISIG | ICANON | ECHO), tcflag_t(ISIG | ICANON))
            for (keepsLines, kept) in [(true, lines), (false, tcflag_t(ISIG))] {
                guard let keys = Terminal.SilentKeys(ends.slave, keepsLines: keepsLines) else { exit(2) }
                guard TerminalTests.modes(ends.slave) & all == kept else { exit(3) }
                guard Terminal.SilentKeys(ends.slave, keepsLines: keepsLines) == nil else { exit(4) }
                keys.restore()
                keys.restore()
                guard TerminalTests.modes(ends.slave) & all == all else { exit(5) }
            }
            exit(0)
        }
    }

    @Test("Keys are passed on as they are typed, those in a report too; at the end lines are read as before")
    func typedKeys() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: (master: Int32, slave: Int32) = (-1, -1)
            openpty(&ends.master, &ends.slave, nil, nil, nil)
            setsid()
            guard ioctl(ends.slave, UInt(TIOCSCTTY), 0) == 0 else { exit(1) }
            let typed = Mutex("")
            let (master, slave) = ends
            // Without a terminal of its own, stdin leaves that of the output without echo, and no key is read.
            let other = open("/dev/null", O_RDONLY)
            guard let restore = TypedKeys(other, output: slave).begin({ _ in exit(3) }) else { exit(4) }
            guard !TerminalTests.echoes(slave) else { exit(5) }
            restore()
            guard TerminalTests.echoes(slave) else { exit(7) }
            let keys = TypedKeys(slave, output: slave)
            @Sendable func type(_ text: String) { _ = StandardStreams.write(Array(text.utf8), to: master) }
            @Sendable func expect(_ text: String) {
                // Something that never comes ends with the time limit of tests.
                while typed.withLock(\.self) != text { usleep(100) }
            }
            guard let end = keys.begin({ key in typed.withLock { $0.append(key) } }) else { exit(2) }
            type("s")
            expect("s")
            type("\u{1B}[A\u{1B}OP\u{1B}[200~?")
            expect("s?")
            type("\u{1B}")
            expect("s?\u{1B}")
            let terminal = Task.detached {
                var read = [UInt8](repeating: 0, count: 64)
                _ = systemRead(master, &read, 64)
                type("a\u{1B}[7;1Rb\u{1B}[Ac\u{1B}[24;80Rd")
            }
            let report = Terminal.Report(size: Terminal.Size(columns: 80, rows: 24), cursorRow: 6)
            guard keys.report(of: slave) == report else { exit(6) }
            await terminal.value
            expect("s?\u{1B}abcd")
            end()
            guard TerminalTests.echoes(slave) else { exit(8) }
            type("line\n")
            guard case .success(let line) = StandardStreams.read(from: slave), line == Array("line\n".utf8) else {
                exit(9)
            }
            exit(typed.withLock(\.self) == "s?\u{1B}abcd" ? 0 : 10)
        }
    }

    @Test(
        "Sequences are no keys, and an Esc is one if nothing follows it",
        arguments: [
            (["q"], "q", ""), (["\u{1B}"], "", "\u{1B}"), (["\u{1B}[A"], "", ""), (["\u{1B}", "[A"], "", ""),
            (["\u{1B}[", "1;5", "Cq"], "q", ""), (["\u{1B}OPs"], "s", ""), (["\u{1B}\u{1B}"], "\u{1B}", "\u{1B}"),
            (["\u{1B}q?"], "?", ""), (["\u{1B}]11;rgb:0/0/0\u{7}q"], "q", ""), (["\u{1B}Pq\u{1B}\\s"], "s", ""),
            (["\u{1B}[7;80R"], "", ""), (["é\t\n\u{4}\u{7F}q"], "q", ""), (["\u{1B}["], "", ""),
        ])
    func decoder(_ pieces: [String], _ keys: String, _ rest: String) {
        var decoder = KeyDecoder()
        #expect(pieces.flatMap { decoder.take(Array($0.utf8)) } == Array(keys))
        #expect(decoder.isOpen || rest.isEmpty)
        #expect(decoder.finish() == Array(rest) && !decoder.isOpen)
        #expect(decoder.take(Array("q".utf8)) == ["q"])
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

    static func echoes(_ descriptor: Int32) -> Bool { modes(descriptor) & tcflag_t(ECHO) != 0 }

    static func modes(_ descriptor: Int32) -> tcflag_t {
        var modes = termios()
        return tcgetattr(descriptor, &modes) == 0 ? modes.c_lflag : 0
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
