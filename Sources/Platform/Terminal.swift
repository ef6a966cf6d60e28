#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The terminal behind a descriptor.
public enum Terminal {
    /// Its columns, 80 where it does not know them; nil where the descriptor is no terminal.
    public static func columns(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
