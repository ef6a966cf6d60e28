import Platform
import Synchronization
import TestSupport
import Testing

/// Signals that a test sends to the tool in its own process.
final class SentSignals: Sendable {
    private let handler = Mutex<(@Sendable (Signals.Kind) -> Void)?>(nil)

    /// Passes signals to the handler of the tool.
    func take(_ handler: @escaping @Sendable (Signals.Kind) -> Void) {
        self.handler.withLock { $0 = handler }
    }

    /// Sends a signal. The tool must have installed its handler.
    func send(_ signal: Signals.Kind, sourceLocation: SourceLocation = #_sourceLocation) {
        guard let handler = handler.withLock({ $0 }) else {
            Issue.record("no signal handler is installed", sourceLocation: sourceLocation)
            return
        }
        handler(signal)
    }
}
