import Dispatch
import JSONReader
import Platform
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The body of a response that is read while it arrives, by one reader on a thread of its own.
///
/// Of a body that is too large to be kept, the memory is a window once it has rows: what was read is let go, and the
/// sender waits while there is much that was not read.
@safe
package final class ArrivingBody: JSONSource, @unchecked Sendable {
    /// The size in bytes from which a body is read while it arrives. A smaller one takes less time than a thread.
    static let smallest = 256 << 10
    /// The size in bytes of the largest body that is kept, which is that of the largest answer in a cache.
    package static let largestKept = 8 << 20
    /// How many bytes that were not read a body may have that is not kept.
    private static let window = 1 << 20
    /// How many of its bytes are left at least, for messages about the body.
    private static let firstPart = 16 << 10

    private struct State {
        /// How many bytes have come.
        var count = 0
        var hasEnded = false
        /// How many bytes are read, and how many the reader waits for.
        var (read, wanted) = (0, 0)
        var (isReaderWaiting, isSenderWaiting) = (false, false)
        /// How many bytes after the first part are let go.
        var released = ArrivingBody.firstPart
        var hasReader = true
        var isReaderDone = false
    }

    private let memory: UnsafeMutableRawBufferPointer
    private let state = Mutex(State())
    /// Signalled when the reader, or the sender, may go on.
    private let (arrived, taken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    package let start: UnsafePointer<UInt8>
    package let expectedCount: Int

    /// Reserves the address space for a body of up to `limit` bytes, of which `expected` are likely. Nil if there is
    /// not enough.
    init?(limit: Int, expected: Int) {
        guard let memory = unsafe Self.map(limit, at: nil) else { return nil }
        unsafe self.memory = memory
        unsafe start = UnsafePointer(memory.baseAddress!.assumingMemoryBound(to: UInt8.self))
        expectedCount = min(expected, limit)
    }

    deinit {
        unsafe munmap(memory.baseAddress, memory.count)
    }

    /// Maps memory that takes none until it is written, in place of what is mapped at `place`.
    private static func map(_ count: Int, at place: UnsafeMutableRawPointer?) -> UnsafeMutableRawBufferPointer? {
        let flags = unsafe MAP_PRIVATE | MAP_ANONYMOUS | (place == nil ? 0 : MAP_FIXED)
        let memory = unsafe mmap(place, count, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
        return unsafe UnsafeMutableRawBufferPointer(start: memory, count: count)
    }
}

// MARK: - The reader

extension ArrivingBody {
    /// Lets `read` read the body on a thread of its own. Returns its result; nil if no thread can be started.
    package func reading<Value: Sendable>(_ read: @escaping @Sendable () -> Value) async -> Value? {
        let value = try? await BlockingThread.ownResult { [self] in
            defer { endReading(true) }
            return read()
        }
        if value == nil { endReading(false) }
        return value
    }

    private func endReading(_ hasBegun: Bool) {
        let wakes = state.withLock { state in
            (state.hasReader, state.isReaderDone) = (hasBegun, true)
            return state.isSenderWaiting.exchange(with: false)
        }
        if wakes { taken.signal() }
    }

    package func wait(for count: Int, from place: Int, isKept: Bool) -> (count: Int, isWhole: Bool) {
        while true {
            let (there, wakes, waits) = state.withLock { state in
                (state.read, state.wanted) = (place, count)
                state.isReaderWaiting = !state.hasEnded && state.count < count
                let wakes = mayArrive(state) && state.isSenderWaiting.exchange(with: false)
                return ((state.count, state.hasEnded), wakes, state.isReaderWaiting)
            }
            if wakes { taken.signal() }
            if !waits {
                if !isKept { release(to: place) }
                return there
            }
            arrived.wait()
        }
    }

    /// Lets the memory of the bytes go that are read, if the body is too large to be kept.
    private func release(to place: Int) {
        let range = state.withLock { state -> Range<Int>? in
            let end = place & ~(Self.firstPart - 1)
            guard state.count > Self.largestKept, end - state.released >= Self.window / 2 else { return nil }
            defer { state.released = end }
            return state.released..<end
        }
        if let range { _ = unsafe Self.map(range.count, at: memory.baseAddress! + range.lowerBound) }
    }
}

// MARK: - The sender

extension ArrivingBody {
    /// Appends bytes, for which there must be room. Waits while there is much that was not read, and
    /// drops what nobody reads or keeps.
    func append(_ bytes: UnsafeRawBufferPointer) {
        while true {
            let (waits, place) = state.withLock { state -> (Bool, Int?) in
                state.isSenderWaiting = !mayArrive(state)
                let isDropped = state.hasReader && state.isReaderDone && state.released > Self.firstPart
                return (state.isSenderWaiting, isDropped ? nil : state.count)
            }
            if waits {
                taken.wait()
                continue
            }
            if let place { unsafe UnsafeMutableRawBufferPointer(rebasing: memory[place...]).copyMemory(from: bytes) }
            break
        }
        let wakes = state.withLock { state in
            state.count += bytes.count
            return state.count >= state.wanted && state.isReaderWaiting.exchange(with: false)
        }
        if wakes { arrived.signal() }
    }

    private func mayArrive(_ state: State) -> Bool {
        !state.hasReader || state.isReaderDone || state.count <= Self.largestKept
            || state.count < max(state.read + Self.window, state.wanted)
    }

    /// Ends the body, whether or not all of it has come.
    func end() {
        let wakes = state.withLock { state in
            state.hasEnded = true
            return state.isReaderWaiting.exchange(with: false)
        }
        if wakes { arrived.signal() }
    }

    package var isComplete: Bool { state.withLock { $0.released == Self.firstPart } }

    /// The body, if nothing of it was let go.
    package var complete: [UInt8]? { isComplete ? unsafe Array(memory[..<count]) : nil }

    /// How many bytes have come.
    var count: Int { state.withLock(\.count) }

    /// Whether all bytes are there for others than the reader.
    package var isKept: Bool { state.withLock { !$0.hasReader || $0.count <= Self.largestKept } }

    /// The body, or its first part if it is too large to be kept.
    var bytes: [UInt8] { unsafe Array(memory[..<(isKept ? count : Self.firstPart)]) }
}

extension ArrivingBody: Equatable {
    package static func == (left: ArrivingBody, right: ArrivingBody) -> Bool { left === right }
}

extension Bool {
    /// Sets another value and returns the one before.
    fileprivate mutating func exchange(with new: Bool) -> Bool {
        defer { self = new }
        return self
    }
}
