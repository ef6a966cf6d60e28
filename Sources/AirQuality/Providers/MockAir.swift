import Platform

/// Made-up air that changes with the real clock. The same seed and time give the same values.
extension AirQualityProvider {
    static let mock = AirQualityProvider(
        name: MockAir.name, jobs: [.air, .watch, .history], key: .none, host: "", limits: "none",
        summary: "random air quality by --seed, no network",
        isOnlyNamed: true, isMadeUp: true, scale: .india,
        makeStream: { settings, wish in
            MockAir(seed: settings.seed).air(now: settings.time.now)
                .source(wish, rate: settings.rate, time: settings.time)
        },
        make: { MockAir(seed: $0.seed).air(now: $0.time.now).client })
}

/// The cities of `sample`, with between half and twice their concentrations.
struct MockAir: Sendable {
    static let name = "mock"
    let seed: UInt64

    func air(now: @escaping @Sendable () -> Timestamp) -> FixedAir {
        FixedAir(
            provider: MockAir.name, cities: SampleAir.cities, now: now,
            percent: { city, pollutant, hour in
                between(city.name + pollutant.rawValue, at: hour, every: 6, in: 50...200)
            },
            drift: { city, time in between(city.name, at: time.seconds, every: 20, in: 94...106) }
        )
    }

    /// Interpolates linearly between random numbers of the range; a new one is drawn every `every` steps.
    private func between(_ name: String, at step: Int64, every: Int64, in range: ClosedRange<Int>) -> Int {
        let (drawn, rest) = (step / every, Int(step % every))
        let (first, second) = (draw(name, at: drawn, in: range), draw(name, at: drawn + 1, in: range))
        return first + (second - first) * rest / Int(every)
    }

    private func draw(_ name: String, at count: Int64, in range: ClosedRange<Int>) -> Int {
        var generator = SplitMix64(name: name)
        generator.state = seed ^ generator.state &+ UInt64(bitPattern: count) &* 0x9e37_79b9_7f4a_7c15
        return range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
}
