import Platform
public import ProviderKit
import Transport

extension Air {
    /// Streams the readings of places from the first provider that has any. A provider without a stream is asked again
    /// when it may have new data. A connection that breaks is opened again.
    ///
    /// The stream ends when no reading can come any more: after a failure of all providers, which it throws, or at the
    /// end of the sample. It also ends with its task.
    ///
    /// - Parameters:
    ///   - places: Cities, coordinates such as `28.6,77.2`, or `@` and the ID of a station. None of them means all
    ///     that a provider streams.
    ///   - scale: The scale of the indices; nil for the provider's own.
    ///   - notice: Is called for each gap and failure, on any thread.
    /// - Returns: The readings.
    public func updates(
        of places: [String], on scale: AQIScale? = nil,
        notice: @escaping @Sendable (StreamNotice) -> Void = { _ in }
    ) -> LiveValues<AirReading> {
        LiveValues(notice: notice) { outlet in
            var wish = AirWish(places: [], scale: scale)
            var last: ProviderFailure?
            for text in places {
                switch parse(text) {
                case .success(let place): wish.places.append(place)
                case .failure(let failure):
                    outlet.tell(StreamNotice(gaveUp: text, failure))
                    last = failure
                }
            }
            // A source without places would send all.
            if wish.places.isEmpty, let last { return last }
            let sources = AirSource.all(
                of: providers, wish, time: .live, settings: { options.settings(of: $0, until: .none) },
                chain: { providers in chain(of: providers, until: .none) })
            let receiver = AirReceiver(
                receive: { readings in for reading in readings { outlet.send(reading) } },
                note: { outlet.tell($0) })
            return await AirFeed(sources, policy: options.streamPolicy).run(into: receiver)
        }
    }
}
