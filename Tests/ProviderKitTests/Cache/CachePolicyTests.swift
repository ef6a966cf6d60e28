import Platform
import TestSupport
import Testing

@testable import ProviderKit

@Suite("When a kept answer is used", .quick)
struct CachePolicyTests {
    /// 2024-03-05T12:00:00Z.
    private static let now = Timestamp(seconds: 1_709_640_000)
    private static let day: Int64 = 86_400
    private static let weekAgo = Timestamp(seconds: now.seconds - 7 * day)

    @Test(
        "Each kind of answer has its time",
        arguments: [
            (Freshness.quotes, 15), (.list, 60), (.air, 600), (.rates, 3600), (.metadata, 86_400),
            (.places, 2_592_000),
        ] as [(Freshness, Int)])
    func durations(kind: Freshness, seconds: Int) {
        #expect(kind.duration(at: Self.now) == .seconds(seconds))
    }

    @Test("History up to a day that is over for six hours does not change")
    func history() {
        let midnight = Self.now.seconds - Self.now.seconds % Self.day
        let lastOfYesterday = Freshness.history(to: Timestamp(seconds: midnight - 1))
        #expect(lastOfYesterday.duration(at: Self.now) == .seconds(30 * Self.day))
        #expect(lastOfYesterday.duration(at: Timestamp(seconds: midnight + 6 * 3600)) == .seconds(30 * Self.day))
        #expect(lastOfYesterday.duration(at: Timestamp(seconds: midnight + 6 * 3600 - 1)) == .seconds(60))
        #expect(Freshness.history(to: Timestamp(seconds: midnight)).duration(at: Self.now) == .seconds(60))
        #expect(Freshness.history(to: Self.now).duration(at: Self.now) == .seconds(60))
    }

    /// A policy, the age of an answer of a kind that is new for a minute, and what is expected.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: CachePolicy
        let kind: Freshness
        let age: Int64
        let isUsed: Bool
        let isStale: Bool

        init(
            _ name: String, _ kind: Freshness, age: Int64, used isUsed: Bool, stale isStale: Bool = false,
            _ change: (inout CachePolicy) -> Void = { _ in }
        ) {
            var policy = CachePolicy()
            change(&policy)
            testDescription = name
            (self.policy, self.kind, self.age, self.isUsed, self.isStale) = (policy, kind, age, isUsed, isStale)
        }
    }

    static let cases = [
        Case("new", .quotes, age: 59, used: true),
        Case("no longer new", .quotes, age: 60, used: false, stale: true),
        Case("younger than --max-age", .quotes, age: 299, used: true) { $0.maxAge = .seconds(300) },
        Case("as old as --max-age", .quotes, age: 300, used: true) { $0.maxAge = .seconds(300) },
        Case("older than --max-age", .quotes, age: 301, used: false, stale: true) { $0.maxAge = .seconds(300) },
        Case("new, but older than a short --max-age", .quotes, age: 30, used: false) { $0.maxAge = .seconds(10) },
        Case("rates that are new, older than a short --max-age", .rates, age: 30, used: true) {
            $0.maxAge = .seconds(10)
        },
        Case("rates with --refresh", .rates, age: 0, used: false) { $0.maxAge = .zero },
        Case("prices with --refresh", .quotes, age: 0, used: false) { $0.maxAge = .zero },
        Case("prices of a command that asks again", .quotes, age: 0, used: false) { $0.alwaysAsks = true },
        Case("rates of a command that asks again", .rates, age: 59, used: true) { $0.alwaysAsks = true },
        Case("candles of today of a command that asks again", .history(to: now), age: 0, used: false) {
            $0.alwaysAsks = true
        },
        Case("candles of last week of a command that asks again", .history(to: weekAgo), age: 59, used: true) {
            $0.alwaysAsks = true
        },
        Case("candles of today", .history(to: now), age: 59, used: true),
        Case("old with --offline", .quotes, age: 1_000_000, used: true, stale: true) { $0.isOffline = true },
        Case("older than --max-age with --offline", .quotes, age: 301, used: false, stale: true) {
            ($0.isOffline, $0.maxAge) = (true, .seconds(300))
        },
        Case("old, as the last resort", .quotes, age: 61, used: true, stale: true) {
            ($0.isOffline, $0.isLastResort, $0.maxAge) = (true, true, .seconds(300))
        },
        Case("too old for the last resort", .quotes, age: 301, used: false, stale: true) {
            ($0.isOffline, $0.isLastResort, $0.maxAge) = (true, true, .seconds(300))
        },
    ]

    @Test("Age, kind and options decide", arguments: cases)
    func allows(_ test: Case) {
        let (age, freshness) = (Duration.seconds(test.age), Duration.seconds(60))
        #expect(test.policy.allows(age, newFor: freshness, of: test.kind, at: Self.now) == test.isUsed)
        #expect(test.policy.isStale(age, newFor: freshness) == test.isStale)
    }
}
