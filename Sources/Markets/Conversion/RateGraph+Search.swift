import DecimalArithmetic
import Platform

/// The search runs level by level: after the n-th level all assets are reached that are n legs away, each by the path
/// whose oldest leg is the newest. A source is entered once, as all its assets are one leg from the entry.
extension RateGraph {
    /// How an asset was reached, and the time of the oldest leg up to it.
    private typealias Arrival = (previous: Asset, source: Int, oldest: Timestamp, level: Int)

    /// The asset by which a source is entered, and the time of the oldest leg up to it.
    private typealias Entry = (asset: Asset, oldest: Timestamp)

    func legs(from: Asset, to: Asset) throws(ConversionFailure) -> [Conversion.Leg] {
        guard from != to else { return [] }
        for end in [from, to] where !knows(end) { throw .unknown(end) }
        var arrivals: [Asset: Arrival] = [:]
        var entered: Set<Int> = []
        var frontier = [from]
        while arrivals[to] == nil {
            guard !frontier.isEmpty else { throw .noPath(from: from, to: to) }
            let entries = entries(of: frontier, arrivals, but: entered)
            entered.formUnion(entries.keys)
            frontier = expand(entries, from: from, &arrivals)
        }
        return try trace(arrivals, from: from, to: to)
    }

    /// The sources that the frontier leads into, each by the asset whose path is the newest.
    private func entries(
        of frontier: [Asset], _ arrivals: [Asset: Arrival], but entered: Set<Int>
    ) -> [Int: Entry] {
        var entries: [Int: Entry] = [:]
        for asset in frontier {
            for source in places[asset] ?? [] where !entered.contains(source) {
                let time = sources[source].freshness(of: sources[source].member(asset))
                let oldest = min(arrivals[asset]?.oldest ?? time, time)
                if let entry = entries[source], entry.oldest >= oldest { continue }
                entries[source] = (asset, oldest)
            }
        }
        return entries
    }

    /// Adds the assets of the sources and returns those that were not reached before, in a fixed order.
    private func expand(_ entries: [Int: Entry], from: Asset, _ arrivals: inout [Asset: Arrival]) -> [Asset] {
        var reached: [Asset] = []
        for (source, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let level = (arrivals[entry.asset]?.level ?? 0) + 1
            for member in sources[source].members where member.asset != from {
                let asset = member.asset
                let oldest = min(entry.oldest, sources[source].freshness(of: member))
                if let known = arrivals[asset] {
                    guard known.level == level, known.oldest < oldest else { continue }
                } else {
                    reached.append(asset)
                }
                arrivals[asset] = (entry.asset, source, oldest, level)
            }
        }
        return reached
    }

    private func trace(
        _ arrivals: [Asset: Arrival], from: Asset, to: Asset
    ) throws(ConversionFailure) -> [Conversion.Leg] {
        var legs: [Conversion.Leg] = []
        var asset = to
        while asset != from, let arrival = arrivals[asset] {
            let source = sources[arrival.source]
            guard let numerator = source.member(asset), let denominator = source.member(arrival.previous),
                let rate = try? numerator.amount.divided(by: denominator.amount)
            else { throw .overflow(from: from, to: to) }
            legs.append(
                Conversion.Leg(
                    from: arrival.previous, to: asset, rate: rate, provider: source.provider,
                    time: min(source.time(of: numerator), source.time(of: denominator)),
                    stale: source.stale, isFixed: source.isFixed, id: source.id, numerator: numerator,
                    denominator: denominator))
            asset = arrival.previous
        }
        return legs.reversed()
    }
}
