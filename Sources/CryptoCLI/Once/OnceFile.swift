import Platform
import Transport

/// The file in which `--once` remembers the rows of one command line. All such files are in one directory.
struct OnceFile: Sendable {
    /// The beginning of the names of all such files.
    private static let prefix = "once-"
    /// How long the file of a command line is kept after its last run, in seconds.
    private static let longestUnused: Int64 = 365 * 86_400
    /// The largest file that is read.
    private static let limit = 64 << 20

    private let directory: PrivateDirectory
    private let name: String
    /// The command line with all names in full. No two files have the same one.
    private let question: String
    /// The path, for messages.
    let path: String

    /// Opens the directory. Throws if it cannot be used: `--once` cannot do without.
    init(_ question: String, _ environment: Environment) throws(Failure) {
        guard let folder = environment.statePath else {
            let reason = environment.reasonForNoPath("XDG_STATE_HOME")
            throw Failure(.inputOutput, "no directory for what --once remembers: \(reason)")
        }
        self.question = question
        name = Self.prefix + SHA256.hex(of: question)
        path = "\(folder)/\(name)"
        directory = try translating(PrivateDirectory(folder)) { Failure.cannotRemember(folder, $0) }
        // Replacing it would only fail after the rows were printed.
        try translating(directory.checkReplaceable(name), cannotWrite)
    }

    /// Reads the file; nil if it is damaged.
    func content() -> OnceState? {
        guard let bytes = directory.read(name, limit: Self.limit), !bytes.isEmpty else { return OnceState() }
        return OnceState(encoded: bytes)
    }

    /// Waits until no other process has the lock of the file, at most until the deadline. Returns nil if the file
    /// system has no locks.
    func lock(_ context: RunContext) async throws(Failure) -> FileLock? {
        let time = context.environment.time
        while true {
            switch directory.lock(name) {
            case .held(let lock): return lock
            case .impossible: return nil
            case .busy: break
            }
            let isOver = context.deadline.remaining(at: time.elapsed()) == .zero
            guard !isOver, (try? await time.sleep(.milliseconds(5))) != nil else {
                throw Failure(
                    .tryLater, "another process with the same command line and --once is printing its rows; try again")
            }
        }
    }

    /// Writes the state to the disk, without replacing the file yet.
    func draft(_ state: OnceState) throws(Failure) -> FileDraft {
        do throws(SystemError.Failure) {
            let draft = try FileDraft(of: name, in: directory)
            try draft.write(state.encoded(comment: question))
            try draft.synchronize()
            return draft
        } catch {
            throw cannotWrite(error)
        }
    }

    /// Replaces the file by the draft, and removes files that were not used for long.
    func publish(_ draft: FileDraft, at time: Timestamp) throws(Failure) {
        try translating(draft.publish(), cannotWrite)
        for file in directory.files() {
            directory.removeIfAbandoned(file.name)
            // Other files are not of this program.
            let isState = file.name.hasPrefix(Self.prefix) && SHA256.isHex(file.name.dropFirst(Self.prefix.count))
            if isState, time.seconds - file.modified > Self.longestUnused { directory.remove(file.name) }
        }
    }

    private func cannotWrite(_ error: SystemError.Failure) -> Failure {
        .cannotRemember(path, .system(error.number))
    }

    /// Marks the file as used, or removes the empty one that was only locked.
    func leave() {
        directory.removeIfEmpty(name)
        directory.touch(name)
    }
}

extension Environment {
    /// The directory of what `--once` remembers; nil if there is none: see `path`.
    var statePath: String? { path("XDG_STATE_HOME", inHome: ".local/state") }
}

extension Failure {
    /// Nothing can be remembered, so that the same rows would be printed in each run.
    fileprivate static func cannotRemember(_ path: String, _ fault: PrivateDirectory.Fault) -> Failure {
        let problem =
            switch fault {
            case .ofAnotherUser: "it belongs to another user"
            case .symbolicLink: "it is a symbolic link"
            case .system(let number): SystemError.text(number)
            }
        return Failure(.inputOutput, "\(path): --once cannot remember rows: \(problem)")
    }
}
