import Platform

/// What a connection reads into: what was read and not yet used lies in it in one piece.
struct ReceiveBuffer: ~Copyable {
    /// The least that one read has room for: hundreds of frames a system call, and all of them still in the cache.
    static let readSize = 64 << 10
    /// What a second thread reads at a time: so much that handing it over counts for little, still in the cache.
    private static let aheadSize = 384 << 10

    /// What a large message needed beyond that is given back once the message is used.
    static let largestKept = 2 << 20

    private var memory = UnsafeMutableRawBufferPointer.allocateBytes(2 * readSize)
    private var start = 0
    private var end = 0
    /// Where is read ahead, with room in front for the beginning of a frame.
    private var next: UnsafeMutableRawBufferPointer?
    /// How much of a frame is moved without looking for another way.
    private static let headroom = 4096

    deinit {
        memory.deallocateBytes()
        next?.deallocateBytes()
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
        makeRoom(for: Self.readSize)
        let room = memory[end..<min(end + 2 * Self.readSize, memory.count)]
        end += read(UnsafeMutableRawBufferPointer(rebasing: room))
    }

    /// Room to read ahead into, while what is unread is used.
    mutating func roomAhead() -> UnsafeMutableRawBufferPointer {
        var room = next ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
        if room.count < Self.aheadSize {
            room.deallocateBytes()
            room = .allocateBytes(Self.aheadSize)
            next = room
        }
        return UnsafeMutableRawBufferPointer(rebasing: room[Self.headroom..<Self.aheadSize])
    }

    /// Goes on with the first bytes of what was read ahead.
    mutating func takeAhead(_ count: Int) {
        guard let next, count > 0 else { return }
        let kept = UnsafeRawBufferPointer(rebasing: memory[start..<end])
        let ahead = Self.headroom..<(Self.headroom + count)
        if kept.count <= Self.headroom {
            (start, end) = (ahead.lowerBound - kept.count, ahead.upperBound)
            UnsafeMutableRawBufferPointer(rebasing: next[start..<end]).copyMemory(from: kept)
            (memory, self.next) = (next, memory)
            if let used = self.next, used.count > Self.largestKept {
                used.deallocateBytes()
                self.next = nil
            }
        } else {
            while memory.count - end < count { makeRoom(for: count) }
            UnsafeMutableRawBufferPointer(rebasing: memory[end...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: next[ahead]))
            end += count
        }
    }

    /// Gives back what a large message needed, where little is unread.
    mutating func shrink() {
        let kept = UnsafeRawBufferPointer(rebasing: memory[start..<end])
        guard memory.count > Self.largestKept, kept.count <= Self.readSize else { return }
        let smaller = UnsafeMutableRawBufferPointer.allocateBytes(2 * Self.readSize)
        smaller.copyMemory(from: kept)
        memory.deallocateBytes()
        (memory, start, end) = (smaller, 0, kept.count)
    }

    /// Moves what is unread to the front where it is little or in the way, and takes more memory only where that does not
    /// do: an announced length alone takes none.
    private mutating func makeRoom(for count: Int) {
        let kept = UnsafeRawBufferPointer(rebasing: memory[start..<end])
        guard kept.count <= Self.headroom || memory.count - end < count else { return }
        if memory.count - kept.count < count {
            let larger = UnsafeMutableRawBufferPointer.allocateBytes(memory.count * 2)
            larger.copyMemory(from: kept)
            memory.deallocateBytes()
            memory = larger
        } else if start > 0 {
            UnsafeMutableRawBufferPointer(rebasing: memory[..<kept.count]).copyMemory(from: kept)
        }
        (start, end) = (0, kept.count)
    }
}
