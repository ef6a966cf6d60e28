import DecimalArithmetic
import Markets
import Platform
import Rendering

/// What happens to ticks on their way to rows: another currency, the newest of each symbol in an interval, only those
/// that moved.
struct TickStages {
    private var rows: RowStages<TickRow>
    private var conflator: TickConflator?
    private var gate: ChangeGate?
    private var converters: [ObjectIdentifier: TickConverter] = [:]
    /// Nothing stands between a tick and its row.
    private let isPlain: Bool

    init(_ request: WatchRequest, rows: RowStages<TickRow>) {
        self.rows = rows
        if request.interval != nil { conflator = TickConflator() }
        gate = request.onChange.map { ChangeGate(percent: $0) }
        isPlain = conflator == nil && gate == nil && !rows.isConditional
    }

    /// Rows so far.
    var count: Int { rows.count }

    /// Why nothing more is to come, once that is so.
    var ending: StreamEnding? { rows.ending }

    /// Takes a rate for a market's ticks.
    mutating func convert(_ market: TickMarket, to currency: Currency, by conversion: Conversion, now: Timestamp) {
        let key = ObjectIdentifier(market)
        if converters[key]?.update(of: market, by: conversion, now: now) == nil {
            converters[key] = TickConverter(of: market, to: currency, by: conversion, now: now)
        }
    }

    mutating func take(_ tick: Tick, now: Timestamp) {
        guard !converters.isEmpty, var converter = converters.removeValue(forKey: ObjectIdentifier(tick.market)) else {
            return pass(tick, now: now)
        }
        let key = ObjectIdentifier(tick.market)
        converter.convert(tick, now: now) { pass($0, now: now) }
        converters[key] = converter
    }

    private mutating func pass(_ tick: Tick, now: Timestamp) {
        withUnsafePointer(to: tick) { pass(TickRow($0, now: now), tick) }
    }

    private mutating func pass(_ row: TickRow, _ tick: Tick) {
        if isPlain { return rows.print(row) }
        if rows.isConditional, rows.watch(row, of: tick.market.symbol) { return rows.print(row, isLast: true) }
        if conflator != nil {
            conflator?.hold(tick)
        } else if gate?.passes(tick) != false {
            rows.print(row)
        }
    }

    /// Prints the newest tick of each symbol that has one since the last time.
    mutating func printConflated(now: Timestamp) {
        guard var conflator else { return }
        conflator.drain { tick in
            if gate?.passes(tick) != false { withUnsafePointer(to: tick) { rows.print(TickRow($0, now: now)) } }
        }
        self.conflator = conflator
    }

    /// Writes what has gathered.
    mutating func flush() {
        rows.flush()
    }

    mutating func finish(orNothing: Bool) throws(Failure) {
        try rows.finish(orNothing: orNothing)
    }
}
