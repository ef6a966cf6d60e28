/// What carries requests and connections in place of libcurl: in a test, one without sockets.
package protocol Network: Sendable {
    /// Runs one hop within the time of its order. Returns `cancelled` if the task is cancelled.
    func run(_ order: TransferOrder) async -> TransferOutcome

    /// Opens a connection, on the calling thread. Throws the reason why it cannot.
    func connect(_ order: TransferOrder) throws(TransportError.Reason) -> any ByteSource
}
