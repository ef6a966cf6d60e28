import Platform
import ProviderKit

// What the answers of providers hold, marked where it comes from an old one.

extension Quote: Cacheable {
    package mutating func markStale() { stale = true }
}

extension Candle: Cacheable {
    package mutating func markStale() { stale = true }
    package mutating func date(_ requested: Timestamp) { self.requested = requested }
}

extension StockEvent: Cacheable {
    package mutating func markStale() { stale = true }
}

extension RateTable: Cacheable {
    package mutating func markStale() { stale = true }
}

extension ListAnswer: Cacheable {
    package mutating func markStale() { quotes.markStale() }
    package var isWorthKeeping: Bool { !quotes.isEmpty || leftOut > 0 || dropped.isEmpty }
}

extension FoundAsset: Cacheable {
    /// What a search finds has no age.
    package mutating func markStale() {}
}
