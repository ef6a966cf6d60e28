/// The one buffer that a connection reads into: what was read and not yet used lies in it in one piece.
struct ReceiveBuffer: ~Copyable {
    /// The least that one read has room for: hundreds of frames a system call, and all of them still in the cache.
    static let readSize = 64 << 10

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

    /// Offers room for `readSize` bytes, or up to twice as many, to `read`, which says how many it filled.
    mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
        makeRoom()
        let room = memory[end..<min(end + 2 * Self.readSize, memory.count)]
        end += read(UnsafeMutableRawBufferPointer(rebasing: room))
    }

    /// Moves what is unread to the front where it is little or in the way, and takes more memory only where that does not
    /// do: an announced length alone takes none.
    private mutating func makeRoom() {
        let kept = UnsafeRawBufferPointer(rebasing: memory[start..<end])
        guard kept.count <= 4096 || memory.count - end < Self.readSize else { return }
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
