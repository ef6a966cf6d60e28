import CommandLineKit
import Platform
import ProviderKit
import Rendering
import Synchronization

/// Runs the command of `--exec` each time the condition of `--when` becomes true, one at a time for each symbol.
final class Trigger<Row> {
    private let condition: Condition<Row>
    private let command: String
    private let cooldown: Duration
    private let fields: [Field<Row>]
    private let environment: Environment
    /// Whether there is a live view, above which the output of the command appears.
    private let isPicture: Bool
    let running = RunningCommands()
    /// True if the last row met the condition, by the row's name.
    private var met: [String: Bool] = [:]
    private var lastRun: [String: Duration] = [:]

    /// Creates a trigger; nil without the options. Throws `Failure` for an invalid condition.
    init?(
        _ ends: StreamEnds, _ common: CommonOptions, fields table: FieldTable<Row>, environment: Environment,
        isPicture: Bool
    ) throws(Failure) {
        guard let condition = try Condition.reading(ends.when, of: "when", fields: table, common),
            let command = ends.exec
        else { return nil }
        (self.condition, self.command, self.environment) = (condition, command, environment)
        (cooldown, fields, self.isPicture) = (ends.cooldown ?? .zero, table.fields, isPicture)
    }

    /// Checks a row, and starts the command if the condition became true.
    func take(_ row: Row, of name: String) {
        let isMet = condition.isMet(by: row)
        let hasBecomeTrue = isMet && met[name] != true
        if met[name] != isMet { met[name] = isMet }
        guard hasBecomeTrue else { return }
        let now = environment.time.elapsed()
        if let last = lastRun[name], now - last < cooldown { return }
        guard running.begin(name) else { return }
        lastRun[name] = now
        run(name, variables(row))
    }

    private func run(_ name: String, _ variables: [String]) {
        let (command, environment, running) = (command, environment, running)
        let lines = isPicture ? OutputLines(environment.console.complain) : nil
        var output: (@Sendable ([UInt8]) -> Void)?
        if let lines { output = { lines.take($0) } }
        Task(executorPreference: TaskThreads.executor) { [output] in
            let problem = await environment.runShell(command, variables, output)
            lines?.finish()
            if let problem { environment.console.say("--exec for \(name): \(problem)") }
            // Last, since the end of the stream waits for it.
            running.end(name)
        }
    }

    /// Returns the variables of the process and of the row, `NAME=value`. Unknown values are unset.
    private func variables(_ row: Row) -> [String] {
        var variables = environment.childVariables.filter { !$0.key.hasPrefix("TICK_") }
        for field in fields {
            guard let text = field.exactText(of: row) else { continue }
            variables["TICK_" + field.name.uppercased()] = text
        }
        return variables.map { "\($0.key)=\($0.value)" }
    }
}

/// The symbols with a running command.
final class RunningCommands: Sendable {
    private let names = Mutex<Set<String>>([])
    private let change = TaskSignal()

    /// Adds a symbol. Returns false if its command is running.
    func begin(_ name: String) -> Bool {
        names.withLock { $0.insert(name).inserted }
    }

    func end(_ name: String) {
        names.withLock { _ = $0.remove(name) }
        change.raise()
    }

    /// Returns when no command is running, or after a time, so that a command of the last row starts before the process
    /// ends. A longer command continues without it.
    func settle(within limit: Duration, _ time: TimeSource) async {
        let end = time.elapsed() + limit
        while !names.withLock(\.isEmpty), time.elapsed() < end {
            await change.wait(atMost: end - time.elapsed(), time)
        }
    }
}
