import Platform

/// The mock's stream: each tick moves the next of the subscribed symbols, `rate` ticks a second over all of them.
///
/// A symbol's prices go on from the walk of its quote and depend on the seed alone, neither on the clock nor on the
/// other symbols.
extension MockMarket {
    /// Ticks that end only when they are cancelled.
    var tickSource: TickSource {
        FixedMarket(
            provider: MockMarket.name, rates: SampleMarket.euroRates, now: time.now,
            coins: { SampleMarket.coins.map { $0.quote(MockMarket.name, time: time.now()) } }
        ).tickSource { subscriptions, receiver throws(ProviderFailure) in
            await run(subscriptions, receiver)
        }
    }

    private func run(_ subscriptions: TickSubscriptions, _ receiver: any TickReceiver) async {
        let walkers = MockWalkers(seed: seed)
        var pace = Pace(rate: rate, start: time.elapsed())
        receiver.note(.opened(provider: MockMarket.name))
        while !Task.isCancelled {
            walkers.follow(subscriptions.markets)
            let count = pace.take(at: time.elapsed())
            if count > 0, !walkers.isEmpty {
                let now = time.now()
                receiver.receive { emit in
                    for _ in 0..<count { walkers.emitNext(at: now, emit) }
                }
            }
            let rest = walkers.isEmpty ? Pace.shortest : pace.rest(at: time.elapsed())
            if rest > .zero { try? await time.sleep(rest) } else { await TaskThreads.yield() }
        }
    }
}

/// The subscribed symbols' prices, moved in turn. One that is subscribed again continues from its last price.
private final class MockWalkers {
    private let seed: UInt64
    private var markets: [TickMarket] = []
    private var coins: [MockCoin] = []
    private var gone: [String: MockCoin] = [:]
    private var turn = -1
    private var buffer = TickBuffer()

    init(seed: UInt64) {
        self.seed = seed
    }

    var isEmpty: Bool { markets.isEmpty }

    /// Takes up what has been subscribed to, and leaves what no longer is.
    func follow(_ wanted: [TickMarket]) {
        guard !wanted.elementsEqual(markets, by: ===) else { return }
        for (market, coin) in zip(markets, coins) { gone[market.symbol] = coin }
        let known = wanted.compactMap { market in coin(of: market.symbol).map { (market, $0) } }
        (markets, coins) = (known.map(\.0), known.map(\.1))
    }

    private func coin(of symbol: String) -> MockCoin? {
        gone[symbol] ?? SampleMarket.coins.first { $0.symbol == symbol }.map { MockCoin($0, seed: seed) }
    }

    func emitNext(at time: Timestamp, _ emit: (inout Tick) -> Void) {
        turn = turn + 1 < markets.count ? turn + 1 : 0
        coins[turn].step()
        coins[turn].hold(in: &buffer, at: time)
        buffer.withTick(of: markets[turn], emit)
    }
}
