import CommandLineKit
import Markets
import Platform
import Transport

/// The file of favorites: read whole, and replaced whole by one process at a time.
struct FavoritesFile {
    /// The path as given; a symbolic link is kept.
    private let path: String

    /// Uses `$XDG_CONFIG_HOME/crypto/favorites`, which need not exist.
    init(_ environment: Environment) throws(Failure) {
        guard let path = environment.configPath("favorites") else {
            let reason = environment.reasonForNoPath("XDG_CONFIG_HOME")
            throw Failure(.configuration, "no directory for the favorites file: \(reason)")
        }
        self.path = path
    }

    /// Returns the favorites; none if there is no file. Throws if the file cannot be read or is malformed.
    func read() throws(Failure) -> Favorites {
        let bytes = try FileBytes.ofUser(path) ?? []
        return try translating(Favorites(bytes)) { (error: Favorites.SyntaxError) in
            Failure(.configuration, "\(Origin.line(FileLine(path, error.line), option: nil).label): \(error.problem)")
        }
    }

    /// Returns the favorites for `--favorites` in place of symbols as arguments. Throws if there are none.
    func operands(_ origins: ValueOrigins) throws(Failure) -> [Symbol] {
        let symbols = try read().symbols
        guard !symbols.isEmpty else {
            throw .option("favorites", problem: "you have no favorites; 'crypto list --add BTC' adds one", origins)
        }
        return symbols
    }

    /// Returns the line of a symbol; nil if it is not in the file.
    func line(of symbol: Symbol) -> FileLine? {
        (try? read())?.line(of: symbol).map { FileLine(path, $0) }
    }

    /// Changes the favorites while no other process does. The file is not written if `change` leaves them as they are.
    func edit<Result>(_ session: Session, _ change: (inout Favorites) -> Result) async throws(Failure) -> Result {
        // Without a change, no directory is created and no lock is taken.
        let (wanted, outcome) = Self.changed(try read(), change)
        if wanted == nil { return outcome }
        let target = try Failure.writing(path, FileBytes.target(of: path))
        let directory = FileBytes.directory(of: target)
        try Failure.writing(path, FileBytes.makeDirectory(directory))
        let lock = try await lock(directory, session)
        FileBytes.removeAbandoned(of: target)
        let (changed, result) = Self.changed(try read(), change)
        if let bytes = changed?.bytes { try Failure.writing(path, FileBytes.replace(target, with: bytes)) }
        _ = consume lock
        return result
    }

    /// Returns the favorites after a change, nil if they are the same, and the result of the change.
    private static func changed<Result>(
        _ favorites: Favorites, _ change: (inout Favorites) -> Result
    ) -> (Favorites?, Result) {
        var changed = favorites
        let result = change(&changed)
        return (changed == favorites ? nil : changed, result)
    }

    /// Waits for the lock, until the deadline. Returns nil if the file system has no locks.
    private func lock(_ directory: String, _ session: Session) async throws(Failure) -> FileLock? {
        let time = session.environment.time
        while true {
            do throws(SystemError.Failure) {
                if let lock = try FileLock(tryingDirectory: directory) { return lock }
            } catch {
                if error.isLackOfLocks { return nil }
                throw Failure(unwritten: path, error.number)
            }
            let isOver = session.deadline.remaining(at: time.elapsed()) == .zero
            guard !isOver, (try? await time.sleep(.milliseconds(5))) != nil else {
                throw Failure(.tryLater, "\(path): another process is changing it; try again")
            }
        }
    }

}

extension Option {
    /// Returns the option `--favorites` of a command that takes symbols.
    static func favorites(_ place: @autoclosure @escaping Place<Bool>) -> Option {
        .toggle("favorites", place(), help: "Take your favorites in place of symbols.")
            .waivingOperands().known(as: "favourites", "own")
    }
}
