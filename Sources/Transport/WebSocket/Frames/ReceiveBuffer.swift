import Platform

/// The buffer of a connection. Bytes that are read but not yet used are contiguous in it.
@safe
struct ReceiveBuffer: ~Copyable {
    /// The minimum room for one read: hundreds of frames per system call, and all of them still in the cache.
    static let readSize = 64 << 10
    /// The size of a read-ahead: large enough that the cost of passing it between threads is small, and still in the
    /// cache.
    private static let aheadSize = 384 << 10

    /// The most memory that is kept after a large message is used.
    static let largestKept = 2 << 20

    private var memory = unsafe UnsafeMutableRawBufferPointer.allocateBytes(2 * readSize)
    private var start = 0
    private var end = 0
    /// The buffer for the read-ahead, with room in front for the beginning of a frame.
    private var next: UnsafeMutableRawBufferPointer?
    /// The number of bytes of a frame that are always moved without looking for an alternative.
    private static let headroom = 4096

    deinit {
        unsafe memory.deallocateBytes()
        unsafe next?.deallocateBytes()
    }

    /// The bytes not yet used. The pointer is valid until the next `fill`.
    @inline(__always)
    var unread: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeRawBufferPointer(rebasing: memory[start..<end]).assumingMemoryBound(to: UInt8.self)
    }

    /// Marks the first bytes as used.
    @inline(__always)
    mutating func consume(_ count: Int) {
        start += count
    }

    /// Offers room for `readSize` bytes, or up to twice as many, to `read`, which returns how many it filled.
    mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
        makeRoom(for: Self.readSize)
        let room = unsafe memory[end..<min(end + 2 * Self.readSize, memory.count)]
        unsafe end += read(UnsafeMutableRawBufferPointer(rebasing: room))
    }

    /// Returns a buffer to read ahead into while the unread bytes are processed.
    mutating func roomAhead() -> UnsafeMutableRawBufferPointer {
        var room = unsafe next ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
        if room.count < Self.aheadSize {
            unsafe room.deallocateBytes()
            unsafe room = .allocateBytes(Self.aheadSize)
            unsafe next = room
        }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: room[Self.headroom..<Self.aheadSize])
    }

    /// Appends the first bytes of the read-ahead to the unread bytes.
    mutating func takeAhead(_ count: Int) {
        guard let next = unsafe next, count > 0 else { return }
        let kept = unsafe UnsafeRawBufferPointer(rebasing: memory[start..<end])
        let ahead = Self.headroom..<(Self.headroom + count)
        if kept.count <= Self.headroom {
            (start, end) = (ahead.lowerBound - kept.count, ahead.upperBound)
            unsafe UnsafeMutableRawBufferPointer(rebasing: next[start..<end]).copyMemory(from: kept)
            unsafe (memory, self.next) = (next, memory)
            if let used = unsafe self.next, used.count > Self.largestKept {
                unsafe used.deallocateBytes()
                unsafe self.next = nil
            }
        } else {
            while unsafe memory.count - end < count { makeRoom(for: count) }
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[end...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: next[ahead]))
            end += count
        }
    }

    /// Releases the memory of a large message if few bytes are unread.
    mutating func shrink() {
        let kept = unsafe UnsafeRawBufferPointer(rebasing: memory[start..<end])
        guard unsafe memory.count > Self.largestKept, kept.count <= Self.readSize else { return }
        let smaller = unsafe UnsafeMutableRawBufferPointer.allocateBytes(2 * Self.readSize)
        unsafe smaller.copyMemory(from: kept)
        unsafe memory.deallocateBytes()
        unsafe (memory, start, end) = (smaller, 0, kept.count)
    }

    /// Makes room at the end. It moves the unread bytes to the front if they are few or in the way, and allocates
    /// more memory only if that is not enough. An announced length alone allocates nothing.
    private mutating func makeRoom(for count: Int) {
        let kept = unsafe UnsafeRawBufferPointer(rebasing: memory[start..<end])
        guard unsafe kept.count <= Self.headroom || memory.count - end < count else { return }
        if unsafe memory.count - kept.count < count {
            let larger = unsafe UnsafeMutableRawBufferPointer.allocateBytes(memory.count * 2)
            unsafe larger.copyMemory(from: kept)
            unsafe memory.deallocateBytes()
            unsafe memory = larger
        } else if start > 0 {
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<kept.count]).copyMemory(from: kept)
        }
        (start, end) = (0, kept.count)
    }
}
