#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One stream of a process's output as it is read.
struct ToolOutputReader {
    /// What is read; nil once it is at its end or the limit.
    private(set) var descriptor: Int32?
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(_ source: ToolStreams.Source) {
        descriptor = source.descriptor
        limit = source.limit ?? .max
    }

    /// Reads once without blocking; gives the descriptor when nothing more is to be read from it.
    mutating func read() -> Int32? {
        guard let descriptor else { return nil }
        let most = min(65536, limit - bytes.count)
        var piece = [UInt8](repeating: 0, count: most)
        let count = systemRead(descriptor, &piece, most)
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        bytes += piece.prefix(max(count, 0))
        guard count <= 0 || bytes.count == limit else { return nil }
        self.descriptor = nil
        return descriptor
    }
}

/// read(2), which a method called `read` hides.
private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
    read(descriptor, &bytes, count)
}
