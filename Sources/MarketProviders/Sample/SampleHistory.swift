import DecimalArithmetic
import Platform

/// The sample's past: a year of hours that lead to its fixed prices, and what is made of them; the same values every
/// run.
extension SampleMarket {
    static let mostHours = 365 * 24 + 12

    /// The candles asked for. There are hours, and what is made of them.
    static func history(_ query: HistoryQuery) throws(ProviderFailure) -> [Candle] {
        guard let coin = assets.first(where: { $0.quote(SampleMarket.name, time: clock).isNamed(by: query.symbol) })
        else {
            throw ProviderFailure(SampleMarket.name, .unknownSymbol(query.symbol))
        }
        let target = query.symbol.quote ?? query.currency.currency
        guard target == .usd || query.currency.allowsOtherCurrency else {
            throw ProviderFailure(SampleMarket.name, .cannotQuote(target))
        }
        guard query.width.seconds >= CandleWidth.hour.seconds else {
            throw query.notKept(by: SampleMarket.name, from: [.hour])
        }
        let age = clock.seconds - query.width.start(of: query.from)
        let count = min(max(0, age / CandleWidth.hour.seconds), Int64(mostHours))
        return try query.pick(from: query.width.joined(SampleWalk(coin).hours(Int(count))), now: clock)
    }
}

/// The hours of an asset before the fixed clock.
///
/// The last 24 begin with the quote's open, reach its high and its low, and end with its price. The last midnight has
/// that price too, so that it is also the last close of the days.
private struct SampleWalk {
    /// What happens in an hour, in ten-thousandths: how far the price moves, and how far it was above and below.
    private typealias Hour = (move: Int, above: Int, below: Int)

    /// The hours since midnight, and again as many before it: those of the quote.
    private static let half = 12

    private let coin: SampleMarket.Coin
    /// The values of the quote.
    private let price, open, high, low: ExactDecimal
    private let places: Int
    /// What is traded in an hour, in US dollars.
    private let money: ExactDecimal

    init(_ coin: SampleMarket.Coin) {
        self.coin = coin
        (price, open, high, low) = (coin.price, coin.open, coin.high, coin.low)
        places = max(2, 5 - coin.price.adjustedExponent)
        money = (try? coin.volume.divided(by: 24, to: .intermediate)) ?? .zero
    }

    /// Returns the last hours, oldest first.
    func hours(_ count: Int) -> [Candle] {
        var generator = SplitMix64(name: coin.symbol)
        // An eighth of the day's range an hour, at most 0.6 %.
        let range = (try? (high - low).multiplied(by: 10_000, dividedBy: price).rounded(toPlaces: 0)) ?? 0
        let widest = max(1, min(60, (Int(range.description) ?? 0) / 8))
        let hours = (0..<max(count, 2 * Self.half)).map { _ -> Hour in
            (
                move: Int(generator.next() % UInt64(2 * widest + 1)) - widest,
                above: Int(generator.next() % UInt64(widest)) / 2, below: Int(generator.next() % UInt64(widest)) / 2
            )
        }
        let prices = prices(hours)
        var candles = hours.indices.map { candle($0, hours[$0], close: prices[$0], open: prices[$0 + 1]) }
        let day = candles.indices.prefix(2 * Self.half)
        func extreme(_ index: Int, _ path: KeyPath<Candle, Number?>) -> Number {
            candles[index][keyPath: path] ?? candles[index].close
        }
        if let top = day.max(by: { extreme($0, \.high) < extreme($1, \.high) }) { candles[top].high = Number(high) }
        if let bottom = day.min(by: { extreme($0, \.low) < extreme($1, \.low) }) { candles[bottom].low = Number(low) }
        return candles.prefix(count).reversed()
    }

    /// Returns the prices between hours, the newest first: one more than there are hours.
    private func prices(_ hours: [Hour]) -> [ExactDecimal] {
        var prices = [price]
        prices += bridge(to: price, from: price, hours.prefix(Self.half))
        prices += bridge(to: price, from: open, hours.dropFirst(Self.half).prefix(Self.half))
        for hour in hours.dropFirst(2 * Self.half) { prices.append(moved(prices[prices.count - 1], by: hour.move)) }
        return prices
    }

    /// Returns the prices at the beginnings of the hours between two known prices, the last of which is `start`.
    private func bridge(to end: ExactDecimal, from start: ExactDecimal, _ hours: ArraySlice<Hour>) -> [ExactDecimal] {
        let total = hours.reduce(0) { $0 + $1.move }
        var sum = 0
        return hours.enumerated().map { index, hour in
            sum += hour.move
            guard index + 1 < hours.count else { return start }
            let (part, whole) = (ExactDecimal(index + 1), ExactDecimal(hours.count))
            let base = (try? end + (start - end).multiplied(by: part, dividedBy: whole)) ?? end
            return min(max(moved(base, by: sum - total * (index + 1) / hours.count), low), high)
        }
    }

    private func candle(_ index: Int, _ hour: Hour, close: ExactDecimal, open: ExactDecimal) -> Candle {
        var (top, bottom) = (max(open, close), min(open, close))
        (top, bottom) = (max(top, moved(top, by: hour.above)), min(bottom, moved(bottom, by: -hour.below)))
        if index < 2 * Self.half { (top, bottom) = (min(top, high), max(bottom, low)) }
        let width = CandleWidth.hour.seconds
        let traded = (try? money.divided(by: close))?.rounded(toPlaces: 0)
        return Candle(
            time: SampleMarket.clock.advanced(bySeconds: -Int64(index + 1) * width), symbol: coin.symbol,
            open: Number(open), high: Number(top), low: Number(bottom), close: Number(close),
            volume: traded.map(Number.init), currency: .usd, provider: SampleMarket.name, name: coin.name)
    }

    /// Returns a price moved by some ten-thousandths.
    private func moved(_ price: ExactDecimal, by parts: Int) -> ExactDecimal {
        price.moved(byMillionths: 100 * parts, places: places) ?? price
    }
}

extension Quote {
    /// Sets a trade before the market opens: the sample's clock shows seven o'clock in New York.
    mutating func setSampleSession() {
        let hasRisen = change.map { $0.value > 0 } ?? false
        let moved = price?.value.moved(byMillionths: hasRisen ? -33_000 : 4200, places: 2)
        setSession(.pre, price: moved.map(Number.init), at: time.advanced(bySeconds: -60))
    }

    /// Sets the requested values of the last 7 days from the hours of the sample's history. The trend has a price for
    /// every sixth hour, the last of which is the price itself.
    mutating func setSampleWeek(_ extras: QuoteExtras) {
        guard let price, let coin = SampleMarket.assets.first(where: { ($0.symbol, $0.kind) == (symbol, kind) })
        else { return }
        let hours = SampleWalk(coin).hours(7 * 24)
        func change(since start: Number?) -> Number? {
            guard let start else { return nil }
            return (try? (price.value - start.value).percentage(of: start.value)).map(Number.init)
        }
        if extras.contains(.changes) {
            changePercentOfHour = change(since: hours[hours.count - 1].open)
            changePercentOfWeek = change(since: hours[0].open)
        }
        if extras.contains(.trend) { trend = stride(from: 5, to: hours.count, by: 6).map { hours[$0].close } }
    }
}
