import CommandLineKit
import Markets
import Platform
import Transport

/// The file of the user's own list: read whole, and replaced whole by one process at a time.
struct FavoritesFile {
    /// As the user knows it; a symbolic link stays one.
    private let path: String

    /// `$XDG_CONFIG_HOME/crypto/favorites`, which need not be there.
    init(_ environment: Environment) throws(Failure) {
        guard let path = environment.configPath("favorites") else {
            throw Failure(.configuration, "the own list has no place: neither XDG_CONFIG_HOME nor HOME is set")
        }
        self.path = path
    }

    /// The list; nothing where there is no file.
    func read() throws(Failure) -> Favorites {
        let contents: FileBytes.Contents?
        do throws(FileBytes.Fault) {
            contents = try FileBytes.read(path)
        } catch {
            throw Failure(error, path: path)
        }
        do throws(Favorites.SyntaxError) {
            return try Favorites(contents?.bytes ?? [])
        } catch {
            throw Failure(error, path: path)
        }
    }

    /// Changes the list while no other process does; what `change` leaves as it was is not written.
    func edit<Result>(_ session: Session, _ change: (inout Favorites) -> Result) async throws(Failure) -> Result {
        // Where there is nothing to do, nothing is made and nobody is waited for.
        let (wanted, outcome) = Self.changed(try read(), change)
        if wanted == nil { return outcome }
        let target = try writing { () throws(SystemError.Failure) in try FileBytes.target(of: path) }
        let directory = FileBytes.directory(of: target)
        try writing { () throws(SystemError.Failure) in try FileBytes.makeDirectory(directory) }
        let lock = try await lock(directory, session)
        FileBytes.removeAbandoned(of: target)
        let (changed, result) = Self.changed(try read(), change)
        if let bytes = changed?.bytes {
            try writing { () throws(SystemError.Failure) in try FileBytes.replace(target, with: bytes) }
        }
        _ = consume lock
        return result
    }

    /// The list after a change, nil where it is as it was.
    private static func changed<Result>(
        _ favorites: Favorites, _ change: (inout Favorites) -> Result
    ) -> (Favorites?, Result) {
        var changed = favorites
        let result = change(&changed)
        return (changed == favorites ? nil : changed, result)
    }

    /// Waits until nobody else has the lock, no longer than the deadline.
    private func lock(_ directory: String, _ session: Session) async throws(Failure) -> FileLock {
        let time = session.environment.time
        while true {
            if let lock = try tryLock(directory) { return lock }
            let isOver = session.deadline.remaining(at: time.elapsed()) == .zero
            guard !isOver, (try? await time.sleep(.milliseconds(5))) != nil else {
                throw Failure(.tryLater, "\(path): another process is changing it; try again")
            }
        }
    }

    private func tryLock(_ directory: String) throws(Failure) -> FileLock? {
        do throws(SystemError.Failure) {
            return try FileLock(tryingDirectory: directory)
        } catch {
            throw unwritable(error)
        }
    }

    private func writing<Result>(_ body: () throws(SystemError.Failure) -> Result) throws(Failure) -> Result {
        do throws(SystemError.Failure) {
            return try body()
        } catch {
            throw unwritable(error)
        }
    }

    private func unwritable(_ error: SystemError.Failure) -> Failure {
        Failure(.inputOutput, "\(path): cannot be written: \(SystemError.text(error.number))")
    }
}

extension Failure {
    /// A line of the own list that is no symbol.
    fileprivate init(_ error: Favorites.SyntaxError, path: String) {
        let place = Origin.line(FileLine(path, error.line), option: nil).label
        guard let text = error.text, let problem = error.problem else {
            self.init(.configuration, "\(place): not valid UTF-8")
            return
        }
        self.init(.configuration, "\(place): \(text.inQuotes) \(problem.words)")
    }
}
