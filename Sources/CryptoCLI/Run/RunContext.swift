import CommandLineKit
import Markets
import Platform
import ProviderKit
import Rendering
import Synchronization
import Transport

/// One run of a command: its options, its environment and its deadline, what it says beside its rows, and the providers
/// that it asks.
final class RunContext: Sendable {
    let common: CommonOptions
    let environment: Environment
    let deadline: Deadline
    let notices: Notices
    let providers: Providers
    /// The providers that can be asked.
    var table: ProviderTable { environment.providers }
    /// Whether the command has searched for an unknown symbol.
    private let hasSearched = Atomic(false)
    /// Nil for a stream, with `--quiet`, and off a terminal.
    private let waiting: WaitingLine?

    /// Creates the context and starts the clock of `--deadline`. No request is sent. A context that `isRepeated` asks
    /// for the same data again and again: it needs no kept ones, and its view has its own line for what it waits for.
    /// Its requests are noted in the log, if there is one.
    init(
        _ common: CommonOptions, _ environment: Environment, extras: QuoteExtras = [], isStream: Bool = false,
        isRepeated: Bool = false, log: RequestLog? = nil
    ) {
        self.common = common
        let waiting = isRepeated || common.quiet ? nil : WaitingLine(environment)
        var environment = environment
        if let waiting { environment.console = waiting.console(before: environment.console) }
        (self.environment, self.waiting) = (environment, waiting)
        let limit = common.timeLimit(isStream: isStream)
        deadline = limit.map { Deadline(after: $0, on: environment.time) } ?? .none
        environment.armWatchdog(limit)
        notices = Notices(common, environment.console, environment.providers)
        providers = Providers(
            common, environment, deadline, notices, waiting, extras: extras, isRepeated: isRepeated, log: log)
    }

    /// Says that the command now waits for its input, and not for a provider.
    func waitForInput() { waiting?.rest() }

    /// Returns true once in a run: for its only search for an unknown symbol.
    func isFirstSearch() -> Bool { !hasSearched.exchange(true, ordering: .relaxed) }

    /// Returns the currency to quote in. Text that cannot be a code is rejected without a request; any other code may
    /// be that of a coin.
    func currency() throws(Failure) -> CurrencyChoice {
        guard let text = common.currency else {
            return CurrencyChoice(.usd, allowsOtherCurrency: common.providers != nil && !common.strict)
        }
        return CurrencyChoice(
            try translating(Failure.currency(text, isAlone: true)) { (error: Failure) in
                Failure(error.status, OptionProblem("currency", error.message).text(common.origins))
            })
    }
}
