import CommandLineKit
import Platform

/// Reads stdin line by line, with at most one read and one line of it in memory.
struct LineReader {
    /// A line in UTF-8 without its line end, or the problem of the line.
    typealias Line = Result<ArraySlice<UInt8>, ValueError>

    /// The longest line of text, in bytes; an amount and its codes are much shorter. The rest of a longer one is
    /// skipped.
    private static let limit = 4096
    /// Input without a line end in so many bytes is not text. Nothing is read after it.
    private static let endlessLimit = 1 << 20

    private let read: @Sendable () -> Result<[UInt8], SystemError.Failure>
    private var buffer: [UInt8] = []
    private var position = 0
    /// The end of the line that begins at `position`, if it has been read.
    private var end: Int?
    /// How many bytes of a line that is too long were skipped.
    private var skipped = 0
    private var isAtEnd = false
    /// True before the end of the first line, which may begin with a byte order mark.
    private var isFirst = true

    init(_ read: @escaping @Sendable () -> Result<[UInt8], SystemError.Failure>) {
        self.read = read
    }

    /// Whether the next line can be returned without waiting.
    var hasLine: Bool { isAtEnd || end != nil }

    /// Returns the next line; nil at the end. Throws if stdin cannot be read.
    mutating func next() throws(Failure) -> Line? {
        while true {
            if let end {
                defer { move(to: end + 1) }
                return line(to: end)
            }
            if isAtEnd {
                guard position < buffer.count || skipped > 0 else { return nil }
                defer { move(to: buffer.count) }
                return line(to: buffer.count)
            }
            if buffer.count - position > Self.limit {
                skipped += buffer.count - position
                position = buffer.count
            }
            if skipped > Self.endlessLimit {
                (isAtEnd, skipped) = (true, 0)
                return .failure(
                    ValueError("does not end within \(Self.endlessLimit) bytes; nothing is read after it"))
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
        (skipped, isFirst) = (0, false)
        findEnd()
    }

    private mutating func findEnd() {
        end = buffer[position...].firstIndex(of: UInt8(ascii: "\n"))
    }

    private func line(to end: Int) -> Line {
        guard skipped == 0, end - position <= Self.limit else {
            return .failure(ValueError("over \(Self.limit) bytes"))
        }
        var bytes = buffer[position..<end]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let isValid = bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
        return isValid ? .success(bytes) : .failure(ValueError("not valid UTF-8"))
    }
}

extension String {
    /// The text, or the beginning of a long one.
    var shortened: String { count > 60 ? prefix(60) + "…" : self }
}
