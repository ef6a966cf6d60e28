import Platform

/// stdin line by line, never more than one read and one line of it in memory.
struct LineReader {
    /// A line without its end.
    enum Line: Sendable {
        /// Valid UTF-8, 4096 bytes at most.
        case text(ArraySlice<UInt8>)
        case notUTF8
        /// Its rest, if there is any, is passed.
        case tooLong
        /// It goes on and on; nothing is read after it.
        case endless
    }

    /// No amount and codes take more.
    static let limit = 4096
    /// What has no end after so many bytes is no text of lines.
    static let endlessLimit = 1 << 20

    private let read: @Sendable () -> Result<[UInt8], SystemError.Failure>
    private var buffer: [UInt8] = []
    private var position = 0
    /// Where the line that begins at `position` ends, as far as that is here.
    private var end: Int?
    /// How many bytes of the line were passed because it is too long.
    private var passed = 0
    private var isAtEnd = false

    init(_ read: @escaping @Sendable () -> Result<[UInt8], SystemError.Failure>) {
        self.read = read
    }

    /// Whether the next line is there without waiting.
    var hasLine: Bool { isAtEnd || end != nil }

    /// The next line; nil at the end. Throws where stdin cannot be read.
    mutating func next() throws(Failure) -> Line? {
        while true {
            if let end {
                defer { move(to: end + 1) }
                return line(to: end)
            }
            if isAtEnd {
                guard position < buffer.count || passed > 0 else { return nil }
                defer { move(to: buffer.count) }
                return line(to: buffer.count)
            }
            if buffer.count - position > Self.limit {
                passed += buffer.count - position
                position = buffer.count
            }
            if passed > Self.endlessLimit {
                (isAtEnd, passed) = (true, 0)
                return .endless
            }
            try fill()
        }
    }

    private mutating func fill() throws(Failure) {
        buffer.removeFirst(position)
        switch read() {
        case .success(let bytes):
            isAtEnd = bytes.isEmpty
            buffer += bytes
            position = 0
            findEnd()
        case .failure(let failure):
            position = 0
            throw Failure(.inputOutput, "reading stdin failed: \(SystemError.text(failure.number))")
        }
    }

    private mutating func move(to place: Int) {
        position = place
        passed = 0
        findEnd()
    }

    private mutating func findEnd() {
        end = buffer[position...].firstIndex(of: UInt8(ascii: "\n"))
    }

    private func line(to end: Int) -> Line {
        guard passed == 0, end - position <= Self.limit else { return .tooLong }
        var bytes = buffer[position..<end]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        let isSound = bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
        return isSound ? .text(bytes) : .notUTF8
    }
}
