#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Terminal {
    /// Turns off the echo of typed keys, so that neither they nor `^C` spoil a live picture. Line editing and signals
    /// work as before.
    public struct SilentKeys: Sendable {
        private let descriptor: Int32
        private let before: termios

        /// Turns off the echo; nil if the descriptor is not a terminal, the process is in the background, or the echo
        /// is off already.
        public init?(_ descriptor: Int32) {
            var modes = termios()
            guard isOurs(descriptor), unsafe tcgetattr(descriptor, &modes) == 0, modes.c_lflag & tcflag_t(ECHO) != 0
            else {
                return nil
            }
            self.descriptor = descriptor
            before = modes
            modes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
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
