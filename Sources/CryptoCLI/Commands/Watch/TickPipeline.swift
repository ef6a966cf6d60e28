import Markets
import Platform
import ProviderKit
import Rendering

/// Calls a closure with each of the ticks that arrived together.
typealias TickBatch = ((inout Tick) -> Void) -> Void

/// Makes rows of ticks: ticks or candles.
protocol TickRowMaker: StreamStages {
    /// Takes the ticks of a batch, each as `pipeline` passes it on.
    func take(_ ticks: TickBatch, through pipeline: inout TickPipeline, now: Timestamp)

    /// Takes what an event says of connections and missing ticks. Nil says that ticks of all may be missing.
    func note(_ event: FeedEvent?)

    /// Removes the rows of a market, those in these currencies; nil for all.
    func remove(_ market: TickMarket, in currencies: Set<Currency>?)
}

/// What happens to a tick: conversion to other currencies, then rows.
struct TickPipeline {
    /// Makes the rows.
    let maker: any TickRowMaker
    /// The routings of markets whose ticks are converted or left out.
    private var routings: [ObjectIdentifier: TickConverters] = [:]
    /// What `--stats` says about the ticks; nil without it.
    private(set) var statistics: TickStatistics?
    /// It avoids a comparison of `statistics` with nil, which copies the value.
    private let isCounting: Bool
    /// The groups that rows are in, if there are any.
    private var groups: TickGroups?
    private let isGrouped: Bool
    private var futureLimit = FutureLimit()
    /// The last known price of each coin that a fallback streams, by its ticker. The first tick removes the price.
    private var lastQuotes: [String: Quote] = [:]
    /// The end of the stream by a tick ahead of the clock. No tick is passed on after it.
    private var refusal: Failure?
    private var hasRefused = false
    /// Where ticks ahead of the clock, and prices far from the last known ones, are reported.
    var notices: Notices?

    /// Creates the pipeline for a request. Throws `Failure` for invalid options.
    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        maker =
            if request.candles != nil {
                try CandleRows(request, environment, isPicture: isPicture)
            } else if request.holdings {
                try HoldingRows(request, environment, isPicture: isPicture)
            } else {
                try TickRows(request, environment, isPicture: isPicture)
            }
        // A price directive says nothing of groups.
        let namesGroup = maker.usedFields.contains("group")
        groups = namesGroup || !request.common.outputFormat.isPriceDirective ? request.groups : nil
        isGrouped = groups != nil
        isCounting = request.stats
        statistics = isCounting ? TickStatistics(environment.time.elapsed) : nil
    }

    /// Adds the market whose ticks are prices of a symbol.
    mutating func add(_ market: TickMarket, of symbol: Symbol) { groups?.add(market, of: symbol) }

    /// Compares the first tick of a coin with its last known price.
    mutating func compare(_ symbol: Symbol, with last: Quote) { lastQuotes[symbol.bare] = last }

    /// Removes a symbol.
    mutating func remove(_ symbol: Symbol) { groups?.remove(symbol) }

    /// Sets the currencies of a market's ticks.
    mutating func open(_ paths: RequestedCurrencies, now: Timestamp) {
        let key = ObjectIdentifier(paths.market)
        let before = routings[key] ?? TickConverters(market: paths.market)
        let after = before.opened(for: paths, now: now)
        routings[key] = after.isPlain ? nil : after
        let gone = after.currencies.isEmpty ? nil : before.currencies.subtracting(after.currencies)
        if gone?.isEmpty != true { maker.remove(paths.market, in: gone) }
    }

    mutating func take(_ ticks: TickBatch, now: Timestamp) {
        maker.take(ticks, through: &self, now: now)
        if let refusal { maker.fail(refusal) }
    }

    /// Calls `body` with a tick in each of its currencies and groups.
    mutating func take(_ tick: inout Tick, now: Timestamp, _ body: (inout Tick) -> Void) {
        if hasRefused { return }
        if futureLimit.isBefore(tick.time, at: now), refuse(tick, now: now) { return }
        if isCounting { statistics?.take(tick, now: now) }
        let key = ObjectIdentifier(tick.market)
        guard !routings.isEmpty, var routing = routings.removeValue(forKey: key) else {
            return pass(&tick, body)
        }
        if routing.isOwn { pass(&tick, body) }
        for index in routing.converters.indices {
            routing.converters[index].convert(tick, now: now) { pass(&$0, body) }
        }
        routings[key] = routing
    }

    /// Reports a tick whose time is ahead of the clock. With `--strict` that ends the stream, and the result is true.
    private mutating func refuse(_ tick: borrowing Tick, now: Timestamp) -> Bool {
        let kind = tick.market.quote.kind
        guard kind.age(of: tick.time.timestamp, at: now) < 0,
            let notices, let failure = notices.report(tick.market, ahead: tick.time.timestamp, at: now)
        else { return false }
        (refusal, hasRefused) = (Failure(failure, in: notices.table), true)
        return true
    }

    private mutating func compare(_ tick: borrowing Tick) {
        guard let last = lastQuotes.removeValue(forKey: tick.market.symbol), let price = tick.number(.price) else {
            return
        }
        let market = tick.market
        notices?.reportDistant(price, in: market.currency, of: market.symbol, at: market.provider, from: last)
    }

    /// Passes a tick on, once for each group that it is of.
    @inline(__always)
    private mutating func pass(_ tick: inout Tick, _ body: (inout Tick) -> Void) {
        if !lastQuotes.isEmpty { compare(tick) }
        guard isGrouped else { return body(&tick) }
        let markets = groups?.markets(of: tick.market) ?? []
        if markets.isEmpty { body(&tick) }
        for market in markets { tick.asOne(of: market, body) }
    }
}

/// Prints the ticks of a feed. It takes the lock of its printer once for each batch.
final class TickPrinter: TickReceiver {
    let printer: StreamPrinter
    /// Used under the printer's lock only.
    private nonisolated(unsafe) var pipeline: TickPipeline

    init(_ pipeline: TickPipeline, now: @escaping @Sendable () -> Timestamp, end: StreamEnd, change: TaskSignal?) {
        unsafe self.pipeline = pipeline
        printer = StreamPrinter(pipeline.maker, now: now, end: end, change: change)
    }

    func receive(_ ticks: TickBatch) {
        let now = printer.now()
        perform { $0.take(ticks, now: now) }
    }

    /// Passes the pipeline to `work` as the printer does.
    func perform(_ work: (inout TickPipeline) -> Void) {
        printer.perform { _ in unsafe work(&pipeline) }
    }

    /// Passes the pipeline to `work`, also after the end.
    func withPipeline<Result: Sendable>(_ work: (inout TickPipeline) -> Result) -> Result {
        printer.withStages { _ in unsafe work(&pipeline) }
    }
}

extension WatchRequest {
    /// The order of symbols in a picture: as requested, then all others.
    var order: @Sendable (_ left: String, _ right: String) -> Bool {
        let ranks = Dictionary(symbols.enumerated().map { ($1.bare, $0) }, uniquingKeysWith: { first, _ in first })
        return { ranks[$0] ?? .max < ranks[$1] ?? .max }
    }
}
