import Markets
import Rendering
import Synchronization

/// What a run says on stderr beside its rows. With `--strict` some of it is a failure instead.
final class Notices: Sendable {
    let common: CommonOptions
    let console: Console
    /// The providers that may be asked, for what they are called and require.
    let table: ProviderTable
    private let printed = Mutex<Set<String>>([])
    /// The providers whose attribution was looked up.
    let attributed = Mutex<Set<String>>([])
    /// The providers of which a time ahead of the clock was reported.
    let reportedAhead = Mutex<Set<String>>([])

    /// Creates the notices of a command with these options, about providers of a table.
    init(_ common: CommonOptions, _ console: Console, _ table: ProviderTable) {
        (self.common, self.console, self.table) = (common, console, table)
    }

    /// Prints a line on stderr, unless `--quiet` is set.
    func say(_ line: String) {
        if !common.quiet { console.say(line) }
    }

    /// Does the same as `say`, once per run for each line.
    func sayOnce(_ line: String) {
        if printed.insert(line) { say(line) }
    }

    /// Does the same for a line that belongs to rows: it waits for the first one, except with `--verbose`.
    func sayBesideRows(_ line: String) {
        if common.verbose { return sayOnce(line) }
        console.deferredNotices.add { [self] in sayOnce(line) }
    }

    /// Prints the attribution that a provider requires, once per run. It names the sources.
    func attribute(of name: String, with sources: [String] = []) {
        guard let words = table.named(name)?.attribution else { return }
        let names = sources.withoutRepeats
        sayBesideRows("\(name): \(words)" + (names.isEmpty ? "" : "; measured by \(names.joined(separator: ", "))"))
    }

    /// Says at a terminal, once for each currency, why converted ticks have no change.
    func sayUnknownChange(in currency: Currency) {
        guard isAtTerminal else { return }
        sayOnce("the change in \(currency) is unknown: the price of a day ago would need the rate of that time")
    }

    /// Says that a provider's prices stay in its own currency: nobody asked for another one, and no rate leads to the
    /// default one.
    func sayUnconverted(by provider: String, _ currency: Currency) {
        sayOnce("\(provider): prices are in \(currency), because no rate leads from \(currency) to USD")
    }

    /// Reports that an old rate is used because there is no new one.
    func sayOldRate(_ failure: ProviderFailure) {
        say("\(Failure.fact(of: failure, in: table)); the rate of before is kept")
    }

    /// Whether a person sees both rows and notices.
    var isAtTerminal: Bool {
        console.columns != nil && console.noticeColumns() != nil
    }
}

extension Mutex<Set<String>> {
    /// Adds a text. Returns true the first time.
    func insert(_ text: String) -> Bool { withLock { $0.insert(text).inserted } }
}
