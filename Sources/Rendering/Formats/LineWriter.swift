/// Writes the lines of a format for many rows, without allocating: all but the first line, which may differ.
///
/// The text between the values, and the values that depend only on the origin, are assembled once per origin. Values
/// that the row holds as text are copied, and only the rest is computed. The bytes are the same as those of the
/// renderer. It must be used from one thread.
///
/// It is inlinable, since unspecialized generic code spends more time on type metadata than on a row. It is a class
/// with its own memory, so that a row causes no copies and no reference counting.
@safe
package final class LineWriter<Row: StreamRow> {
    /// A value that differs from row to row.
    @usableFromInline
    struct Slot {
        /// Its index in the row; negative if it has to be computed.
        @usableFromInline let index: Int
        @usableFromInline let isQuoted: Bool
        /// Computes and appends it.
        let write: RowPart<Row>
    }

    /// A longer line is not assembled in `buffer`.
    @usableFromInline static var longest: Int { 2048 }
    /// The most frames that are kept, so that origins that come and go do not accumulate.
    private static var mostFrames: Int { 4096 }

    private let format: any LineFormat<Row>
    /// They are in memory of their own, so that no slot is copied with its closure.
    @usableFromInline let slots: UnsafeMutablePointer<Slot>
    @usableFromInline let slotCount: Int
    @usableFromInline let buffer: UnsafeMutableRawPointer
    /// The text of an unknown value.
    @usableFromInline let unknown: UnsafeRawBufferPointer
    /// Whether a row may hold values as text; if not, nothing is gained by `buffer`.
    private let hasPlaces: Bool
    private var frames: [UnsafeMutableRawPointer: LineFrame] = unsafe [:]
    private var frame: LineFrame?
    /// The memory of the current frame, which `frame` keeps alive, and its origin.
    @usableFromInline @exclusivity(unchecked) var pieces: UnsafePointer<UnsafeRawBufferPointer>?
    @usableFromInline @exclusivity(unchecked) var spare = 0
    @usableFromInline @exclusivity(unchecked) var origin: UnsafeMutableRawPointer?

    /// Creates a writer; nil if the format has no line per row.
    init?(_ format: some LineFormat<Row>) {
        guard format.isLineByLine else { return nil }
        self.format = format
        let own = format.fields.indices.filter { format.fields[$0].place != .origin }
        slotCount = own.count
        hasPlaces = own.contains { format.fields[$0].place != .nowhere }
        unsafe slots = .allocate(capacity: own.count)
        for (slot, field) in own.enumerated() {
            let index = if case .bytes(let index) = format.fields[field].place { index } else { -1 }
            unsafe (slots + slot).initialize(
                to: Slot(index: index, isQuoted: format.quotes(field), write: format.value(field)))
        }
        unsafe buffer = .allocate(byteCount: Self.longest, alignment: 16)
        unsafe unknown = UnsafeRawBufferPointer(
            start: format.unknown.utf8Start, count: format.unknown.utf8CodeUnitCount)
    }

    deinit {
        unsafe slots.deinitialize(count: slotCount)
        unsafe slots.deallocate()
        unsafe buffer.deallocate()
    }

    /// Appends the line of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - bytes: The bytes to append to.
    @inlinable
    package func append(_ row: Row, to bytes: inout [UInt8]) {
        let origin = unsafe row.origin.toOpaque()
        if unsafe origin != self.origin { unsafe turn(to: origin, row) }
        // `spare` is the space left in `buffer` for values and their quotes, beside all pieces.
        guard let pieces = unsafe pieces, unsafe spare >= 0 else { return write(row, to: &bytes) }
        var (target, spare) = unsafe (buffer, spare)
        for place in 0..<slotCount {
            unsafe target = Self.copy(pieces[place], to: target)
            let (index, isQuoted) = unsafe (slots[place].index, slots[place].isQuoted)
            guard index >= 0 else {
                unsafe target = compute(place, of: row, after: target, to: &bytes)
                continue
            }
            let value = unsafe row.bytes(at: index)
            if value.count == 0, row.isUnknown(at: index), unsafe spare >= unknown.count {
                unsafe spare -= unknown.count
                unsafe target = Self.copy(unknown, to: target)
                continue
            }
            guard value.count > 0, spare >= value.count + 2 else {
                unsafe target = compute(place, of: row, after: target, to: &bytes)
                continue
            }
            spare -= value.count + 2
            if isQuoted { unsafe target = Self.quote(target) }
            unsafe target = Self.copy(UnsafeRawBufferPointer(value), to: target)
            if isQuoted { unsafe target = Self.quote(target) }
        }
        unsafe flush(Self.copy(pieces[slotCount], to: target), to: &bytes)
    }

    /// Appends what was assembled in `buffer`.
    @inlinable
    @inline(__always)
    func flush(_ end: UnsafeMutableRawPointer, to bytes: inout [UInt8]) {
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(
                start: UnsafePointer(buffer.assumingMemoryBound(to: UInt8.self)), count: end - buffer))
    }

    @inlinable
    @inline(__always)
    static func quote(_ target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        unsafe target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        return unsafe target + 1
    }

    /// Copies bytes and returns the address after them. Copying words, of which the last two may overlap, is faster
    /// than a call for a dozen bytes, and stays within both ranges.
    @inlinable
    @inline(__always)
    static func copy(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        guard let first = source.baseAddress else { return unsafe target }
        let count = source.count
        if count >= 8 {
            var place = 0
            while place < count - 8 {
                unsafe copy(UInt64.self, first + place, to: target + place)
                place += 8
            }
            unsafe copy(UInt64.self, first + (count - 8), to: target + (count - 8))
        } else if count >= 4 {
            unsafe copy(UInt32.self, first, to: target)
            unsafe copy(UInt32.self, first + (count - 4), to: target + (count - 4))
        } else {
            for place in 0..<count { unsafe copy(UInt8.self, first + place, to: target + place) }
        }
        return unsafe target + count
    }

    @inlinable
    @inline(__always)
    static func copy<Word: BitwiseCopyable>(
        _ type: Word.Type, _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
    ) {
        unsafe target.storeBytes(of: source.loadUnaligned(as: Word.self), as: Word.self)
    }
}

// MARK: - The rare cases

extension LineWriter {
    /// Appends the bytes in `buffer`, and then the computed value of a slot. Returns the place in `buffer` to continue
    /// at.
    @usableFromInline
    @inline(never)
    func compute(
        _ place: Int, of row: Row, after end: UnsafeMutableRawPointer, to bytes: inout [UInt8]
    ) -> UnsafeMutableRawPointer {
        unsafe flush(end, to: &bytes)
        unsafe slots[place].write(row, &bytes)
        return unsafe buffer
    }

    /// Appends a line whose text between the values is too long for `buffer`, or whose values are all computed.
    @usableFromInline
    @inline(never)
    func write(_ row: Row, to bytes: inout [UInt8]) {
        guard let pieces = unsafe pieces else { return }
        for place in 0..<slotCount {
            unsafe bytes.append(contentsOf: pieces[place])
            unsafe slots[place].write(row, &bytes)
        }
        unsafe bytes.append(contentsOf: pieces[slotCount])
    }

    /// Switches to the frame of another origin.
    @usableFromInline
    @inline(never)
    func turn(to origin: UnsafeMutableRawPointer, _ row: Row) {
        let frame = unsafe frames[origin] ?? makeFrame(row)
        if unsafe frames.count >= Self.mostFrames { unsafe frames.removeAll() }
        unsafe frames[origin] = frame
        unsafe (self.frame, self.origin) = (frame, origin)
        unsafe (pieces, spare) = (frame.pieces, hasPlaces ? Self.longest - frame.count : -1)
    }

    private func makeFrame(_ row: Row) -> LineFrame {
        var (pieces, bytes): ([[UInt8]], [UInt8]) = ([], [])
        for index in format.fields.indices {
            format.writeSeparator(before: index, to: &bytes)
            if format.fields[index].place == .origin {
                format.value(index)(row, &bytes)
            } else {
                pieces.append(bytes)
                bytes = []
            }
        }
        format.writeEnd(to: &bytes)
        return unsafe LineFrame(origin: row.origin.takeUnretainedValue(), pieces + [bytes])
    }
}

/// The text around the values in the lines of one origin.
@safe
private final class LineFrame {
    /// Kept alive, so that no other object gets the same address.
    let origin: AnyObject
    /// The bytes before each value, and after the last one.
    let pieces: UnsafePointer<UnsafeRawBufferPointer>
    /// The number of bytes in all pieces.
    let count: Int
    private let memory: UnsafeMutableRawBufferPointer

    init(origin: AnyObject, _ texts: [[UInt8]]) {
        self.origin = origin
        count = texts.reduce(0) { $0 + $1.count }
        unsafe memory = .allocate(byteCount: max(count, 1), alignment: 1)
        unsafe memory.copyBytes(from: texts.joined())
        let pieces = UnsafeMutablePointer<UnsafeRawBufferPointer>.allocate(capacity: texts.count)
        var start = 0
        for (index, text) in texts.enumerated() {
            unsafe (pieces + index).initialize(to: UnsafeRawBufferPointer(rebasing: memory[start..<start + text.count]))
            start += text.count
        }
        unsafe self.pieces = UnsafePointer(pieces)
    }

    deinit {
        unsafe pieces.deallocate()
        unsafe memory.deallocate()
    }
}
