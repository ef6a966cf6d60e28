import Platform

/// stdin line by line, never more than one line of it in memory.
struct LineReader {
    /// A line without its end.
    enum Line: Sendable {
        case text(String)
        case notUTF8
        case tooLong

        /// What is wrong with it.
        var problem: String {
            switch self {
            case .text: ""
            case .notUTF8: "not valid UTF-8"
            case .tooLong: "over \(LineReader.limit) bytes"
            }
        }
    }

    /// No amount and codes take more.
    static let limit = 4096

    private let read: @Sendable () -> Result<[UInt8], SystemError.Failure>
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    init(_ read: @escaping @Sendable () -> Result<[UInt8], SystemError.Failure>) {
        self.read = read
    }

    /// Whether the next line is there without waiting.
    var hasLine: Bool {
        isAtEnd || buffer[position...].contains(UInt8(ascii: "\n"))
    }

    /// The next line; nil at the end. Of a line that is too long the rest is passed.
    mutating func next() throws(Failure) -> Line? {
        var isTooLong = false
        while true {
            if let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = end + 1 }
                return isTooLong || end - position > Self.limit ? .tooLong : Self.line(buffer[position..<end])
            }
            if isAtEnd {
                guard position < buffer.count || isTooLong else { return nil }
                defer { position = buffer.count }
                return isTooLong || buffer.count - position > Self.limit ? .tooLong : Self.line(buffer[position...])
            }
            if buffer.count - position > Self.limit {
                isTooLong = true
                position = buffer.count
            }
            try fill()
        }
    }

    private mutating func fill() throws(Failure) {
        buffer.removeFirst(position)
        position = 0
        switch read() {
        case .success(let bytes):
            isAtEnd = bytes.isEmpty
            buffer += bytes
        case .failure(let failure):
            throw Failure(.inputOutput, "reading stdin failed: \(SystemError.text(failure.number))")
        }
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> Line {
        let isCRLF = bytes.last == UInt8(ascii: "\r")
        return String(validating: isCRLF ? bytes.dropLast() : bytes, as: UTF8.self).map(Line.text) ?? .notUTF8
    }
}
