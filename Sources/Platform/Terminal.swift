#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The terminal behind a descriptor.
public enum Terminal {
    /// How many characters a terminal shows.
    public struct Size: Sendable, Equatable {
        /// Characters in a line, 1 or more.
        public var columns: Int
        /// Lines, 1 or more.
        public var rows: Int

        /// A size.
        public init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// Its present size, 80 columns or 24 rows where it does not know them; nil where the descriptor is no terminal.
    public static func size(of descriptor: Int32) -> Size? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return Size(columns: 80, rows: 24) }
        return Size(
            columns: size.ws_col > 0 ? Int(size.ws_col) : 80, rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    }

    /// Its columns, as of `size`.
    public static func columns(of descriptor: Int32) -> Int? {
        size(of: descriptor)?.columns
    }

    /// Whether the descriptor is a terminal that we may draw on: in the background (`crypto … &`) it is the shell's.
    public static func isOurs(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && tcgetpgrp(descriptor) == getpgrp()
    }

    /// Whether terminals of these variables read UTF-8: the first of LC_ALL, LC_CTYPE and LANG that is not empty
    /// decides (POSIX, "Environment Variables", 8.2).
    public static func isUTF8(_ variables: [String: String]) -> Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        let encoding = (name ?? "").split(separator: ".").dropFirst().first ?? ""
        return ["utf-8", "utf8"].contains(encoding.prefix { $0 != "@" }.lowercased())
    }
}
