import DecimalArithmetic
import TestSupport
import Testing

@testable import CryptoCLI

/// The values of a window, all kept.
private struct NaiveWindow {
    let length: Duration
    private(set) var values: [(value: ExactDecimal, time: Duration)] = []

    init(_ length: Duration) { self.length = length }

    mutating func take(_ value: ExactDecimal, at time: Duration) {
        values.append((value, max(time, values.last?.time ?? time)))
    }

    /// The index of the value that held when the window began; nil until it is full.
    var first: Int? {
        let begin = values[values.count - 1].time - length
        return values.lastIndex { $0.time <= begin }
    }

    /// The results of all functions over the values from an index on.
    func results(from index: Int) throws -> [ExactDecimal?] {
        let numbers = values[index...].map(\.value)
        // The newest value is that of the row, which is not in its window.
        let before = numbers.dropLast()
        let sum = try before.reduce(ExactDecimal.zero) { try $0 + $1 }
        return [
            numbers[0] > 0 ? try (numbers[numbers.count - 1] - numbers[0]).percentage(of: numbers[0]) : nil,
            before.max(), before.min(), try sum.divided(by: ExactDecimal(before.count)),
        ]
    }

    /// The indexes of the values at which a window may begin that is longer by up to 1/64.
    var alike: ClosedRange<Int>? {
        guard let first else { return nil }
        let begin = values[values.count - 1].time - length - length / 64
        return min(values.firstIndex { $0.time >= begin } ?? first, first)...first
    }
}

@Suite("Rolling windows", .quick)
struct RollingWindowTests {
    private func results(of window: RollingWindow) -> [ExactDecimal?] {
        RollingWindow.Function.allCases.map { window.value(of: $0) }
    }

    @Test("values that are at least 1/64 of the length apart, or at the same time, are exact", arguments: 1...8)
    func exact(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let length = Duration.seconds(64)
        var (window, naive, time) = (RollingWindow(length), NaiveWindow(length), Duration.zero)
        for _ in 0..<2000 {
            // Most follow soon, some are late, and some come after a gap.
            let spans: [ClosedRange<Int64>] = [0...2, 0...2, 0...2, 0...5, -599...0]
            let isGap = Int.random(in: 0..<100, using: &random) == 0
            let span = isGap ? 0...300 : spans.randomElement(using: &random) ?? 0...0
            time += .seconds(Int64.random(in: span, using: &random))
            let value = ExactDecimal(Int.random(in: 0..<1000, using: &random) - 3)
            window.take(value, at: time)
            naive.take(value, at: time)
            time = max(time, naive.values[naive.values.count - 1].time)
            #expect(window.bucketCount <= 66)
            let expected = try naive.first.map { try naive.results(from: $0) } ?? [nil, nil, nil, nil]
            try #require(results(of: window) == expected)
        }
    }

    /// How the values of a stream follow one another.
    enum Ticks: CaseIterable {
        case constant, fast, slow, oneForEachBucket, random, withQuietTimes, ofAStandingClock

        /// The microseconds from the value before.
        func step(_ count: Int, _ random: inout SplitMix) -> Int64 {
            switch self {
            case .constant: 3925
            case .fast: 400
            case .slow: 700_000
            case .oneForEachBucket: 31_250
            case .random: Int64.random(in: 0..<20_000, using: &random)
            case .withQuietTimes: count.isMultiple(of: 200) ? 3_000_000 : Int64.random(in: 0..<20_000, using: &random)
            case .ofAStandingClock: count % 500 < 400 ? 0 : Int64.random(in: 0..<60_000, using: &random)
            }
        }
    }

    @Test("A window is longer by 1/64 at most, whenever values come", arguments: Ticks.allCases, [1, 2] as [UInt64])
    func merged(ticks: Ticks, seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let length = Duration.seconds(2)
        var (window, naive, time) = (RollingWindow(length), NaiveWindow(length), Duration.zero)
        var known = 0
        for count in 0..<6000 {
            time += .microseconds(ticks.step(count, &random))
            let value = try #require(ExactDecimal("\(Int.random(in: 0..<1_000_000, using: &random) + 1)e-3"))
            window.take(value, at: time)
            naive.take(value, at: time)
            #expect(window.bucketCount <= 66)
            guard count.isMultiple(of: 211) else { continue }
            let found = results(of: window)
            guard let alike = naive.alike else {
                #expect(found == [nil, nil, nil, nil])
                continue
            }
            known += 1
            #expect(try alike.contains { try naive.results(from: $0) == found }, "\(count): \(found)")
        }
        #expect(known > 3)
    }

    /// A window of ten seconds with values at these seconds.
    private func window(_ values: [(Int64, ExactDecimal)], isRevised: Bool = false) -> RollingWindow {
        var window = RollingWindow(.seconds(10), isRevised: isRevised)
        for (second, value) in values { window.take(value, at: .seconds(second)) }
        return window
    }

    @Test("nothing is known until the first value is as old as the window is long")
    func full() {
        #expect(results(of: window([])) == [nil, nil, nil, nil])
        #expect(results(of: window([(5, 1), (14, 2)])) == [nil, nil, nil, nil])
        #expect(results(of: window([(5, 1), (15, 2)])) == [100, 1, 1, 1])
    }

    @Test("after a gap the oldest value is the one that held when the window began")
    func gap() {
        #expect(results(of: window([(0, 3), (8, 4), (1000, 5)])) == [25, 4, 4, 4])
        #expect(results(of: window([(0, 3), (8, 4), (1000, 5), (1009, 6)])) == [50, 5, 4, ExactDecimal("4.5")])
        #expect(results(of: window([(0, 3), (8, 4), (1000, 5), (1010, 7)])) == [40, 5, 5, 5])
    }

    @Test("a value that is late counts as one of now; when the clock was set back, a window begins anew")
    func late() {
        #expect(window([(0, 2), (20, 3), (1, 4), (25, 5)]).value(of: .high) == 4)
        #expect(window([(0, 2), (20, 3), (1, 40), (25, 5)]).value(of: .high) == 40)
        #expect(window([(0, 2), (700, 3), (99, 4)]).value(of: .move) == nil)
        #expect(window([(0, 2), (700, 3), (99, 4), (109, 5)]).value(of: .move) == 25)
    }

    @Test("a value that changes counts once, with what it is at last")
    func revised() {
        let values: [(Int64, ExactDecimal)] = [(0, 2), (10, 9), (10, 4), (5, 7), (10, 3)]
        #expect(results(of: window(values, isRevised: true)) == [50, 2, 2, 2])
        #expect(results(of: window(values)) == [50, 9, 2, ExactDecimal("5.5")])
    }

    @Test("there is no percentage of 0 or less, and no mean beyond the range of decimals")
    func unknown() throws {
        #expect(window([(0, 0), (10, 5)]).value(of: .move) == nil)
        #expect(window([(0, -1), (10, 5)]).value(of: .move) == nil)
        let huge = try #require(ExactDecimal("9e6144"))
        #expect(results(of: window([(0, huge), (5, huge), (10, huge)])) == [0, huge, huge, nil])
    }
}
