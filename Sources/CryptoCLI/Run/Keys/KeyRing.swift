import CommandLineKit
import Platform
import ProviderKit
import Synchronization
import Transport

/// The keys of a run: of variables, otherwise of the file `keys`, which is read when a provider that takes a key is
/// first asked.
final class KeyRing: Sendable {
    /// The longest time that a command for a key may take.
    static let longestCommand = Duration.seconds(10)

    private let environment: Environment
    private let deadline: Deadline
    private let path: String?
    /// Nil until the file is first needed. Most users have none, and making the types of these tasks takes longer than
    /// looking for it.
    private let found = Mutex<Found?>(nil)

    /// What was read for keys.
    private final class Found: Sendable {
        let file = SharedTask<Result<KeysFile, KeyProblem>>(keeps: { _ in true })
        /// The commands that were run, by the name of the provider.
        private let commands = Mutex<[String: SharedTask<Result<String, KeyProblem>>]>([:])

        func task(of name: String) -> SharedTask<Result<String, KeyProblem>> {
            commands.withLock { commands in
                let task = commands[name] ?? SharedTask(keeps: { _ in true })
                commands[name] = task
                return task
            }
        }
    }

    /// Creates the keys of a run without reading any.
    init(_ environment: Environment, _ deadline: Deadline) {
        (self.environment, self.deadline) = (environment, deadline)
        path = environment.configPath("keys")
    }

    /// Returns the key of a provider, which is looked up when it is needed.
    func key(of provider: Provider) -> ProviderKey {
        guard provider.key != .none else { return ProviderKey(nil) }
        let name = provider.name
        if let hadKey = environment.recordedKeys[name] { return ProviderKey(hadKey ? environment.keyOfReplay : nil) }
        guard let key = environment.variable(provider.keyVariable) else {
            return ProviderKey(file: path) { () throws(KeyProblem) in try await self.entry(of: name) }
        }
        var known = ProviderKey(key)
        known.file = path
        return known
    }

    private func entry(of name: String) async throws(KeyProblem) -> ProviderKey.Entry? {
        // Most users have no such file, and a thread of its own takes a tenth of the time of a kept answer.
        guard let path, !FileBytes.isMissing(path) else { return nil }
        let found = found.withLock { found in
            let made = found ?? Found()
            found = made
            return made
        }
        let file = await found.file.value {
            // A pipe at this path blocks the thread.
            await BlockingThread.result {
                Result { () throws(KeyProblem) in try KeysFile(path, self.environment.providers) }
            }
        }
        guard let entry = try file.get().entries[name] else { return nil }
        switch entry.source {
        case .key(let key):
            return ProviderKey.Entry(key)
        case .command(let command):
            if let key = environment.keyOfReplay { return ProviderKey.Entry(key) }
            return ProviderKey.Entry(identity: "!" + command) { () throws(KeyProblem) in
                try await found.task(of: name).value { await self.output(of: command, at: entry.line) }.get()
            }
        }
    }

    /// Runs a command. Returns the first line of its output, which no message contains.
    private func output(of command: String, at line: FileLine) async -> Result<String, KeyProblem> {
        let (time, deadline) = (environment.time, deadline)
        let limit: @Sendable () -> Duration = {
            min(Self.longestCommand, deadline.remaining(at: time.elapsed()) ?? Self.longestCommand)
        }
        switch await environment.readCommand(command, environment.childVariables.map { "\($0)=\($1)" }, limit) {
        case .failure(let failure):
            return Self.problem("could not be started: \(SystemError.text(failure.number))", line)
        case .success(let outcome):
            switch outcome.ending {
            case nil where limit() > .zero:
                return Self.problem("took longer than \(Self.longestCommand.shown)", line, .slowCommand)
            case nil: return Self.problem("did not end before the deadline", line, .slowCommand)
            case .exited(0)?: return key(in: outcome.output, at: line)
            case .exited(let code)?: return Self.problem("ended with status \(code)", line)
            case .signalled(let signal)?: return Self.problem("was ended by signal \(signal)", line)
            }
        }
    }

    private func key(in output: [UInt8], at line: FileLine) -> Result<String, KeyProblem> {
        let first = output.prefix { $0 != 0x0A }
        guard let text = String(validating: first, as: UTF8.self)?.trimmingSpaces else {
            return Self.problem("printed what is not valid UTF-8", line)
        }
        guard !text.isEmpty else { return Self.problem("printed no key", line) }
        guard let problem = KeysFile.problem(ofKey: text) else { return .success(text) }
        return Self.problem("printed no key: \(problem)", line)
    }

    private static func problem(
        _ words: String, _ line: FileLine, _ kind: KeyProblem.Kind = .command
    ) -> Result<String, KeyProblem> {
        .failure(KeyProblem(kind, "\(line): the command \(words)"))
    }
}
