import Platform
import Synchronization

/// A file that is replaced when the output is whole. Little output waits in memory, so that a signal that ends the
/// process leaves no temporary file. One that was left is removed by the next run with the same file.
final class ReplacedFile: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var draft: FileDraft?
        var isEmpty = true
        /// The first line, if each file begins with it.
        var header: [UInt8]?
        /// Whether a file was published before this one.
        var isNext = false
    }

    /// The bytes that wait in memory.
    private static let room = 1 << 20

    /// The path as given, for messages.
    private let path: String
    /// The file that a symbolic link at the path leads to.
    private let target: String
    /// Whether the first line is a header.
    private let hasHeader: Bool
    private let state = Mutex(State())

    /// Throws if the file certainly cannot be replaced.
    init(_ path: String, hasHeader: Bool) throws(Failure) {
        (self.path, self.hasHeader) = (path, hasHeader)
        target = try Failure.writing(path, FileBytes.target(of: path))
        FileDraft.removeAbandoned(of: target)
        let directory = FileBytes.directory(of: target)
        guard let number = FileBytes.obstacle(toFilesIn: directory) else { return }
        throw Failure(
            .inputOutput,
            "\(path): cannot be written: no file can be made in \(directory): \(SystemError.text(number))")
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            if hasHeader, state.header == nil, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                state.header = Array(bytes[...end])
            }
            state.bytes += bytes
            state.isEmpty = state.isEmpty && bytes.isEmpty
            if state.bytes.count > Self.room { try spill(&state) }
        }
    }

    /// Whether nothing was written.
    var isEmpty: Bool { state.withLock(\.isEmpty) }

    /// Replaces the file. One that was published before stays if no row came after it.
    func publish() throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            if state.isNext, state.isEmpty { return }
            try publish(&state)
        }
    }

    /// Replaces the file by what was written so far, and begins the next one with the same header. Does nothing before
    /// the first row.
    func reopen() throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            guard !state.isEmpty else { return }
            try publish(&state)
            (state.bytes, state.isEmpty, state.isNext) = (state.header ?? [], true, true)
        }
    }

    /// Removes the temporary file, because the output will not be whole.
    func discard() {
        state.withLock { $0 = State() }
    }

    private func publish(_ state: inout State) throws(Failure) {
        try spill(&state)
        let draft = state.draft.take()
        try Failure.writing(path, draft?.synchronize())
        try Failure.writing(path, draft?.publish())
    }

    private func spill(_ state: inout State) throws(Failure) {
        // It is removed with the last reference if writing fails: the disk may be full.
        let begun = state.draft.take()
        let draft = if let begun { begun } else { try Failure.writing(path, FileDraft(of: target)) }
        try Failure.writing(path, draft.write(state.bytes))
        state.draft = draft
        state.bytes = []
    }
}
