import Platform
import Synchronization
import TestSupport
import Testing

/// Signals that a test sends to the tool in its own process.
final class SentSignals: Sendable {
    private let handler = Mutex<(@Sendable (Signals.Kind) -> Void)?>(nil)

    /// Hands signals to a handler, as the tool asks for.
    func take(_ handler: @escaping @Sendable (Signals.Kind) -> Void) {
        self.handler.withLock { $0 = handler }
    }

    /// Sends one; the tool must take signals by then.
    func send(_ signal: Signals.Kind, sourceLocation: SourceLocation = #_sourceLocation) {
        guard let handler = handler.withLock({ $0 }) else {
            Issue.record("nobody takes signals", sourceLocation: sourceLocation)
            return
        }
        handler(signal)
    }
}
