import Platform
import Rendering
import Synchronization

/// `--when --exec --cooldown`: runs a command each time a condition becomes true, one at a time for each symbol.
struct Trigger<Row> {
    private let condition: Condition<Row>
    private let command: String
    private let cooldown: Duration
    private let fields: [Field<Row>]
    private let environment: Environment
    private let running = RunningCommands()
    /// Whether the condition held at the last row, by the row's name.
    private var held: [String: Bool] = [:]
    private var lastRun: [String: Duration] = [:]

    /// Nil where the options ask for none.
    init?(_ ends: StreamEnds, _ table: FieldTable<Row>, _ environment: Environment) throws(Failure) {
        guard let condition = try Condition.reading(ends.when, "--when", table), let command = ends.exec else {
            return nil
        }
        self.condition = condition
        self.command = command
        cooldown = ends.cooldown ?? .zero
        fields = table.fields
        self.environment = environment
    }

    /// Looks at a row, and starts the command where the condition has become true with it.
    mutating func take(_ row: Row, of name: String) {
        let isMet = condition.isMet(by: row)
        let hasBecomeTrue = isMet && held[name] != true
        if held[name] != isMet { held[name] = isMet }
        guard hasBecomeTrue else { return }
        let now = environment.time.elapsed()
        if let last = lastRun[name], now - last < cooldown { return }
        guard running.begin(name) else { return }
        lastRun[name] = now
        run(name, variables(row))
    }

    private func run(_ name: String, _ variables: [String]) {
        let (command, environment, running) = (command, environment, running)
        Task {
            let problem = await environment.runShell(command, variables)
            running.end(name)
            if let problem { environment.console.say("--exec for \(name): \(problem)") }
        }
    }

    /// The process's own variables and the row's, `NAME=value`; unknown values are unset.
    private func variables(_ row: Row) -> [String] {
        var variables = environment.variables.filter { !$0.key.hasPrefix("TICK_") }
        for field in fields {
            guard let text = field.exactText(of: row) else { continue }
            variables["TICK_" + field.name.uppercased()] = text
        }
        return variables.map { "\($0.key)=\($0.value)" }
    }
}

/// The symbols whose command has not ended.
private final class RunningCommands: Sendable {
    private let names = Mutex<Set<String>>([])

    /// False where one runs already.
    func begin(_ name: String) -> Bool {
        names.withLock { $0.insert(name).inserted }
    }

    func end(_ name: String) {
        names.withLock { _ = $0.remove(name) }
    }
}
