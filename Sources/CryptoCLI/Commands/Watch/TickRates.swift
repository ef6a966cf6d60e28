import Markets
import Platform
import Synchronization

/// The rates by which ticks come into the currency asked for, where their provider streams in another: looked up when a
/// market is first wanted and again every five minutes; where that fails the ones before stand (REQUIREMENTS C2, C4, C7).
final class TickRates: Sendable {
    /// How often rates are looked up.
    static let interval = Duration.seconds(300)

    private struct Route {
        let market: TickMarket
        let target: Currency
    }

    private let session: Session
    private let choice: CurrencyChoice
    /// By provider.
    private let markets: [String: ConvertingMarket]
    private let now: @Sendable () -> Timestamp
    private let routes = Mutex<[Route]>([])
    /// Told of each conversion that is to be used from now on.
    private let install: @Sendable (TickMarket, Currency, Conversion) -> Void

    init(
        _ session: Session, _ choice: CurrencyChoice, _ chain: TickChain,
        install: @escaping @Sendable (TickMarket, Currency, Conversion) -> Void
    ) {
        self.session = session
        self.choice = choice
        markets = chain.markets
        now = chain.now
        self.install = install
    }

    /// Says whether a market's ticks can be had in the currency wanted of its symbol, and sees to it.
    func admit(_ market: TickMarket, _ symbol: Symbol) async -> Result<Void, ProviderFailure> {
        let target = symbol.quote ?? choice.currency
        guard market.currency != target, let converting = markets[market.provider] else { return .success(()) }
        switch await conversion(market, to: target, converting) {
        case .success(let conversion):
            routes.withLock { $0.append(Route(market: market, target: target)) }
            install(market, target, conversion)
            return .success(())
        case .failure(let failure):
            return choice.ownIsFine && symbol.quote == nil ? .success(()) : .failure(failure)
        }
    }

    /// Looks all rates up again, each pair of currencies of a provider once.
    func refresh() async {
        let routes = routes.withLock { $0 }
        let groups = Dictionary(grouping: routes) { "\($0.market.provider) \($0.market.currency) \($0.target)" }
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
            let (market, target) = (group[0].market, group[0].target)
            guard let converting = markets[market.provider] else { continue }
            switch await conversion(market, to: target, converting) {
            case .success(let conversion):
                for route in group { install(route.market, target, conversion) }
            case .failure(let failure):
                session.notice("\(Failure.fact(of: failure)); the rate of before is kept")
            }
        }
    }

    private func conversion(
        _ market: TickMarket, to target: Currency, _ converting: ConvertingMarket
    ) async -> Result<Conversion, ProviderFailure> {
        var (graph, cause) = await converting.rates(from: market.currency, to: target)
        do throws(ConversionFailure) {
            let conversion = try graph.conversion(from: graph.asset(market.currency), to: graph.asset(target))
            if session.common.strict, conversion.isStale(at: now()) {
                return .failure(ProviderFailure(market.provider, .cannotQuote(target)))
            }
            return .success(conversion)
        } catch {
            let reason: ProviderFailure.Reason = cause.map { .noRate(target, because: $0) } ?? .cannotQuote(target)
            return .failure(ProviderFailure(market.provider, reason))
        }
    }
}
