import Platform

/// The sample's stream: ten ticks a symbol, the first at the fixed clock and its quote's own price, the others a second
/// apart; all at once, the same every time. Then the symbol's stream is over.
extension SampleMarket {
    private static let tickCount = 10

    static let tickSource = market.tickSource(ends: true) { subscriptions, receiver throws(ProviderFailure) in
        let change = TaskSignal()
        subscriptions.listen { _ in change.raise() }
        defer { subscriptions.listen(nil) }
        receiver.note(.opened(provider: SampleMarket.name))
        var asked = KeyedList<String, TickMarket>()
        while !Task.isCancelled {
            let new = subscriptions.update(&asked).new
            if !new.isEmpty { play(new, receiver) }
            await change.wait()
        }
    }

    private static func play(_ markets: [TickMarket], _ receiver: any TickReceiver) {
        var walkers = markets.compactMap { market in
            assets.first { ($0.symbol, $0.kind) == (market.symbol, market.quote.kind) }
                .map { (market: market, coin: MockCoin(ofSample: $0)) }
        }
        var buffer = TickBuffer()
        receiver.receive { emit in
            for second in 0..<Int64(tickCount) {
                for index in walkers.indices {
                    walkers[index].coin.hold(in: &buffer, at: clock.advanced(bySeconds: second))
                    buffer.withTick(of: walkers[index].market, emit)
                    walkers[index].coin.step()
                }
            }
        }
        receiver.note(.over(markets: markets.map(\.name)))
    }
}
