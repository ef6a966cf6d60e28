#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A reader of one output stream of a process.
struct ToolOutputReader {
    /// The descriptor to read; nil at its end or at the limit.
    private(set) var descriptor: Int32?
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(_ source: ToolStreams.Source) {
        descriptor = source.descriptor
        limit = source.limit ?? .max
    }

    /// Reads once without blocking. Returns the descriptor when nothing more is to be read from it.
    mutating func read() -> Int32? {
        guard let descriptor else { return nil }
        let most = min(65536, limit - bytes.count)
        var piece = [UInt8](repeating: 0, count: most)
        let count = systemRead(descriptor, into: &piece, count: most)
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        bytes += piece.prefix(max(count, 0))
        guard count <= 0 || bytes.count == limit else { return nil }
        self.descriptor = nil
        return descriptor
    }
}

/// read(2), which is hidden by a method called `read`.
private func systemRead(_ descriptor: Int32, into bytes: inout [UInt8], count: Int) -> Int {
    read(descriptor, &bytes, count)
}
