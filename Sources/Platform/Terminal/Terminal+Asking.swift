#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

extension Terminal {
    /// The terminal that is being asked, and its modes before.
    private static let asked = Mutex<(descriptor: Int32, before: termios)?>(nil)

    /// Turns off the echo and the editing of lines, so that an answer is not shown and can be read. Returns false if
    /// the terminal may not be asked.
    static func beginAsking(_ descriptor: Int32) -> Bool {
        var modes = termios()
        guard isOurs(descriptor), fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR,
            unsafe tcgetattr(descriptor, &modes) == 0
        else { return false }
        Signals.receive()
        return asked.withLock { asked in
            asked = (descriptor, modes)
            modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
            return unsafe tcsetattr(descriptor, TCSANOW, &modes) == 0
        }
    }

    /// Restores the modes of a terminal that is being asked. A signal may end or stop the process meanwhile.
    static func endAsking() {
        asked.withLock { asked in
            guard let (descriptor, before) = asked else { return }
            var modes = before
            unsafe tcsetattr(descriptor, TCSANOW, &modes)
            asked = nil
        }
    }

    /// Whether there is something to read, or will be within so many milliseconds.
    static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&wait, 1, milliseconds) > 0
    }
}
