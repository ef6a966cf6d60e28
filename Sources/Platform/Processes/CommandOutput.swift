#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A pipe for the output of a command, which a thread reads until the last writer has closed it.
struct CommandOutput: Sendable {
    /// The longest wait for output after the end of the command, in milliseconds: a child of it may keep the pipe open.
    private static let grace: Int32 = 200

    /// The descriptor that the command writes to.
    let writeEnd: Int32
    private let ended: WakeSignal

    /// Opens the pipe. `receive` is called with the bytes as they arrive. Throws if the process has no free descriptors
    /// or threads.
    init(_ receive: @escaping @Sendable ([UInt8]) -> Void) throws(SystemError.Failure) {
        let ended = try WakeSignal()
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError.Failure(number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let readEnd = ends[0]
        (writeEnd, self.ended) = (ends[1], ended)
        let code = BlockingThread.start {
            while case .success(let bytes) = StandardStreams.read(from: readEnd), !bytes.isEmpty { receive(bytes) }
            close(readEnd)
            ended.signal()
        }
        guard code == 0 else {
            close(readEnd)
            close(writeEnd)
            throw SystemError.Failure(number: code)
        }
    }

    /// Closes the write end of this process, so that the end of the command is the end of the output. Call it once.
    func closeWriteEnd() { close(writeEnd) }

    /// Blocks until all output is received, or for the grace period.
    func waitForEnd() {
        var wait = pollfd(fd: ended.descriptor, events: Int16(POLLIN), revents: 0)
        unsafe poll(&wait, 1, Self.grace)
    }
}
