import Platform
import ProviderKit

// What the answers of providers hold, marked where it comes from an old one.

extension Quote: KeptAnswer {
    package mutating func markStale() { stale = true }
}

extension Candle: KeptAnswer {
    package mutating func markStale() { stale = true }
    package mutating func date(_ requested: Timestamp) { self.requested = requested }
}

extension StockEvent: KeptAnswer {
    package mutating func markStale() { stale = true }
}

extension RateTable: KeptAnswer {
    package mutating func markStale() { stale = true }
}

extension ListAnswer: KeptAnswer {
    package mutating func markStale() { quotes.markStale() }
    package var isWorthKeeping: Bool { !quotes.isEmpty || leftOut > 0 || dropped.isEmpty }
}

extension FoundAsset: KeptAnswer {
    /// What a search finds has no age.
    package mutating func markStale() {}
}
