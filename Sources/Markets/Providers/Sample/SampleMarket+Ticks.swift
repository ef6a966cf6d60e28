import DecimalArithmetic
import Platform

/// The sample's stream: ten ticks a symbol, the first at the fixed clock and its quote's own price, the others a second
/// apart; all at once, the same every time. Then the symbol's stream is over.
extension SampleMarket {
    private static let tickCount = 10

    static let tickSource = market.tickSource(ends: true) { subscriptions, receiver throws(ProviderFailure) in
        let (changes, change) = AsyncStream<[TickMarket]>.makeStream()
        let begin = subscriptions.listen { if case .added(let markets) = $0 { change.yield(markets) } }
        defer { subscriptions.listen(nil) }
        receiver.note(.opened(provider: SampleMarket.name))
        play(begin, receiver)
        for await added in changes { play(added, receiver) }
    }

    private static func play(_ markets: [TickMarket], _ receiver: any TickReceiver) {
        var walkers = markets.compactMap { market in
            assets.first { ($0.symbol, $0.kind) == (market.symbol, market.quote.kind) }.map { SampleWalker(market, $0) }
        }
        receiver.receive { emit in
            for second in 0..<Int64(tickCount) {
                for index in walkers.indices { walkers[index].emitNext(at: clock.advanced(bySeconds: second), emit) }
            }
        }
        receiver.note(.over(markets: markets.map(\.name)))
    }
}

/// A coin's prices, from its quote on.
private struct SampleWalker {
    private let market: TickMarket
    private let coin: SampleMarket.Coin
    private var walk: RandomWalk
    private var high: ExactDecimal
    private var low: ExactDecimal
    private var buffer = TickBuffer()

    init(_ market: TickMarket, _ coin: SampleMarket.Coin) {
        (self.market, self.coin) = (market, coin)
        walk = RandomWalk(start: coin.price, seed: 0, name: coin.symbol)
        (high, low) = (coin.high, coin.low)
    }

    /// Passes the price that was reached to `emit`, and moves on.
    mutating func emitNext(at time: Timestamp, _ emit: (inout Tick) -> Void) {
        high = max(high, walk.price)
        low = min(low, walk.price)
        buffer.clear(at: time)
        buffer.set(.price, Number(walk.price))
        buffer.set(.open, Number(coin.open))
        buffer.set(.high, Number(high))
        buffer.set(.low, Number(low))
        if coin.kind != .future { buffer.set(.marketCap, Number(coin.marketCap)) }
        buffer.set(.volume, Number(coin.volume))
        buffer.withTick(of: market, emit)
        walk.step()
    }
}
