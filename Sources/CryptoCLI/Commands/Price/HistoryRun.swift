import Markets
import Platform
import Rendering

/// `price --history` and its kin: the candles of symbols, one symbol after the other.
struct HistoryRun: Sendable {
    private let request: PriceRequest
    private let environment: Environment

    init(_ request: PriceRequest, _ environment: Environment) {
        (self.request, self.environment) = (request, environment)
    }

    func run() async throws(Failure) -> ExitStatus {
        let table = FieldTable<Candle>.candles
        if let status = try HelpRows.print(table, job: .history, request.common, environment) { return status }
        let session = Session(request.common, environment)
        let output = try Output(request.common, table, environment)
        let (rows, failures) = try await candles(session)
        let wanted = rows.filter(output.isWanted)
        if failures.isEmpty || !rows.isEmpty { try output.print(wanted, to: environment.console) }
        for failure in failures { environment.console.say(failure) }
        return failures.first?.status ?? (wanted.isEmpty ? .noMatch : .success)
    }

    private func candles(_ session: Session) async throws(Failure) -> (rows: [Candle], failures: [Failure]) {
        let chain = try session.chain(for: .history)
        let choice = try session.currency()
        let (from, to, width) = request.past.range(now: chain.links[0].client.now())
        var rows: [Candle] = []
        var failures = FailureList()
        let asked = chain.links.map(\.name)
        for symbol in request.symbols {
            let query = HistoryQuery(symbol: symbol, currency: choice, from: from, to: to, width: width)
            do throws(ProviderFailure) {
                rows += try await chain.history(query).candles
            } catch {
                failures.add(error, of: symbol, asked: asked)
            }
        }
        return (rows, failures.all)
    }
}
