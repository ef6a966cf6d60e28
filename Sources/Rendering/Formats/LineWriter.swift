/// Writes a format's lines for the rows of a stream: what stands between the values, together with the values that the
/// origin decides, is put together once for each origin, values that lie in the row are copied, and only the rest is made.
///
/// Its bytes are those of the renderer it comes from. It belongs to one thread.
///
/// Inlinable, since generic code that is not specialized spends more time on finding its types than on a row; and a class
/// with memory of its own, so that a row neither copies nor counts references of anything.
public final class LineWriter<Row: StreamRow> {
    /// A value that differs from row to row.
    @usableFromInline
    struct Slot {
        /// Its index in the row; below 0 where it has to be made.
        @usableFromInline let index: Int
        @usableFromInline let isQuoted: Bool
        /// Its place among the fields.
        let field: Int
    }

    /// A line longer than this is not put together in `room`.
    @usableFromInline static var longest: Int { 2048 }
    /// Frames beyond this number are made anew: origins that come and go must not gather.
    private static var mostFrames: Int { 4096 }

    private let format: any LineFormat<Row>
    @usableFromInline let slots: UnsafeMutableBufferPointer<Slot>
    @usableFromInline let room: UnsafeMutableRawPointer
    private var frames: [UnsafeMutableRawPointer: LineFrame] = [:]
    private var frame: LineFrame?
    /// The present frame's memory, which `frame` keeps alive, and its origin.
    @usableFromInline @exclusivity(unchecked) var pieces: UnsafePointer<UnsafeRawBufferPointer>?
    @usableFromInline @exclusivity(unchecked) var spare = 0
    @usableFromInline @exclusivity(unchecked) var origin: UnsafeMutableRawPointer?

    /// Nil where lines are not put together of values alone.
    init?(_ format: some LineFormat<Row>) {
        guard format.isLineByLine else { return nil }
        self.format = format
        let own = format.fields.indices.filter { format.fields[$0].place != .origin }
        slots = .allocate(capacity: own.count)
        for (slot, field) in own.enumerated() {
            let index = if case .bytes(let index) = format.fields[field].place { index } else { -1 }
            slots.initializeElement(at: slot, to: Slot(index: index, isQuoted: format.quotes(field), field: field))
        }
        room = .allocate(byteCount: Self.longest, alignment: 16)
    }

    deinit {
        slots.deallocate()
        room.deallocate()
    }

    /// Appends a row's line.
    @inlinable
    public func append(_ row: Row, to bytes: inout [UInt8]) {
        let origin = row.origin.toOpaque()
        if origin != self.origin { turn(to: origin, row) }
        guard let pieces else { return }
        // What the values and their quotes may take: `room` holds them and the frame.
        var (target, spare) = (room, spare)
        for place in slots.indices {
            let slot = slots[place]
            guard slot.index >= 0 else { return write(row, to: &bytes) }
            let value = row.bytes(at: slot.index)
            spare -= value.count + 2
            guard value.count > 0, spare >= 0 else { return write(row, to: &bytes) }
            target = Self.copy(pieces[place], to: target)
            if slot.isQuoted { target = Self.quote(target) }
            target = Self.copy(UnsafeRawBufferPointer(value), to: target)
            if slot.isQuoted { target = Self.quote(target) }
        }
        target = Self.copy(pieces[slots.count], to: target)
        bytes.append(
            contentsOf: UnsafeBufferPointer(
                start: UnsafePointer(room.assumingMemoryBound(to: UInt8.self)), count: target - room))
    }

    @inlinable
    @inline(__always)
    static func quote(_ target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        return target + 1
    }

    /// Copies bytes and returns the place behind them. Words that overlap at the end are quicker than a call for a dozen
    /// bytes, and touch nothing outside.
    @inlinable
    @inline(__always)
    static func copy(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        guard let first = source.baseAddress else { return target }
        let count = source.count
        if count >= 8 {
            var place = 0
            while place < count - 8 {
                copy(UInt64.self, first + place, to: target + place)
                place += 8
            }
            copy(UInt64.self, first + (count - 8), to: target + (count - 8))
        } else if count >= 4 {
            copy(UInt32.self, first, to: target)
            copy(UInt32.self, first + (count - 4), to: target + (count - 4))
        } else {
            for place in 0..<count { copy(UInt8.self, first + place, to: target + place) }
        }
        return target + count
    }

    @inlinable
    @inline(__always)
    static func copy<Word: BitwiseCopyable>(
        _ type: Word.Type, _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
    ) {
        target.storeBytes(of: source.loadUnaligned(as: Word.self), as: Word.self)
    }
}

// MARK: - The rare cases

extension LineWriter {
    /// Appends a line that holds values which have to be made.
    @usableFromInline
    @inline(never)
    func write(_ row: Row, to bytes: inout [UInt8]) {
        guard let pieces else { return }
        for place in 0..<slots.count {
            bytes.append(contentsOf: pieces[place])
            format.writeValue(slots[place].field, of: row, to: &bytes)
        }
        bytes.append(contentsOf: pieces[slots.count])
    }

    /// Goes on with another origin's frame.
    @usableFromInline
    @inline(never)
    func turn(to origin: UnsafeMutableRawPointer, _ row: Row) {
        let frame = frames[origin] ?? makeFrame(row)
        if frames.count >= Self.mostFrames { frames.removeAll() }
        frames[origin] = frame
        (self.frame, self.origin) = (frame, origin)
        (pieces, spare) = (frame.pieces, Self.longest - frame.count)
    }

    private func makeFrame(_ row: Row) -> LineFrame {
        var (pieces, bytes): ([[UInt8]], [UInt8]) = ([], [])
        for index in format.fields.indices {
            format.writeSeparator(before: index, to: &bytes)
            if format.fields[index].place == .origin {
                format.writeValue(index, of: row, to: &bytes)
            } else {
                pieces.append(bytes)
                bytes = []
            }
        }
        format.writeEnd(to: &bytes)
        return LineFrame(origin: row.origin.takeUnretainedValue(), pieces + [bytes])
    }
}

/// What stands around the values in the lines of one origin.
private final class LineFrame {
    /// Kept alive, so that no other object gets its address.
    let origin: AnyObject
    /// The bytes before each value, and behind the last one.
    let pieces: UnsafePointer<UnsafeRawBufferPointer>
    /// How many bytes all pieces have.
    let count: Int
    private let memory: UnsafeMutableRawBufferPointer

    init(origin: AnyObject, _ texts: [[UInt8]]) {
        self.origin = origin
        count = texts.reduce(0) { $0 + $1.count }
        memory = .allocate(byteCount: max(count, 1), alignment: 1)
        memory.copyBytes(from: texts.joined())
        let pieces = UnsafeMutablePointer<UnsafeRawBufferPointer>.allocate(capacity: texts.count)
        var start = 0
        for (index, text) in texts.enumerated() {
            (pieces + index).initialize(to: UnsafeRawBufferPointer(rebasing: memory[start..<start + text.count]))
            start += text.count
        }
        self.pieces = UnsafePointer(pieces)
    }

    deinit {
        pieces.deallocate()
        memory.deallocate()
    }
}
