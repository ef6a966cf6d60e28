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
        do throws(Favorites.SyntaxError) {
            return try Favorites(bytes)
        } catch {
            throw Failure(error, path: path)
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
                throw cannotWrite(error)
            }
            let isOver = session.deadline.remaining(at: time.elapsed()) == .zero
            guard !isOver, (try? await time.sleep(.milliseconds(5))) != nil else {
                throw Failure(.tryLater, "\(path): another process is changing it; try again")
            }
        }
    }

    private func writing<Result: ~Copyable>(
        _ body: () throws(SystemError.Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(SystemError.Failure) {
            return try body()
        } catch {
            throw cannotWrite(error)
        }
    }

    private func cannotWrite(_ error: SystemError.Failure) -> Failure {
        Failure(.inputOutput, "\(path): cannot be written: \(SystemError.text(error.number))")
    }
}

extension Option {
    /// Returns the option `--favorites` of a command that takes symbols.
    static func favorites(_ place: @autoclosure @escaping Place<Bool>) -> Option {
        .toggle("favorites", place(), help: "Take your favorites in place of symbols.")
            .waivingOperands().known(as: "favourites", "own")
    }
}

extension Failure {
    /// A malformed line of the favorites file.
    fileprivate init(_ error: Favorites.SyntaxError, path: String) {
        let place = Origin.line(FileLine(path, error.line), option: nil).label
        guard let text = error.text, let problem = error.problem else {
            self.init(.configuration, "\(place): not valid UTF-8")
            return
        }
        switch problem {
        case .symbol(let error): self.init(.configuration, "\(place): \(text.inQuotes) \(error.words)")
        case .holding(let error):
            self.init(.configuration, "\(place): \(text.inQuotes): \(error.words)" + Self.orderHint(error, text))
        }
    }
}

extension Failure {
    /// Returns the line to write in place of one with the amount before the symbol, after a semicolon; else nothing.
    private static func orderHint(_ error: FavoriteLot.SyntaxError, _ text: String) -> String {
        guard case .amount(let word) = error, (try? Symbol(word)) != nil,
            let first = text.split(whereSeparator: \.isWhitespace).first, (try? Amount.readHeld(String(first))) != nil
        else { return "" }
        return "; the symbol comes first, as in '\(word) \(first)'"
    }
}

extension FavoriteLot.SyntaxError {
    /// The message, to follow the line.
    fileprivate var words: String {
        switch self {
        case .amount(let word), .cost(let word):
            do throws(ValueError) {
                _ = try Amount.readHeld(word)
                return "\(word.inQuotes) is not an amount"
            } catch {
                return error.problem
            }
        case .separator(let word):
            return "'@' goes before the cost, not \(word.inQuotes), as in 'BTC 0.5 @ 30000 USD'"
        case .noCost: return "the cost after '@' is missing, as in 'BTC 0.5 @ 30000 USD'"
        case .currency(let word): return "\(word.inQuotes) is not a currency code"
        case .end(let word): return "nothing goes after the currency, not \(word.inQuotes)"
        }
    }
}
