#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The terminal of a descriptor.
public enum Terminal {
    /// The size of a terminal in characters.
    public struct Size: Sendable, Equatable {
        /// The number of columns, at least 1.
        public var columns: Int
        /// The number of rows, at least 1.
        public var rows: Int

        /// Creates a size. Each parameter sets the property of the same name.
        public init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// Returns the current size, with 80 columns or 24 rows if the terminal does not report them; nil if the
    /// descriptor is not a terminal.
    public static func size(of descriptor: Int32) -> Size? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return Size(columns: 80, rows: 24) }
        return Size(
            columns: size.ws_col > 0 ? Int(size.ws_col) : 80, rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    }

    /// Returns the number of columns, as in `size`.
    public static func columns(of descriptor: Int32) -> Int? {
        size(of: descriptor)?.columns
    }

    /// Whether the descriptor is a terminal and the process is in its foreground. In the background (`crypto … &`)
    /// the shell uses it.
    public static func isOurs(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && tcgetpgrp(descriptor) == getpgrp()
    }

    /// Whether the locale variables select UTF-8: the first of LC_ALL, LC_CTYPE and LANG that is not empty decides
    /// (POSIX, "Environment Variables", 8.2).
    public static func isUTF8(_ variables: [String: String]) -> Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        let encoding = (name ?? "").split(separator: ".").dropFirst().first ?? ""
        return ["utf-8", "utf8"].contains(encoding.prefix { $0 != "@" }.lowercased())
    }
}

// MARK: - Modes

extension Terminal {
    /// Turns off the echo of typed keys, so that neither they nor `^C` spoil a live picture, and lets a program read
    /// each key at once. The keys for signals work as before.
    public struct SilentKeys: Sendable {
        private let descriptor: Int32
        private let before: termios

        /// Sets the modes; nil if the descriptor is not a terminal, the process is in the background, or they are set
        /// already. With `keepsLines`, lines are edited before a program reads them, as before.
        public init?(_ descriptor: Int32, keepsLines: Bool) {
            var modes = termios()
            let flags = tcflag_t(keepsLines ? ECHO : ECHO | ICANON)
            guard isOurs(descriptor), unsafe tcgetattr(descriptor, &modes) == 0, modes.c_lflag & flags != 0 else {
                return nil
            }
            self.descriptor = descriptor
            before = modes
            modes.c_lflag &= ~(flags | tcflag_t(ECHONL))
            // A read returns as soon as there is one byte.
            if !keepsLines {
                unsafe withUnsafeMutableBytes(of: &modes.c_cc) { bytes in
                    unsafe (bytes[Int(VMIN)], bytes[Int(VTIME)]) = (1, 0)
                }
            }
            // Do not drain the output first: that would wait while it is stopped with Ctrl-S.
            guard unsafe tcsetattr(descriptor, TCSANOW, &modes) == 0 else { return nil }
        }

        /// Restores the previous modes of the terminal. Call it before every end and stop of the process.
        ///
        /// In the background it does nothing, because the shell has already set its own modes.
        public func restore() {
            guard isOurs(descriptor) else { return }
            var modes = before
            unsafe tcsetattr(descriptor, TCSANOW, &modes)
        }
    }
}
