import CommandLineKit
import Markets
import Platform
import Transport

/// A file of favorites: read whole, and replaced whole by one process at a time.
struct FavoritesFile {
    /// The path as given; a symbolic link is kept.
    private let path: String
    /// The group of its rows, which has the name of the file; nil for the user's own one.
    let group: String?
    /// What is wrong if there is no file; nil if that is the same as an empty one.
    private let absence: Failure?

    /// Uses `$XDG_CONFIG_HOME/crypto/favorites`, which need not exist.
    init(_ environment: Environment) throws(Failure) {
        guard let path = environment.configPath("favorites") else {
            let reason = environment.reasonForNoPath("XDG_CONFIG_HOME")
            throw Failure(.configuration, "no directory for the favorites file: \(reason)")
        }
        (self.path, group, absence) = (path, nil, nil)
    }

    /// Uses a file that `--favorites-file` names. It must exist unless it `mayBeNew`.
    private init(named path: String, mayBeNew: Bool, _ origins: ValueOrigins) {
        (self.path, group) = (path, Self.group(of: path))
        let hint = path.hasPrefix("~") ? "; a shell expands '~' only at the start of an argument" : ""
        let problem = OptionProblem("favorites-file", "there is no file \(path.inQuotes)" + hint)
        absence = mayBeNew ? nil : Failure(.configuration, problem.text(origins))
    }

    /// Returns the files that `--favorites-file` names, otherwise the user's own one.
    static func all(_ common: CommonOptions, _ environment: Environment) throws(Failure) -> [FavoritesFile] {
        guard let paths = common.favoritesFiles else { return [try FavoritesFile(environment)] }
        return paths.map { FavoritesFile(named: $0, mayBeNew: false, common.origins) }
    }

    /// Returns the one file that is changed. A symbol can be added to a file that does not exist yet.
    static func changed(by edit: FavoritesEdit, _ context: RunContext) throws(Failure) -> FavoritesFile {
        guard let path = context.common.favoritesFiles?.first else { return try FavoritesFile(context.environment) }
        return FavoritesFile(named: path, mayBeNew: edit.adds, context.common.origins)
    }

    /// Returns the name of a file without its directory and its ending.
    fileprivate static func group(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
        return String(name[..<dot])
    }

    /// Returns the favorites. Throws if the file cannot be read or is malformed.
    func read() throws(Failure) -> Favorites {
        let bytes = try FileBytes.ofUser(path)
        if bytes == nil, let absence { throw absence }
        return try translating(Favorites(bytes ?? [])) { (error: Favorites.SyntaxError) in
            Failure(.configuration, "\(Origin.line(FileLine(path, error.line), option: nil).label): \(error.problem)")
        }
    }

    /// Returns the line of a symbol; nil if it is not in the file. A pipe is read only once.
    func line(of symbol: Symbol) -> FileLine? {
        guard FileBytes.isFile(path) else { return nil }
        return (try? read())?.line(of: symbol).map { FileLine(path, $0) }
    }

    /// Changes the favorites while no other process does. The file is not written if `change` leaves them as they are.
    func edit<Result>(_ context: RunContext, _ change: (inout Favorites) -> Result) async throws(Failure) -> Result {
        // Without a change, no directory is created and no lock is taken.
        let (wanted, outcome) = Self.changed(try read(), change)
        if wanted == nil { return outcome }
        let target = try Failure.writing(path, FileBytes.target(of: path))
        let directory = FileBytes.directory(of: target)
        if group == nil { try Failure.writing(path, FileBytes.makeDirectory(directory)) }
        let lock = try await lock(directory, context)
        FileDraft.removeAbandoned(of: target)
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
    private func lock(_ directory: String, _ context: RunContext) async throws(Failure) -> FileLock? {
        let time = context.environment.time
        while true {
            do throws(SystemError.Failure) {
                if let lock = try FileLock(tryingDirectory: directory) { return lock }
            } catch {
                if error.isLackOfLocks { return nil }
                throw Failure(unwritten: path, error.number)
            }
            let isOver = context.deadline.remaining(at: time.elapsed()) == .zero
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

    /// Returns the option `--favorites-file` of a command whose rows may be those of favorites. `details` are what it
    /// means there.
    static func favoritesFile(
        _ place: @autoclosure @escaping Place<[String]?>, details: @autoclosure @escaping @Sendable () -> String
    ) -> Option {
        .value(
            "favorites-file", place(), as: .favoritesFiles, valueName: "files",
            help: "Take the favorites of these files, as groups."
        ).detailed(
            CryptoTool.details("--favorites-file") + " " + details()
        ).waivingOperands().completing(.file).known(as: "favourites-file", "groups", "watchlist")
    }
}

extension ValueParser<[String]> {
    /// Files of favorites, which are groups of different names.
    fileprivate static var favoritesFiles: ValueParser {
        .list(of: .text).map { (paths: [String]) throws(ValueError) in
            var groups: [String: String] = [:]
            for path in paths {
                guard path != "-" else { throw ValueError("'-' is not a file; /dev/stdin is the one of stdin") }
                let group = FavoritesFile.group(of: path)
                if let other = groups.updateValue(path, forKey: group) {
                    let both = "\(other.inQuotes) and \(path.inQuotes)"
                    throw ValueError(
                        other == path
                            ? "\(path.inQuotes) is named twice" : "\(both) would both be the group \(group.inQuotes)")
                }
            }
            return paths
        }
    }
}
