import Markets
import Platform
import Rendering

/// What happens to ticks on their way out: another currency, then rows or candles.
struct TickStages {
    private var ticks: TickRows?
    private var candles: CandleRows?
    private var converters: [ObjectIdentifier: TickConverter] = [:]

    init(_ ticks: TickRows) {
        self.ticks = ticks
    }

    init(_ candles: CandleRows) {
        self.candles = candles
    }

    /// Rows so far.
    var count: Int { ticks?.rows.count ?? candles?.rows.count ?? 0 }

    /// The commands of `--exec`.
    var commands: RunningCommands? { ticks?.rows.commands ?? candles?.rows.commands }

    /// Why nothing more is to come, once that is so.
    var ending: StreamEnding? { ticks?.rows.ending ?? candles?.rows.ending }

    /// Takes a rate for a market's ticks.
    mutating func convert(_ market: TickMarket, to currency: Currency, by conversion: Conversion, now: Timestamp) {
        let key = ObjectIdentifier(market)
        if converters[key]?.update(of: market, by: conversion, now: now) == nil {
            converters[key] = TickConverter(of: market, to: currency, by: conversion, now: now)
        }
    }

    mutating func take(_ tick: Tick, now: Timestamp) {
        let key = ObjectIdentifier(tick.market)
        guard !converters.isEmpty, var converter = converters.removeValue(forKey: key) else {
            return pass(tick, now: now)
        }
        converter.convert(tick, now: now) { pass($0, now: now) }
        converters[key] = converter
    }

    private mutating func pass(_ tick: Tick, now: Timestamp) {
        if candles == nil { ticks?.take(tick, now: now) } else { candles?.take(tick) }
    }

    /// Prints what has become due by time alone: the newest ticks of an interval, candles whose spans are over.
    mutating func printDue(now: Timestamp) {
        ticks?.printConflated(now: now)
        candles?.printFinished(now: now)
    }

    /// The rows of an interval, to be written while ticks go on.
    mutating func takeHeld() -> [UInt8] { ticks?.take() ?? [] }

    /// Nothing more can be written.
    mutating func fail(_ failure: Failure) { ticks?.fail(failure) }

    /// Forgets symbols that do not come any more.
    mutating func remove(symbols: Set<String>) { ticks?.remove(symbols: symbols) }

    /// Writes what has gathered.
    mutating func flush() {
        ticks?.flush()
        candles?.flush()
    }

    mutating func finish(orNothing: Bool) throws(Failure) {
        try ticks?.finish(orNothing: orNothing)
        try candles?.finish(orNothing: orNothing)
    }
}

// MARK: - Picture

extension TickStages {
    /// How many rows the picture has.
    var symbols: Int { ticks?.symbols ?? candles?.symbols ?? 0 }

    mutating func draw(_ size: Terminal.Size, status: String, now: Timestamp) -> [UInt8] {
        ticks?.draw(size, status: status, now: now) ?? candles?.draw(size, status: status) ?? []
    }

    mutating func erase(_ size: Terminal.Size) -> [UInt8] { ticks?.erase(size) ?? candles?.erase(size) ?? [] }

    mutating func endPicture() -> [UInt8] { ticks?.endPicture() ?? candles?.endPicture() ?? [] }
}
