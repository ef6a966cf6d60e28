import DecimalArithmetic
import Platform

/// A random walk from a seed over the sample's coins, on the real clock: made-up prices that behave like live ones.
extension MarketProvider {
    static let mock = MarketProvider(
        name: "mock", jobs: [.list, .price, .rates], key: .none, host: "", limits: "none",
        summary: "made-up prices, a random walk from --seed, no network", isOnlyNamed: true,
        currencies: Set(SampleMarket.euroRates.keys),
        make: { settings in
            FixedMarket(
                provider: "mock", rates: SampleMarket.euroRates, now: settings.time.now,
                coins: { mockCoins(seed: settings.seed, time: settings.time.now()) }
            ).client
        },
        makeRates: { SampleMarket.mockRateClient(now: $0.time.now) })
}

/// The sample's coins after a day's walk in steps of five minutes.
private func mockCoins(seed: UInt64, time: Timestamp) -> [Quote] {
    SampleMarket.coins.map { coin in
        var walk = RandomWalk(start: coin.numbers[1], seed: seed, name: coin.symbol)
        var (high, low) = (walk.price, walk.price)
        for _ in 0..<288 {
            walk.step()
            high = max(high, walk.price)
            low = min(low, walk.price)
        }
        var quote = coin.quote("mock", time: time)
        quote.price = Number(walk.price)
        quote.high = Number(high)
        quote.low = Number(low)
        quote.setChange(fromOpen: Number(coin.numbers[1]))
        return quote
    }
}

/// A price that moves by up to 0.2 % a step, kept to the start's decimals and two more, never to 0.
struct RandomWalk {
    private(set) var price: ExactDecimal
    private let places: Int
    private var generator: SplitMix64

    /// A walk of its own for every seed and name.
    init(start: ExactDecimal, seed: UInt64, name: String) {
        price = start
        places = max(2, 5 - start.adjustedExponent)
        // FNV-1a: Swift's own hashes differ from run to run.
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        generator = SplitMix64(state: seed ^ hash)
    }

    mutating func step() {
        let factor = 10_000 + Int(generator.next() % 41) - 20
        guard let moved = try? price.multiplied(by: ExactDecimal(factor), dividedBy: ExactDecimal(10_000)) else {
            return
        }
        let rounded = moved.rounded(toPlaces: places)
        if !rounded.isZero { price = rounded }
    }
}
