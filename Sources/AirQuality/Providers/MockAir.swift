import Platform

/// Made-up air that changes with the real clock. The same seed and time give the same values.
extension Provider {
    /// The provider `mock`: see its `summary`.
    package static let mockAir = Provider(
        name: "mock", jobs: [.air, .watch, .history, .forecast], limits: "none",
        summary: "random air quality by --seed, no network", isOnlyNamed: true, isMadeUp: true, requestsASecond: nil,
        makers: [
            .air { FixedAir.mock(seed: $0.seed, now: $0.time.now).client },
            .airStream { settings, wish in
                FixedAir.mock(seed: settings.seed, now: settings.time.now)
                    .source(wish, rate: settings.rate, time: settings.time)
            },
        ])
}

extension FixedAir {
    /// The cities of `sample`, with between half and twice their concentrations.
    fileprivate static func mock(seed: UInt64, now: @escaping @Sendable () -> Timestamp) -> FixedAir {
        FixedAir(
            provider: "mock", cities: SampleAir.cities, now: now,
            percent: { city, pollutant, hour in
                RandomCurve(name: city.name + pollutant.rawValue, seed: seed, every: 6, in: 50...200)[hour]
            },
            drift: { city, time in RandomCurve(name: city.name, seed: seed, every: 20, in: 94...106)[time.seconds] }
        )
    }
}
