import Markets
import Platform
import Rendering

/// What happens to ticks on their way out: another currency, then rows or candles.
struct TickStages: StreamStages {
    private var ticks: TickRows?
    private var candles: CandleRows?
    /// Which of both it is, known without a look at either: a comparison with nil copies what it looks at.
    private let isOfCandles: Bool
    /// Of the markets whose ticks do not simply come out as they are.
    private var routings: [ObjectIdentifier: TickRouting] = [:]

    init(_ ticks: TickRows) {
        self.ticks = ticks
        isOfCandles = false
    }

    init(_ candles: CandleRows) {
        self.candles = candles
        isOfCandles = true
    }

    var tally: RowTally { ticks?.rows.tally ?? candles?.rows.tally ?? RowTally() }

    var commands: RunningCommands? { ticks?.rows.commands ?? candles?.rows.commands }

    var ending: StreamEnding? { ticks?.rows.ending ?? candles?.rows.ending }

    /// Takes note of what a market's ticks are wanted for.
    mutating func open(_ paths: TickPaths, now: Timestamp) {
        let key = ObjectIdentifier(paths.market)
        let before = routings[key] ?? TickRouting(market: paths.market)
        let after = before.opened(for: paths, now: now)
        routings[key] = after.isPlain ? nil : after
        let gone = after.currencies.isEmpty ? nil : before.currencies.subtracting(after.currencies)
        guard gone?.isEmpty != true else { return }
        ticks?.remove(paths.market, in: gone)
        candles?.remove(paths.market, in: gone)
    }

    mutating func take(_ tick: Tick, now: Timestamp) {
        let key = ObjectIdentifier(tick.market)
        guard !routings.isEmpty, var routing = routings.removeValue(forKey: key) else { return pass(tick, now: now) }
        if routing.isOwn { pass(tick, now: now) }
        for index in routing.converters.indices {
            routing.converters[index].convert(tick, now: now) { pass($0, now: now) }
        }
        routings[key] = routing
    }

    private mutating func pass(_ tick: Tick, now: Timestamp) {
        if isOfCandles { candles?.take(tick) } else { ticks?.take(tick, now: now) }
    }

    var rest: Duration? { candles?.rest }

    /// Prints what has become due by time alone: the newest ticks of an interval, candles whose spans are over.
    mutating func printDue(now: Timestamp) {
        ticks?.printConflated(now: now)
        candles?.printFinished()
    }

    /// The rows of an interval, to be written while ticks go on.
    mutating func takeHeld() -> [UInt8] { ticks?.take() ?? [] }

    /// Nothing more can be written.
    mutating func fail(_ failure: Failure) { ticks?.fail(failure) }

    /// Writes what has gathered.
    mutating func flush() {
        ticks?.flush()
        candles?.flush()
    }

    mutating func printRest() { candles?.printRest() }

    mutating func finish(orNothing: Bool) throws(Failure) {
        try ticks?.finish(orNothing: orNothing)
        try candles?.finish(orNothing: orNothing)
    }
}

// MARK: - Picture

extension TickStages {
    var pictured: Int { ticks?.symbols ?? candles?.symbols ?? 0 }

    mutating func draw(_ size: Terminal.Size, status: String, now: Timestamp) -> [UInt8] {
        ticks?.draw(size, status: status, now: now) ?? candles?.draw(size, status: status) ?? []
    }

    mutating func erase(_ size: Terminal.Size) -> [UInt8] { ticks?.erase(size) ?? candles?.erase(size) ?? [] }

    mutating func endPicture() -> [UInt8] { ticks?.endPicture() ?? candles?.endPicture() ?? [] }
}

// MARK: - Ticks

extension StreamPrinter: TickReceiver where Stages == TickStages {
    func receive(_ ticks: ((Tick) -> Void) -> Void) {
        let now = now()
        perform { stages in ticks { stages.take($0, now: now) } }
    }
}
