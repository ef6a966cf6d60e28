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

    /// The quotes of symbols: the rows that came, and the failures in the order asked. Only a row of a list needs no price.
    func quotes(
        _ symbols: [Symbol], needsPrice: Bool = true
    ) async throws(Failure) -> (rows: [QuoteRow], failures: [Failure]) {
        let (known, failures) = try await session.known(symbols, needsPrice: needsPrice)
        return (known.map { QuoteRow($0.quote, now: $0.now) }, failures)
    }

    /// As the session's.
    func ambiguity(of quote: Quote) -> Failure? { session.ambiguity(of: quote) }

    /// What an answer's list lacks: rows that could not be read, prices that did not come.
    func incomplete(_ answer: ListAnswer, of provider: String) -> [Failure] {
        let rows = session.leftOut(answer.dropped, of: provider, "rows") { "row \($0.place)" }
        guard let cause = answer.priceFailure else { return rows }
        if session.common.strict { return rows + [Failure(cause)] }
        session.notice("\(Failure.fact(of: cause)); the list has no prices")
        return rows
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
