import Platform

/// Made-up air that changes with the real clock. The same seed and time give the same values.
extension AirQualityProvider {
    /// The provider `mock`: see its `summary`.
    public static let mock = AirQualityProvider(
        name: MockAir.name, jobs: [.air, .watch, .history, .forecast], key: .none, host: "", limits: "none",
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
                RandomCurve(name: city.name + pollutant.rawValue, seed: seed, every: 6, in: 50...200)[hour]
            },
            drift: { city, time in RandomCurve(name: city.name, seed: seed, every: 20, in: 94...106)[time.seconds] }
        )
    }
}
