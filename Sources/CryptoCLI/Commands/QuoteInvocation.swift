import CommandLineKit
import Markets
import Rendering

/// What the commands over quotes share: their pages on fields and providers, and the way rows and failures leave.
struct QuoteInvocation: Sendable {
    let session: Session
    let output: Output<QuoteRow>
    let table: FieldTable<QuoteRow>

    /// Checks all that can be checked before anybody is asked.
    init(
        _ common: CommonOptions, _ environment: Environment, _ table: FieldTable<QuoteRow>
    ) throws(Failure) {
        session = Session(common, environment)
        self.table = table
        output = try Output(common, table, environment)
    }

    /// The quotes of symbols: the rows that came, and the failures in the order asked.
    func quotes(_ symbols: [Symbol]) async throws(Failure) -> (rows: [QuoteRow], failures: [Failure]) {
        var rows: [QuoteRow] = []
        var failures = FailureList()
        for (symbol, answer) in zip(symbols, try await session.quotes(symbols)) {
            switch answer.result {
            case .failure(let failure): failures.add(failure, of: symbol, asked: answer.asked)
            case .success((let quote, let link)):
                if let failure = ambiguity(of: quote) ?? staleness(of: quote) {
                    failures.add(failure)
                } else {
                    rows.append(QuoteRow(quote, now: link.client.now()))
                }
            }
        }
        return (rows, failures.all)
    }

    /// Several coins of one ticker: a notice, or the failure it is under `--strict`.
    func ambiguity(of quote: Quote) -> Failure? {
        guard let line = quote.ambiguity else { return nil }
        if session.common.strict { return Failure(.unknownName, "ambiguous symbol: \(line)") }
        session.notice(line)
        return nil
    }

    /// Under `--strict`, that a quote is an old answer, or came to its currency by an old rate.
    func staleness(of quote: Quote) -> Failure? {
        guard session.common.strict, quote.stale else { return nil }
        let way = quote.via.map { " (\($0))" } ?? ""
        return Failure(
            .tryLater, "\(quote.provider): the price of \(quote.symbol) is stale\(way); try later or another --provider"
        )
    }

    /// Rows that could not be read: a notice each, or the failures they are under `--strict`.
    func dropped(_ rows: [DroppedRow], of provider: String) -> [Failure] {
        let lines = rows.prefix(5).map { "\(provider): row \($0.place) is left out: \($0.problem)" }
        let more = rows.count > 5 ? ["\(provider): \(rows.count - 5) more rows are left out"] : []
        if session.common.strict { return (lines + more).map { Failure(.invalidData, $0) } }
        for line in lines + more { session.notice(line) }
        return []
    }

    /// Prints what came, says what did not, and ends with the code of the first failure.
    func finish(_ rows: [QuoteRow], _ failures: [Failure]) throws(Failure) -> ExitStatus {
        let console = session.environment.console
        if failures.isEmpty || !rows.isEmpty {
            try output.print(rows, to: console)
        }
        for failure in failures { console.say(failure) }
        return failures.first?.status ?? (rows.isEmpty ? .noMatch : .success)
    }
}
