public import ProviderKit
import Transport

/// The air quality of places from a provider, or from several that are asked in turn.
///
/// ```swift
/// import AirQuality
///
/// let air = try Air("sample")
/// let reading = try await air.reading(of: "Delhi", on: .us)
/// print(reading.city, reading.aqi ?? 0, reading.level)
/// ```
///
/// A request that fails is repeated at the next provider, and at all of them after a pause if the failure passes.
/// Creating a value sends no request.
public struct Air: Sendable {
    let providers: [Provider]
    let options: ProviderOptions

    /// Creates a value that asks built-in providers.
    ///
    /// - Parameters:
    ///   - names: The names of the providers, such as `waqi`, in the order in which they are asked; none for the usual
    ///     ones, which need no key.
    ///   - options: How they are asked.
    /// - Throws: `ProviderFailure` with the code `unsupported` for a name that no provider has, and with the code
    ///   `missingKey` if a provider needs a key that `options` does not have.
    public init(_ names: String..., options: ProviderOptions = ProviderOptions()) throws(ProviderFailure) {
        try self.init(ProviderTable.airQuality.named(names, for: .air), options: options)
    }

    /// Creates a value that asks given providers, which another package may have made.
    ///
    /// - Parameters:
    ///   - providers: The providers, in the order in which they are asked. At least one.
    ///   - options: How they are asked.
    /// - Throws: `ProviderFailure` with the code `missingKey` if a provider needs a key that `options` does not have.
    public init(_ providers: [Provider], options: ProviderOptions = ProviderOptions()) throws(ProviderFailure) {
        precondition(!providers.isEmpty, "air quality needs a provider")
        try options.checkKeys(of: providers)
        (self.providers, self.options) = (providers, options)
    }

    /// Returns the current reading of a place.
    ///
    /// - Parameters:
    ///   - place: A city, coordinates such as `28.6,77.2`, or `@` and the ID of a station.
    ///   - scale: The scale of the index; nil for the provider's own.
    /// - Returns: The reading.
    /// - Throws: `ProviderFailure` if no provider has it, also for a text that is not a place.
    public func reading(of place: String, on scale: AQIScale? = nil) async throws(ProviderFailure) -> AirReading {
        try await readings(of: [place], on: scale)[0].get()
    }

    /// Returns the current readings of places, with one request where a provider allows it.
    ///
    /// - Parameters:
    ///   - places: Cities, coordinates such as `28.6,77.2`, or `@` and the ID of a station.
    ///   - scale: The scale of the indices; nil for the provider's own.
    /// - Returns: One result per place, in order.
    public func readings(
        of places: [String], on scale: AQIScale? = nil
    ) async -> [Result<AirReading, ProviderFailure>] {
        let parsed = places.map(parse)
        let known = parsed.compactMap { try? $0.get() }
        // A chain without places would ask for all that a stream sends.
        var answers = known.isEmpty ? [] : await chain().readings(known, scale: scale).map { $0.map(\.reading) }[...]
        return parsed.map { place in
            switch place {
            case .success(let place): answers.popFirst() ?? .failure(unknown(place.description))
            case .failure(let failure): .failure(failure)
            }
        }
    }

    /// Returns the readings of the past hours of a place, oldest first.
    ///
    /// - Parameters:
    ///   - place: A city, coordinates such as `28.6,77.2`, or `@` and the ID of a station.
    ///   - hours: The number of hours before now, at least 1.
    ///   - scale: The scale of the indices; nil for the provider's own.
    /// - Returns: The readings.
    /// - Throws: `ProviderFailure` if no provider has them, also for a text that is not a place.
    public func history(
        of place: String, hours: Int, on scale: AQIScale? = nil
    ) async throws(ProviderFailure) -> [AirReading] {
        let query = AirHistoryQuery(hours: max(1, hours), scale: scale)
        return try await chain().history(of: try parse(place).get(), query).readings
    }

    /// Returns what the readings of the hours to come are expected to be at a place, the next hour first.
    ///
    /// Only the providers whose jobs include `forecast` are asked.
    ///
    /// - Parameters:
    ///   - place: A city, or coordinates such as `28.6,77.2`.
    ///   - hours: The number of hours after now, at least 1. A provider with fewer hours returns those it has.
    ///   - scale: The scale of the indices; nil for the provider's own.
    /// - Returns: The readings.
    /// - Throws: `ProviderFailure` if no provider has them, also for a text that is not a place.
    public func forecast(
        of place: String, hours: Int, on scale: AQIScale? = nil
    ) async throws(ProviderFailure) -> [AirReading] {
        let able = providers.filter { $0.jobs.contains(.forecast) }
        if able.isEmpty { throw ProviderFailure(providers[0].name, .cannot(.forecast)) }
        let query = AirHistoryQuery(hours: 0, ahead: max(1, hours), scale: scale)
        return try await chain(of: able, until: options.callDeadline).history(of: try parse(place).get(), query)
            .readings
    }

    // MARK: - What the providers are asked with

    /// The place of a text. A text that is none is one that no provider knows.
    func parse(_ text: String) -> Result<Place, ProviderFailure> {
        Result { () throws(Place.SyntaxError) in try Place(text) }.mapError { _ in unknown(text) }
    }

    private func unknown(_ place: String) -> ProviderFailure {
        ProviderFailure(providers[0].name, .unknownCity(place, candidates: []))
    }

    private func chain() -> AirQualityChain { chain(of: providers, until: options.callDeadline) }

    /// The chain of a call. A stream has no deadline.
    func chain(of providers: [Provider], until deadline: Deadline) -> AirQualityChain {
        options.chain(of: providers, until: deadline) { $0.makeAir($1) }
    }
}
