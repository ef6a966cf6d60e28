package import Platform

/// How long the answer to a request counts as new, by what it holds.
package enum Freshness: Sendable, Equatable {
    /// Prices of symbols.
    case quotes
    /// The top assets, or all markets of an exchange with their prices.
    case list
    /// Air quality.
    case air
    /// The air quality of the hour that begins at this moment, which is completed for a while after it.
    case airHour(Timestamp)
    /// Fiat rates, and an index of one value a day. An answer that tells the time of the source's next publication is
    /// new until then.
    case rates
    /// Which markets or names there are.
    case metadata
    /// Where places are.
    case places
    /// Prices, rates or air quality up to a moment that is part of the request. Finished days do not change.
    case history(to: Timestamp)

    /// Returns the time after the request at `now`.
    func duration(at now: Timestamp) -> Duration {
        switch self {
        case .quotes: .seconds(15)
        case .list: .seconds(60)
        case .air: .seconds(600)
        case .airHour(let start): .seconds(now.wholeSeconds(since: start) < Self.completionOfHours ? 600 : 3600)
        case .rates: .seconds(3600)
        case .metadata: .seconds(86_400)
        case .places: .seconds(30 * 86_400)
        case .history(let end): .seconds(Self.isFinished(end, at: now) ? 30 * 86_400 : 60)
        }
    }

    /// The time after the end of a day in which a provider may still lack the day's last values.
    private static let delayOfProviders: Int64 = 6 * 3600

    /// The time after the beginning of an hour in which the air of the hour may still be completed.
    private static let completionOfHours: Int64 = 3 * 3600

    /// Whether the day (UTC) of a moment is over, and its values are there.
    private static func isFinished(_ end: Timestamp, at now: Timestamp) -> Bool {
        let moment = now.seconds - delayOfProviders
        return end.seconds < moment - moment % 86_400
    }

    /// True for what can be different at each moment. Everything else is not asked for again while it counts as new,
    /// whatever the maximum age of an answer is, except zero.
    var changesAlways: Bool {
        switch self {
        case .quotes, .list, .air, .airHour: true
        case .rates, .metadata, .places, .history: false
        }
    }

    /// True for what belongs to the past and may still be completed.
    func isNewPast(at now: Timestamp) -> Bool {
        if case .history(let end) = self { !Self.isFinished(end, at: now) } else { false }
    }

    /// True for names, whose age says nothing about the data.
    var isOfNames: Bool { self == .metadata || self == .places }
}

/// Data that may come from a kept answer.
package protocol Cacheable: Sendable {
    /// Marks the data as those of an old answer.
    mutating func markStale()
    /// Notes the time of the request.
    mutating func date(_ requested: Timestamp)
    /// When the source has new data; nil if that is unknown.
    var nextPublication: Timestamp? { get }
    /// False if nothing in the data is valid. Such an answer must not replace an earlier one.
    var isWorthKeeping: Bool { get }
}

extension Cacheable {
    /// Does nothing.
    package mutating func date(_ requested: Timestamp) {}
    package var nextPublication: Timestamp? { nil }
    package var isWorthKeeping: Bool { true }
}

extension Array: Cacheable where Element: Cacheable {
    package mutating func markStale() {
        for index in indices { self[index].markStale() }
    }

    package mutating func date(_ requested: Timestamp) {
        for index in indices { self[index].date(requested) }
    }

    package var isWorthKeeping: Bool { isEmpty || contains(where: \.isWorthKeeping) }
}

extension Optional: Cacheable where Wrapped: Cacheable {
    package mutating func markStale() { self?.markStale() }
}

extension Dictionary: Cacheable where Key == String, Value: Cacheable {
    package mutating func markStale() {
        for key in keys { self[key]?.markStale() }
    }

    package var isWorthKeeping: Bool { isEmpty || values.contains(where: \.isWorthKeeping) }
}

extension Result: Cacheable where Success: Cacheable {
    package mutating func markStale() {
        self = map { answer in
            var answer = answer
            answer.markStale()
            return answer
        }
    }

    package var isWorthKeeping: Bool { (try? get())?.isWorthKeeping ?? false }
}

/// A name, which has no age.
extension String: Cacheable {
    package mutating func markStale() {}
}
