import Platform

/// What has come of a message that is sent in fragments.
struct FragmentBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    deinit { memory.deallocateBytes() }

    /// All that has come; the pointer is good until the next change.
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: memory[..<count]).assumingMemoryBound(to: UInt8.self)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if memory.count - count < bytes.count {
            let larger = UnsafeMutableRawBufferPointer.allocateBytes(max(memory.count * 2, count + bytes.count, 4096))
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
            memory.deallocateBytes()
            memory = larger
        }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
        count += bytes.count
    }

    /// Forgets what has come, and gives its memory back where that was much.
    mutating func removeAll() {
        count = 0
        guard memory.count > ReceiveBuffer.largestKept else { return }
        memory.deallocateBytes()
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
}
