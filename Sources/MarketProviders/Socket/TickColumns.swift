import DecimalArithmetic
import JSONReader
import Platform
import ProviderKit

/// The members of a market's row in a stream, and what each holds; nil for what is not sent.
///
/// A dialect makes it in an inlined property, so that the keys are constants in the code that reads a frame.
struct TickColumns<Key: RawRepresentable<String> & CaseIterable & Sendable> {
    /// The name of the market, where the row holds it.
    var market: Key?
    /// The time, and the unit of its count since 1970; nil for RFC 3339 text. The time of arrival counts where there is
    /// none.
    var time: (key: Key, unit: EpochUnit?)?
    let last: Key
    var open: Key?
    var high: Key?
    var low: Key?
    var bid: Key?
    var ask: Key?
    var change: Key?
    var changePercent: Key?
    /// In units of the quote currency.
    var turnover: Key?
    /// The number that the provider gives the message.
    var sequence: Key?
    /// Whether a row without a price is an error. Otherwise it has no tick.
    var needsPrice = true
}

extension TickMarketTable {
    /// Calls `emit` with the tick of a row, unless its market is not subscribed to or its price is 0, which means no
    /// trade. The time is read from `head`, or from the row if there is none.
    @inline(__always)
    mutating func readTick<Key>(
        of row: JSONRow<Key>, timedBy head: JSONRow<Key>? = nil, at arrival: Timestamp, _ columns: TickColumns<Key>,
        _ emit: (inout Tick) -> Void
    ) throws {
        try row.check()
        guard let name = columns.market, let market = try self.market(row.text(name)) else { return }
        try row.readTick(of: market, timedBy: head, at: arrival, columns, emit)
    }
}

extension JSONRow {
    /// Calls `emit` with the tick of a market's row, unless its price is 0.
    @inline(__always)
    func readTick(
        of market: UnretainedMarket, timedBy head: JSONRow? = nil, at arrival: Timestamp,
        _ columns: TickColumns<Key>, _ emit: (inout Tick) -> Void
    ) throws {
        var tick = Tick(of: market, at: try (head ?? self).time(columns.time, else: arrival))
        tick.price = try needed(columns.last)
        if let open = columns.open { tick.open = price(open) }
        if let high = columns.high { tick.high = price(high) }
        if let low = columns.low { tick.low = price(low) }
        if let bid = columns.bid { tick.bid = price(bid) }
        if let ask = columns.ask { tick.ask = price(ask) }
        if let change = columns.change { tick.change = optional(change) }
        if let percent = columns.changePercent { tick.changePercent = optional(percent) }
        if let turnover = columns.turnover { tick.volume = amount(turnover) }
        if let sequence = columns.sequence { tick.sequence = amount(sequence) }
        if columns.needsPrice, tick.price.isEmpty { throw RowProblem(description: "a tick without a price") }
        if try tick.price.isPrice() { emit(&tick) }
    }

    @inline(__always)
    private func time(_ column: (key: Key, unit: EpochUnit?)?, else arrival: Timestamp) throws -> TickTime {
        guard let column else { return .at(arrival, isArrival: true) }
        guard let unit = column.unit else { return try time(column.key, else: arrival) }
        return try time(column.key, in: unit, else: arrival)
    }
}
