import Platform
import ProviderKit
import Synchronization

/// Runs the command of `--exec` each time the condition of `--when` becomes true, one at a time for each symbol.
final class Trigger: Sendable {
    private let command: String
    private let cooldown: Duration
    private let environment: Environment
    /// Whether there is a live view, above which the output of the command appears.
    private let isPicture: Bool
    /// Whether the last row met the condition, when the command was started, and where it is running, by the names of
    /// rows.
    private let state = Mutex<(met: [String: Bool], lastRun: [String: Duration], running: Set<String>)>(([:], [:], []))
    /// Raised when a command ends.
    private let change = TaskSignal()

    /// Creates a trigger; nil without the options.
    init?(_ ends: StreamEnds, _ environment: Environment, isPicture: Bool) {
        guard let command = ends.exec else { return nil }
        (self.command, cooldown) = (command, ends.cooldown ?? .zero)
        (self.environment, self.isPicture) = (environment, isPicture)
    }

    /// Takes whether the newest row of a name meets the condition. Starts the command with the fields of the row if
    /// that became true.
    func take(_ isMet: Bool, of name: String, _ fields: () -> [(name: String, text: String)]) {
        let isDue = state.withLock { state in
            let hasBecomeTrue = isMet && state.met[name] != true
            if state.met[name] != isMet { state.met[name] = isMet }
            guard hasBecomeTrue else { return false }
            let now = environment.time.elapsed()
            if let last = state.lastRun[name], now - last < cooldown { return false }
            guard state.running.insert(name).inserted else { return false }
            state.lastRun[name] = now
            return true
        }
        if isDue { run(name, variables(fields())) }
    }

    private func run(_ name: String, _ variables: [String]) {
        let lines = isPicture ? OutputLines(environment.console.complain) : nil
        var output: (@Sendable ([UInt8]) -> Void)?
        if let lines { output = { lines.take($0) } }
        Task(executorPreference: TaskThreads.executor) { [self, output] in
            let problem = await environment.runShell(command, variables, output)
            lines?.finish()
            if let problem { environment.console.say("--exec for \(name): \(problem)") }
            // Last, since the end of the stream waits for it.
            state.withLock { _ = $0.running.remove(name) }
            change.raise()
        }
    }

    /// Returns the variables of the process and of a row, `NAME=value`. Unknown values are unset.
    private func variables(_ fields: [(name: String, text: String)]) -> [String] {
        var variables = environment.childVariables.filter { !$0.key.hasPrefix("TICK_") }
        for field in fields { variables["TICK_" + field.name.uppercased()] = field.text }
        return variables.map { "\($0.key)=\($0.value)" }
    }

    /// Returns when no command is running, or after a time, so that a command of the last row starts before the process
    /// ends. A longer command continues without it.
    func waitForCommands(within limit: Duration) async {
        let time = environment.time
        let end = time.elapsed() + limit
        while !state.withLock(\.running.isEmpty), time.elapsed() < end {
            await change.wait(atMost: end - time.elapsed(), time)
        }
    }
}
