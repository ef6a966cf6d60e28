import Platform

/// What has come of a message that is sent in fragments.
@safe
struct FragmentBuffer: ~Copyable {
    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    deinit { unsafe memory.deallocateBytes() }

    /// All that has come; the pointer is good until the next change.
    var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeRawBufferPointer(rebasing: memory[..<count]).assumingMemoryBound(to: UInt8.self)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if unsafe memory.count - count < bytes.count {
            let larger = unsafe UnsafeMutableRawBufferPointer.allocateBytes(
                max(memory.count * 2, count + bytes.count, 4096))
            unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
            unsafe memory.deallocateBytes()
            unsafe memory = larger
        }
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
        count += bytes.count
    }

    /// Forgets what has come, and gives its memory back where that was much.
    mutating func removeAll() {
        count = 0
        guard unsafe memory.count > ReceiveBuffer.largestKept else { return }
        unsafe memory.deallocateBytes()
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
}
