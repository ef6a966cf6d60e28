import Synchronization

/// A value that any thread sets, once, and that one task waits for.
package final class Promise<Value: Sendable>: Sendable {
    private let state = Mutex<(value: Value?, waiting: CheckedContinuation<Value, Never>?)>((nil, nil))

    package init() {}

    /// True once the value is set.
    package var isSet: Bool { state.withLock { $0.value != nil } }

    /// Sets the value. Only the first call has an effect, and returns true.
    @discardableResult
    package func set(_ value: Value) -> Bool {
        let (isFirst, waiting) = state.withLock { state in
            guard state.value == nil else { return (false, nil as CheckedContinuation<Value, Never>?) }
            state.value = value
            return (true, state.waiting.take())
        }
        waiting?.resume(returning: value)
        return isFirst
    }

    /// Returns the value once it is set. Calls `begin` when the task waits, which it does not if the value is set
    /// already.
    package func value(_ begin: () -> Void = {}) async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state in
                if state.value == nil { state.waiting = continuation }
                return state.value
            }
            if let value { continuation.resume(returning: value) } else { begin() }
        }
    }
}
