import CommandLineKit
import Markets
import Platform
import Rendering

extension PriceRequest {
    /// `price --events`: prints the splits and dividends of each stock.
    func printEvents(_ environment: Environment) async throws(Failure) -> ExitStatus {
        let context = RunContext(common, environment, isStream: lines != nil)
        let output = try Output(common, fields: FieldTable.events, environment)
        let selection = try context.pastProviders(of: self)
        let choice = try context.currency()
        var asked: [(chain: ProviderChain, query: HistoryQuery)] = []
        for symbol in symbols {
            let chain = context.providers.chain(of: selection.providers(for: symbol), for: .history) { $0.make }
            let now = chain.links[0].client.now()
            let (from, to, width) = try past.range(now: now, isDaily: true, common.origins)
            asked.append((chain, HistoryQuery(symbol: symbol, currency: choice, from: from, to: to, width: width)))
        }
        let answers = await asked.requestConcurrently { chain, query in
            await Result(asking: { () throws(ProviderFailure) in try await chain.events(query) })
        }
        var events: [StockEvent] = []
        var failures = failures(context)
        for ((chain, query), answer) in zip(asked, answers) {
            do throws(ProviderFailure) {
                let found = try answer.get()
                if let failure = context.notices.review(found) { throw failure }
                events += found
            } catch {
                failures.add(error, of: query.symbol, asked: chain.links.map(\.name))
            }
        }
        let (wanted, all) = (events.filter(output.isWanted), await failures.all())
        if all.isEmpty || !wanted.isEmpty { try output.print(wanted, to: environment.console) }
        return context.notices.status(after: all, isEmpty: wanted.isEmpty)
    }
}

extension RunContext {
    /// The providers of past prices for a request. Splits, dividends and what is corrected for them are of stocks, and
    /// of the providers that have them.
    func pastProviders(of request: PriceRequest) throws(Failure) -> ProviderSelection {
        var selection = try providers.selection(
            of: request.symbols, for: .history, ofFavorites: request.hasCurrencies)
        guard let option = request.past.eventOption else { return selection }
        if let money = request.symbols.first(where: { $0.kinds(isFavorite: request.hasCurrencies) == [.fiat] }) {
            throw Failure(OptionProblem.noStock(money, option), common.origins)
        }
        try translating(
            selection.keepEvents(of: request.symbols, option: option)
        ) { Failure($0, common.origins) }
        return selection
    }
}

extension FieldTable<StockEvent> {
    /// The fields of a split or a dividend, in the documented order. They are of the past, so they are no metrics.
    static let events: FieldTable = {
        let fields: [Field<StockEvent>] = [
            Field(
                "time", .time,
                help: "Day of the event, UTC: the first on which the stock is traded without a dividend, or "
                    + "after a split", importance: Field<StockEvent>.essential, presentation: .day,
                roles: [.priceTime, .key]
            ) { .time($0.time) }.known(),
            Field(
                "symbol", .text, help: "Ticker", importance: Field<StockEvent>.essential,
                roles: [.commodity, .label, .key, .tag]
            ) { .text($0.symbol) }.known(),
            Field(
                "event", .text, help: "What happens: dividend or split", importance: Field<StockEvent>.essential,
                roles: [.label, .key, .tag]
            ) { .text($0.kind.rawValue) }.known().oneOf(StockEvent.Kind.allCases.map(\.rawValue)),
            Field(
                "value", .number,
                help:
                    "Of a dividend the amount on a share, in the currency of the exchange; of a split the shares that one "
                    + "becomes", importance: Field<StockEvent>.essential
            ) { .number($0.value) }.known(),
        ]
        return FieldTable(fields, measurement: "crypto_events")
    }()
}
