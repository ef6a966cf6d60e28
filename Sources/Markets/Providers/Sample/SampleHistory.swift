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
            let open = moved(close, by: Int(generator.next() % range) - Int(range / 2), places)
            let (top, bottom) = (max(open, close), min(open, close))
            let high = moved(top, by: Int(generator.next() % (range / 4)), places)
            let low = moved(bottom, by: -Int(generator.next() % (range / 4)), places)
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
    /// Returns a price moved by some ten-thousandths.
    private static func moved(_ price: ExactDecimal, by parts: Int, _ places: Int) -> ExactDecimal {
        let moved = try? price.multiplied(by: ExactDecimal(10_000 + parts), dividedBy: ExactDecimal(10_000))
        return moved.map { $0.rounded(toPlaces: places) } ?? price
    }

    /// Returns the opening prices of the last candles of an hour, the newest first: those of `history`.
    fileprivate static func hourlyOpens(symbol: String, price: ExactDecimal, count: Int) -> [ExactDecimal] {
        var generator = SplitMix64(name: symbol)
        let places = max(2, 5 - price.adjustedExponent)
        var last = price
        return (0..<count).map { _ in
            last = moved(last, by: Int(generator.next() % 121) - 60, places)
            // The walk takes two more numbers, for the high and the low.
            _ = (generator.next(), generator.next())
            return last
        }
    }
}

extension Quote {
    /// Sets the requested values of the last 7 days from the hours of the sample's history. The trend has a price for
    /// every sixth hour, the last of which is the price itself.
    mutating func setSampleWeek(_ extras: QuoteExtras) {
        guard let price else { return }
        let opens = SampleMarket.hourlyOpens(symbol: symbol, price: price.value, count: 7 * 24)
        func change(since start: ExactDecimal) -> Number? {
            (try? (price.value - start).percentage(of: start)).map(Number.init)
        }
        if extras.contains(.changes) {
            (changePercentOfHour, changePercentOfWeek) = (change(since: opens[0]), change(since: opens[7 * 24 - 1]))
        }
        if extras.contains(.trend) {
            trend = stride(from: 6, to: opens.count, by: 6).reversed().map { Number(opens[$0 - 1]) } + [price]
        }
    }
}
