package import Platform
import Transport

extension AirSource {
    /// The time that a provider may need to publish the data of an hour.
    private static let grace = Duration.seconds(60)
    /// The part of the interval after which the data is polled again if it has not changed.
    private static let part = 6

    /// Creates a source that polls providers without a stream, no faster than their data changes: when the hour of
    /// the newest reading is over, and then after each further part of the interval until there is new data.
    ///
    /// `interval` is the time between changes of the data. A place that no provider knows is not asked for again, and
    /// the run ends when none is left.
    package static func polling(
        _ chain: AirQualityChain, _ wish: AirWish, every interval: Duration, time: TimeSource
    ) -> AirSource {
        // The feed itself retries the chain.
        var chain = chain
        chain.retry = RetryPolicy(retries: 0)
        let name = chain.links[0].name
        return AirSource(name) { [chain] receiver throws(ProviderFailure) in
            var places = wish.places
            receiver.note(.opened(provider: name))
            try await Polling(time).run {
                places
            } ask: {
                await chain.readings($0, scale: wish.scale)
            } take: { results in
                for case (let place, .failure(let failure)) in results {
                    receiver.note(failure.isSkippable ? .gaveUp(place, failure) : .missed(place, failure))
                    if failure.isSkippable { places.removeAll { $0 == place } }
                }
                let readings = results.compactMap { try? $0.result.get().reading }
                receiver.receive(readings)
                return places.isEmpty ? nil : pause(after: readings, interval, at: time.now())
            }
        }
    }

    /// Returns the sources of providers, in order. Those without a stream are polled, neighbors as one chain; without
    /// places for the default ones.
    package static func all(
        of providers: [Provider], _ wish: AirWish, time: TimeSource,
        settings: (Provider) -> ProviderSettings, chain: ([Provider]) -> AirQualityChain
    ) -> [AirSource] {
        var sources: [AirSource] = []
        var rest = providers[...]
        while let provider = rest.first {
            if let makeStream = provider.makeAirStream {
                sources.append(makeStream(settings(provider), wish))
                rest.removeFirst()
            } else {
                let polled = rest.prefix { $0.makeAirStream == nil }
                var wish = wish
                if wish.places.isEmpty { wish.places = Provider.defaultPlaces }
                let interval = polled.map(\.interval).max() ?? .seconds(3600)
                sources.append(.polling(chain(Array(polled)), wish, every: interval, time: time))
                rest = rest.dropFirst(polled.count)
            }
        }
        return sources
    }

    private static func pause(after readings: [AirReading], _ interval: Duration, at now: Timestamp) -> Duration {
        let newest = readings.map(\.time).max() ?? now
        let age = Duration.seconds(max(now.seconds - newest.seconds, 0))
        return min(max(interval + grace - age, interval / part), interval + grace)
    }
}
