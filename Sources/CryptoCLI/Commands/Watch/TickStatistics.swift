import DecimalArithmetic
import Markets
import Platform
import Rendering

/// What `--stats` says about the ticks of a run. It takes the same memory however many there are.
struct TickStatistics {
    private let elapsed: @Sendable () -> Duration
    /// The time of the last batch of ticks, and its moment by the monotonic clock.
    private var last: (time: Timestamp, moment: Duration)?
    /// Nil before the second batch.
    private(set) var longestSilence: Duration?
    private(set) var latencies = Latencies()

    init(_ elapsed: @escaping @Sendable () -> Duration) { self.elapsed = elapsed }

    /// Takes a tick of a batch that came at a time.
    mutating func take(_ tick: borrowing Tick, now: Timestamp) {
        if last?.time != now {
            let moment = elapsed()
            if let last { longestSilence = max(longestSilence ?? .zero, moment - last.moment) }
            last = (now, moment)
        }
        if !tick.time.isArrival { latencies.add(microseconds: now.wholeMicroseconds(since: tick.time.timestamp)) }
    }
}

/// The distribution of latencies in microseconds: each is counted in a class that is at most a hundredth part wide, as
/// in the histograms of HdrHistogram.
struct Latencies: Sendable {
    /// The classes of each power of two.
    private static let classes = 128
    /// By class: those below 0, then the others.
    private var counts: [Int: Int] = [:]
    private var total = 0
    private(set) var smallest: Int64?

    mutating func add(microseconds: Int64) {
        counts[Self.index(of: microseconds), default: 0] += 1
        total += 1
        smallest = min(smallest ?? microseconds, microseconds)
    }

    /// The microseconds that a part of all latencies, of 100, is not above; nil without any.
    func percentile(_ percent: Int) -> Int64? {
        // The nearest rank.
        let rank = (total * percent + 99) / 100
        var count = 0
        for (index, own) in counts.sorted(by: { $0.key < $1.key }) {
            count += own
            if count >= rank { return Self.largest(of: index) }
        }
        return nil
    }

    /// Returns the class of a latency. Up to twice the classes, each has its own.
    private static func index(of microseconds: Int64) -> Int {
        let magnitude = Int(clamping: microseconds.magnitude)
        let shift = max(0, Int.bitWidth - magnitude.leadingZeroBitCount - 8)
        let index = shift * classes + magnitude >> shift
        return microseconds < 0 ? -index - 1 : index
    }

    /// Returns the largest latency of a class.
    private static func largest(of index: Int) -> Int64 {
        let magnitude = index < 0 ? -index - 1 : index
        let shift = max(0, magnitude / classes - 1)
        let least = (magnitude - shift * classes) << shift
        return Int64(index < 0 ? -least : least + (1 << shift) - 1)
    }
}

/// How a stream went, in one line of JSON.
struct StreamFigures: Sendable {
    var rows = 0
    var gaps = 0
    /// The time within gaps.
    var lost = Duration.zero
    /// How often a connection was opened again, by the reason.
    var reconnects: [String: Int] = [:]
    var longestSilence: Duration?
    /// The longest time without a tick of each market; nil before the first.
    var silences: [(market: TickMarket, silence: Duration?)] = []
    var latencies = Latencies()

    /// The line.
    var line: [UInt8] { Renderer.bytes([self], as: .jsonl, fields: Self.table.fields) }

    /// Its members.
    static let table = FieldTable<StreamFigures>([
        Field("rows", .integer, help: "Rows that were printed") { .integer($0.rows) },
        Field("gaps", .integer, help: "Gaps that are over") { .integer($0.gaps) },
        thousandths("seconds_lost", "Seconds within gaps") { $0.lost.milliseconds },
        thousandths("longest_silence_seconds", "Longest time between two ticks that did not come together") {
            $0.longestSilence?.milliseconds
        },
        thousandths("latency_ms_p50", "The latency that half of the ticks had at most") {
            $0.latencies.percentile(50)
        },
        thousandths("latency_ms_p99", "The latency that 99 of 100 ticks had at most") { $0.latencies.percentile(99) },
        thousandths("latency_ms_min", "The smallest latency; below 0 if a clock is wrong") { $0.latencies.smallest },
        Field("reconnects", .text, help: "How often a connection was opened again, by the reason") { figures in
            .records(
                figures.reconnects.sorted { $0.key < $1.key }.map { reason, count in
                    Value.Record([("reason", .text(reason)), ("count", .integer(count))]) { "\($0["reason"])" }
                })
        },
        Field("silences", .text, help: "The longest time without a tick of each market, also at the end") { figures in
            .records(
                figures.silences.map { market, silence in
                    Value.Record([
                        ("symbol", .text(market.symbol)), ("market", .text(market.name)),
                        ("provider", .text(market.provider)), ("seconds", seconds(silence?.milliseconds)),
                    ]) { "\($0["symbol"])" }
                })
        },
    ])

    private static func thousandths(
        _ name: String, _ help: String, count: @escaping @Sendable (StreamFigures) -> Int64?
    ) -> Field<StreamFigures> {
        Field(name, .number, help: help) { figures in seconds(count(figures)) }
    }

    private static func seconds(_ milliseconds: Int64?) -> Value {
        Value(milliseconds.flatMap { try? ExactDecimal($0) * ExactDecimal("0.001")! }.map(Number.init))
    }
}
