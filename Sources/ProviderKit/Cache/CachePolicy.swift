import Platform

/// When a kept answer is used in place of a request.
package struct CachePolicy: Sendable, Equatable {
    /// The maximum age of an answer; nil for that of its kind. Zero always asks.
    package var maxAge: Duration?
    /// Whether prices, lists, air quality and what is new in the past are always asked for, as by a command that asks
    /// again and again.
    package var alwaysAsks = false
    /// Whether only kept answers are used: those of at most `maxAge`, otherwise all.
    package var isOffline = false
    /// Whether `maxAge` is for answers that are used only because nothing newer can be had.
    package var isLastResort = false

    /// Creates the policy without options.
    package init() {}

    /// Whether a provider is asked although it is left alone after too many requests, and in its turn although it
    /// failed lately.
    package var asksInPause: Bool { maxAge == .zero }

    /// Returns whether an answer may be used at a time.
    func allows(_ age: Duration, newFor freshness: Duration, of kind: Freshness, at now: Timestamp) -> Bool {
        if alwaysAsks, kind.changesAlways || kind.isNewPast(at: now), !isOffline { return false }
        guard let maxAge else { return isOffline || age < freshness }
        if maxAge > .zero, !kind.changesAlways, age < freshness { return true }
        return maxAge > .zero && age <= maxAge
    }

    /// Returns whether an answer that may be used is marked as old. One that is used because a request failed always
    /// is: the user asked for a newer one.
    func isStale(_ age: Duration, newFor freshness: Duration) -> Bool {
        isLastResort || (age >= freshness && age > maxAge ?? .zero)
    }
}
