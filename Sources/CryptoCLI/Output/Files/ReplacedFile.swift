import Platform
import Synchronization

/// A file that is replaced when the output is whole. Little output waits in memory, so that a signal that ends the
/// process leaves no temporary file. One that was left is removed by the next run with the same file.
final class ReplacedFile: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var draft: FileDraft?
        var isEmpty = true
    }

    /// The bytes that wait in memory.
    private static let room = 1 << 20

    /// The path as given, for messages.
    private let path: String
    /// The file that a symbolic link at the path leads to.
    private let target: String
    private let state = Mutex(State())

    /// Throws if the file certainly cannot be replaced.
    init(_ path: String) throws(Failure) {
        self.path = path
        target = try Failure.writing(path, FileBytes.target(of: path))
        FileBytes.removeAbandoned(of: target)
        let directory = FileBytes.directory(of: target)
        guard let number = FileBytes.obstacle(toFilesIn: directory) else { return }
        throw Failure(
            .inputOutput,
            "\(path): cannot be written: no file can be made in \(directory): \(SystemError.text(number))")
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            state.bytes += bytes
            state.isEmpty = state.isEmpty && bytes.isEmpty
            if state.bytes.count > Self.room { try spill(&state) }
        }
    }

    /// Whether nothing was written.
    var isEmpty: Bool { state.withLock(\.isEmpty) }

    /// Replaces the file.
    func publish() throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            try spill(&state)
            let draft = state.draft.take()
            try Failure.writing(path, draft?.publish())
        }
    }

    /// Removes the temporary file, because the output will not be whole.
    func discard() {
        state.withLock { $0 = State() }
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
