#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// The number of columns and rows of a terminal.
package struct TerminalSize: Sendable, Equatable {
    package let columns: UInt16
    package let rows: UInt16

    package init(columns: UInt16, rows: UInt16 = 24) {
        self.columns = columns
        self.rows = rows
    }
}

/// A pty. Its slave keeps bytes as written (no `\n` → `\r\n`) and does not echo.
struct PseudoTerminal {
    let master: Int32
    let slave: Int32
    /// The slave's path.
    let path: String

    init(_ size: TerminalSize) throws {
        var window = winsize(ws_row: size.rows, ws_col: size.columns, ws_xpixel: 0, ws_ypixel: 0)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 1024)
        let code = Descriptors.creation.withLock { _ in
            let code = openpty(&ends.master, &ends.slave, &name, nil, &window)
            Descriptors.closeOnExec(ends.master)
            Descriptors.closeOnExec(ends.slave)
            return code
        }
        guard code == 0 else { throw SystemCallFailure("openpty") }
        var settings = termios()
        tcgetattr(ends.slave, &settings)
        settings.c_oflag &= ~tcflag_t(OPOST)
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(ends.slave, TCSANOW, &settings)
        (master, slave) = ends
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
