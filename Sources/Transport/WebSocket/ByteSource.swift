package import Platform

/// What a WebSocket connection reads its bytes from and writes them to. It belongs to one thread at a time.
package protocol ByteSource: AnyObject {
    /// Reads the available bytes.
    func read(into room: UnsafeMutableRawBufferPointer) -> ByteStep

    /// Writes as many bytes as possible without waiting.
    func write(_ bytes: UnsafeRawBufferPointer) -> ByteStep

    /// Waits until the source is ready for one of `events`, `wake` is signaled, or the time passes. A wake has
    /// priority, so that a busy source does not hide it.
    func wait(for events: Int32, or wake: WakeSignal?, milliseconds: Int) -> WebSocketConnection.Arrival

    /// The reason for the end of the source, if it is known.
    var failure: WebSocketFailure? { get }
}

/// The result of a read or a write.
package enum ByteStep: Equatable {
    /// The number of bytes moved, at least one.
    case moved(Int)
    /// Nothing could be moved: wait for the source.
    case blocked
    /// The other side closed the connection properly. Only reads return it.
    case ended
    /// The connection ended in any other way.
    case reset

    /// The number of bytes moved.
    var count: Int { if case .moved(let count) = self { count } else { 0 } }
}
