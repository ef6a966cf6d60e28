extension Quote {
    /// A copy of a tick.
    package init(_ tick: borrowing Tick) {
        self = tick.market.quote
        time = tick.time.timestamp
        (price, open, high, low) = (tick.number(.price), tick.number(.open), tick.number(.high), tick.number(.low))
        (change, changePercent) = (tick.number(.change), tick.number(.changePercent))
        (volume, marketCap) = (tick.number(.volume), tick.number(.marketCap))
        (bid, ask) = (tick.number(.bid), tick.number(.ask))
    }
}
