/// The one buffer that a connection reads into: what was read and not yet used lies in it in one piece.
struct ReceiveBuffer: ~Copyable {
    /// The most that one read asks for: one system call brings hundreds of frames.
    static let readSize = 256 << 10

    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * readSize, alignment: 64)
    private var start = 0
    private var end = 0

    deinit {
        memory.deallocate()
    }

    /// The bytes not yet used; the pointer is good until the next `fill`.
    @inline(__always)
    var unread: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: memory[start..<end]).assumingMemoryBound(to: UInt8.self)
    }

    /// Marks the first bytes as used.
    @inline(__always)
    mutating func consume(_ count: Int) {
        start += count
    }

    /// Offers room for at least `readSize` bytes to `read`, which says how many it filled.
    mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
        makeRoom()
        end += read(UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
    }

    /// Moves what is unread to the front, and takes more memory only where that does not do: an announced length alone
    /// takes none.
    private mutating func makeRoom() {
        guard start == end || memory.count - end < Self.readSize else { return }
        let kept = UnsafeRawBufferPointer(rebasing: memory[start..<end])
        if memory.count - kept.count < Self.readSize {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: memory.count * 2, alignment: 64)
            larger.copyMemory(from: kept)
            memory.deallocate()
            memory = larger
        } else if start > 0 {
            UnsafeMutableRawBufferPointer(rebasing: memory[..<kept.count]).copyMemory(from: kept)
        }
        (start, end) = (0, kept.count)
    }
}
