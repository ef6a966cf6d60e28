import DecimalArithmetic
import Markets
import Platform
import Rendering

/// How the price of a row came about, where several providers had to agree on it.
struct Agreement: Sendable {
    /// A provider that does not count.
    struct Dropped: Sendable, Equatable {
        let provider: String
        let reason: String

        init(_ provider: String, because reason: String) {
            (self.provider, self.reason) = (provider, reason)
        }
    }

    let consensus: Consensus
    let dropped: [Dropped]
}

extension QuoteRow {
    /// What the quotes of one symbol agree on; what only one of them knows is unknown. The time is the oldest.
    init(_ quotes: [Quote], _ agreement: Agreement, now: Timestamp) {
        let oldest = quotes.map(\.time).min() ?? now
        var quote = Quote(
            time: oldest, symbol: quotes.first?.symbol ?? "", currency: quotes.first?.currency ?? .usd,
            provider: "consensus")
        quote.name = quotes.lazy.compactMap(\.name).first
        quote.kind = quotes.first?.kind ?? .coin
        quote.rank = quotes.lazy.compactMap(\.rank).first
        quote.price = Number(agreement.consensus.median)
        let ways = quotes.compactMap { quote in quote.via.map { "\(quote.provider): \($0)" } }
        quote.via = ways.isEmpty ? nil : ways.joined(separator: ", ")
        quote.stale = quotes.contains(where: \.stale)
        quote.namesakes = quotes.lazy.map(\.namesakes).first { !$0.isEmpty } ?? []
        self.init(quote, now: now)
        self.agreement = agreement
    }
}

extension FieldTable<QuoteRow> {
    /// The fields of a quote that several providers agree on.
    static func agreed(defaults: [String]) -> FieldTable {
        func field(
            _ name: String, _ type: FieldType, _ help: String, importance: Int,
            _ presentation: Presentation = .plain, value: @escaping @Sendable (Agreement) -> Value
        ) -> Field<QuoteRow> {
            Field(
                name, type, help: help, isDefault: defaults.contains(name), importance: importance,
                presentation: presentation, value: { $0.agreement.map(value) ?? .null })
        }
        let own = [
            field("sources", .text, "With --consensus: who agrees, and on what", importance: 6) { agreement in
                let sources = agreement.consensus.sources
                return .records(
                    sources.map {
                        Value.Record([("provider", .text($0.provider)), ("price", .number(Number($0.price)))]) {
                            $0["provider"]
                        }
                    })
            },
            field(
                "deviation_percent", .number, "With --consensus: how far the farthest of them is from price",
                importance: 5, .percent
            ) { .number(Number($0.consensus.deviationPercent)) },
            field("dropped", .text, "With --consensus: who does not count, and why", importance: 3) { agreement in
                .records(
                    agreement.dropped.map {
                        Value.Record([("provider", .text($0.provider)), ("reason", .text($0.reason))]) {
                            "\($0["provider"]): \($0["reason"])"
                        }
                    })
            },
        ]
        return FieldTable(quotes(defaults: defaults).fields + own, defaultsIn: defaults)
    }
}
