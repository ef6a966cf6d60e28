package import Platform
import Transport

extension AirSource {
    /// Creates a source that polls providers without a stream, no faster than their data changes: when the hour of
    /// the newest reading is over, and then after each further part of the interval until there is new data.
    ///
    /// `interval` is the time between changes of the data. A poll without any response ends the run, like a broken
    /// connection; at the end of a record the stream is over.
    package static func polling(
        _ chain: AirQualityChain, _ wish: AirWish, every interval: Duration, time: TimeSource
    ) -> AirSource {
        // The feed itself retries the chain.
        var chain = chain
        chain.retry = RetryPolicy(retries: 0)
        let poll = AirPoll(chain: chain, scale: wish.scale, interval: interval, time: time)
        return AirSource { receiver throws(ProviderFailure) in try await poll.run(wish.places, receiver) }
    }
}

private struct AirPoll: Sendable {
    /// The time that a provider may need to publish the data of an hour.
    private static let grace = Duration.seconds(60)
    /// The part of the interval after which the data is polled again if it has not changed.
    private static let part = 6

    let chain: AirQualityChain
    let scale: AQIScale?
    let interval: Duration
    let time: TimeSource

    func run(_ requested: [Place], _ receiver: any AirReceiver) async throws(ProviderFailure) {
        var (places, hasReadings) = (requested, false)
        receiver.note(.opened(provider: chain.links[0].name))
        while !Task.isCancelled {
            let results = await chain.readings(places, scale: scale)
            guard !Task.isCancelled else { return }
            let readings = results.compactMap { try? $0.get().reading }
            if hasReadings, results.allSatisfy(\.isNotRecorded) {
                receiver.note(.over(provider: chain.links[0].name))
                return
            }
            try settle(&places, by: results, receiver)
            hasReadings = hasReadings || !readings.isEmpty
            receiver.receive(readings)
            guard !places.isEmpty, (try? await time.sleep(pause(after: readings))) != nil else { return }
        }
    }

    /// Removes the places that no provider knows. Throws if no provider responds.
    private func settle(
        _ places: inout [Place],
        by results: [Result<(reading: AirReading, link: AirQualityChain.Link), ProviderFailure>],
        _ receiver: any AirReceiver
    ) throws(ProviderFailure) {
        let failures = zip(places, results).compactMap { place, result in
            if case .failure(let failure) = result { (place: place, failure: failure) } else { nil }
        }
        let others = failures.filter { !$0.failure.isSkippable }
        let isDead = results.count == failures.count
        if isDead, let failure = others.last?.failure { throw failure }
        for (place, failure) in failures {
            receiver.note(failure.isSkippable ? .gaveUp(place, failure) : .missed(place, failure))
        }
        let gone = Set(failures.filter(\.failure.isSkippable).map(\.place))
        places.removeAll { gone.contains($0) }
    }

    private func pause(after readings: [AirReading]) -> Duration {
        let now = time.now()
        let newest = readings.map(\.time).max() ?? now
        let age = Duration.seconds(max(now.seconds - newest.seconds, 0))
        return min(max(interval + Self.grace - age, interval / Self.part), interval + Self.grace)
    }
}

extension Result where Failure == ProviderFailure {
    /// Whether the result is that a record has no answer.
    fileprivate var isNotRecorded: Bool {
        if case .failure(let failure) = self { failure.isNotRecorded } else { false }
    }
}
