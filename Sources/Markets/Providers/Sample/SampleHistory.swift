import DecimalArithmetic
import Platform

/// The sample's past: a year of days and 30 days of hours that lead to its fixed prices; the same values every run.
extension SampleMarket {
    /// The candles asked for. There are days, hours, and what is made of them.
    static func history(_ query: HistoryQuery) throws(ProviderFailure) -> [Candle] {
        guard let coin = assets.first(where: { $0.quote(SampleMarket.name, time: clock).isNamed(by: query.symbol) })
        else {
            throw ProviderFailure(SampleMarket.name, .unknownSymbol(query.symbol))
        }
        let target = query.symbol.quote ?? query.currency.currency
        guard target == .usd || query.currency.allowsOtherCurrency else {
            throw ProviderFailure(SampleMarket.name, .cannotQuote(target))
        }
        let (source, count): (CandleWidth, Int)
        switch query.width {
        case .hour, .fourHours: (source, count) = (.hour, 30 * 24)
        case .day, .week: (source, count) = (.day, 366)
        case .minute, .fiveMinutes, .quarter: throw query.notKept(by: SampleMarket.name, from: [.hour, .day])
        }
        return query.pick(from: query.width.joined(walk(coin, width: source, count: count)), now: clock)
    }

    /// Steps backwards from the fixed price, up to 3 % a day.
    private static func walk(_ coin: Coin, width: CandleWidth, count: Int) -> [Candle] {
        var generator = SplitMix64(name: coin.symbol)
        let places = max(2, 5 - coin.numbers[0].adjustedExponent)
        let range: UInt64 = width == .day ? 601 : 121
        var close = coin.numbers[0]
        var candles: [Candle] = []
        let last = width.start(of: clock)
        for index in 0..<count {
            func moved(_ price: ExactDecimal, _ parts: Int) -> ExactDecimal {
                let moved = try? price.multiplied(by: ExactDecimal(10_000 + parts), dividedBy: ExactDecimal(10_000))
                return moved.map { $0.rounded(toPlaces: places) } ?? price
            }
            let open = moved(close, Int(generator.next() % range) - Int(range / 2))
            let (top, bottom) = (max(open, close), min(open, close))
            let high = moved(top, Int(generator.next() % (range / 4)))
            let low = moved(bottom, -Int(generator.next() % (range / 4)))
            let traded = (try? coin.numbers[5].divided(by: close, to: .intermediate))?.rounded(toPlaces: 0)
            candles.append(
                Candle(
                    time: Timestamp(seconds: last - Int64(index) * width.seconds), symbol: coin.symbol,
                    open: Number(open), high: Number(max(high, top)), low: Number(min(low, bottom)),
                    close: Number(close), volume: traded.map(Number.init), currency: .usd, provider: SampleMarket.name,
                    name: coin.name))
            close = open
        }
        return candles.reversed()
    }
}
