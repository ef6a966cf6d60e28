import DecimalArithmetic
import Platform

/// A random walk from a seed over the sample's coins, on the real clock: made-up prices that behave like live ones.
extension Provider {
    /// The provider `mock`: see its `summary`.
    package static let mock = Provider(
        name: MockMarket.name, jobs: [.list, .price, .watch, .rates], kinds: [.coin, .fiat], limits: "none",
        summary: "random prices by --seed, no network", isOnlyNamed: true, isMadeUp: true,
        currencies: Set(SampleMarket.euroRates.keys),
        makers: [
            .market { MockMarket(settings: $0).market.client },
            .rates { SampleMarket.mockRateClient(now: $0.time.now) }, .ticks { MockMarket(settings: $0).tickSource },
        ])
}

/// The mock's clients, all of one seed.
struct MockMarket: Sendable {
    static let name = "mock"
    let seed: UInt64
    let rate: Int
    let time: TimeSource

    init(settings: ProviderSettings) {
        (seed, rate, time) = (settings.seed, settings.rate, settings.time)
    }

    var market: FixedMarket {
        FixedMarket(
            provider: MockMarket.name, rates: SampleMarket.euroRates, now: time.now,
            coins: {
                let now = time.now()
                return SampleMarket.coins.map { MockCoin($0, seed: seed, at: now) }
                    .sorted { $0.marketCap > $1.marketCap }.map { $0.quote(time: now) }
            })
    }
}

/// One of the sample's coins on a random walk: by steps in a stream, and by the clock in a quote, so that one that is
/// asked for again moves.
struct MockCoin {
    private let coin: SampleMarket.Coin
    /// It moves by up to 0.2 % a step, and is kept to the decimals of the start and two more, never to 0.
    private(set) var price: ExactDecimal
    private(set) var high: ExactDecimal
    private(set) var low: ExactDecimal
    var open: ExactDecimal { coin.open }
    /// The sample's values; of a mock moved as far as the price.
    private(set) var marketCap: ExactDecimal
    private(set) var volume: ExactDecimal
    private let places: Int
    private var generator: SplitMix64

    private init(_ coin: SampleMarket.Coin, from start: ExactDecimal, seed: UInt64) {
        self.coin = coin
        (price, high, low, marketCap, volume) = (start, start, start, coin.marketCap, coin.volume)
        places = max(2, 5 - start.adjustedExponent)
        generator = SplitMix64(name: coin.symbol, seed: seed)
    }

    /// The asset with the sample's own values.
    init(ofSample coin: SampleMarket.Coin) {
        self.init(coin, from: coin.price, seed: 0)
        (high, low) = (max(coin.high, price), min(coin.low, price))
    }

    /// The coin after a day's walk in steps of five minutes.
    init(_ coin: SampleMarket.Coin, seed: UInt64) {
        self.init(coin, from: coin.open, seed: seed)
        for _ in 0..<288 { step() }
        setSizes()
    }

    /// The coin at a time: up to 1 % from the end of its walk, and elsewhere each second.
    init(_ coin: SampleMarket.Coin, seed: UInt64, at time: Timestamp) {
        self.init(coin, seed: seed)
        shift(
            byMillionths: RandomCurve(name: coin.symbol, seed: seed, every: 20, in: -10_000...10_000)[time.seconds])
        setSizes()
    }

    mutating func step() { shift(byMillionths: (Int(generator.next() % 41) - 20) * 100) }

    /// Moves the price by some millionths of it.
    private mutating func shift(byMillionths parts: Int) {
        guard let moved = price.moved(byMillionths: parts, places: places), !moved.isZero else { return }
        (price, high, low) = (moved, max(high, moved), min(low, moved))
    }

    private mutating func setSizes() {
        (marketCap, volume) = (moved(coin.marketCap), moved(coin.volume))
    }

    /// Replaces the contents of a buffer with a tick of the coin.
    func hold(in buffer: inout TickBuffer, at time: Timestamp) {
        buffer.clear(at: time)
        buffer.set(.price, Number(price))
        buffer.set(.open, Number(open))
        buffer.set(.high, Number(high))
        buffer.set(.low, Number(low))
        buffer.set(.volume, Number(volume))
        if coin.kind != .future { buffer.set(.marketCap, Number(marketCap)) }
    }

    func quote(time: Timestamp) -> Quote {
        var quote = coin.quote(MockMarket.name, time: time)
        quote.price = Number(price)
        quote.high = Number(high)
        quote.low = Number(low)
        quote.marketCap = Number(marketCap)
        quote.volume = Number(volume)
        quote.setChange(fromOpen: Number(open))
        return quote
    }
}

extension MockCoin {
    /// Returns an amount of money that was true at the sample's price at the current one.
    private func moved(_ amount: ExactDecimal) -> ExactDecimal {
        (try? amount.multiplied(by: price, dividedBy: coin.price))?.rounded(toPlaces: 0) ?? amount
    }
}

extension ExactDecimal {
    /// A millionth, which a division would give more slowly.
    private static let millionth = ExactDecimal("0.000001") ?? .zero

    /// Returns the number and some millionths of it, rounded to this many decimals; nil if that is too large.
    func moved(byMillionths parts: Int, places: Int) -> ExactDecimal? {
        let factor = try? ExactDecimal(1_000_000 + parts) * Self.millionth
        return factor.flatMap { try? self * $0 }?.rounded(toPlaces: places)
    }
}
