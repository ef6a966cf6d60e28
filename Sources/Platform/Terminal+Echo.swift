#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Terminal {
    /// A terminal that shows no typed keys, so that neither they nor `^C` spoil a picture; its lines and signals work
    /// on as before.
    public struct SilentKeys: Sendable {
        private let descriptor: Int32
        private let before: termios

        /// Turns the echo off; nil where there is nothing to turn off: no terminal, one that is the shell's at present,
        /// one without echo.
        public init?(_ descriptor: Int32) {
            var modes = termios()
            guard isOurs(descriptor), tcgetattr(descriptor, &modes) == 0, modes.c_lflag & tcflag_t(ECHO) != 0 else {
                return nil
            }
            self.descriptor = descriptor
            before = modes
            modes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
            // At once: draining first would wait for somebody who has stopped the output with Ctrl-S.
            guard tcsetattr(descriptor, TCSANOW, &modes) == 0 else { return nil }
        }

        /// Gives the terminal the modes back that it had; to be called before every end and stop of the process.
        ///
        /// In the background it does nothing: the shell has long set the modes it wants.
        public func restore() {
            guard isOurs(descriptor) else { return }
            var modes = before
            tcsetattr(descriptor, TCSANOW, &modes)
        }
    }
}
