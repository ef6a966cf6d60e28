/// Bytes that grow at their end and are read back from there.
struct OutputBytes: ~Copyable {
    private(set) var count = 0
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    var array: [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: count))
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count)
        UnsafeMutableRawPointer(start + count).copyMemory(from: first, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends what stands `distance` bytes before the end; the bytes may come to be as they are read.
    mutating func repeatBytes(from distance: Int, count length: Int) {
        reserve(length)
        let target = start + count
        if distance >= length {
            target.update(from: target - distance, count: length)
        } else {
            for index in 0..<length { target[index] = target[index - distance] }
        }
        count += length
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}
