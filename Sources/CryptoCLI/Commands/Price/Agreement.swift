import DecimalArithmetic
import Markets
import Platform
import Rendering

/// How several providers agreed on the price of a row.
struct Agreement: Sendable {
    /// A provider that is not part of the median.
    struct Dropped: Sendable, Equatable {
        let provider: String
        let reason: String
    }

    let consensus: Consensus
    let dropped: [Dropped]
}

extension QuoteRow {
    /// A row of the median price of one symbol. The time is the oldest of the quotes; values that providers do not
    /// agree on are unknown.
    init(_ quotes: [Quote], _ agreement: Agreement, now: Timestamp) {
        let oldest = quotes.map(\.time).min() ?? now
        var quote = Quote(
            time: oldest, symbol: quotes.first?.symbol ?? "", currency: quotes.first?.currency ?? .usd,
            provider: "consensus")
        quote.name = quotes.lazy.compactMap(\.name).first
        quote.kind = quotes.first?.kind ?? .coin
        quote.rank = quotes.lazy.compactMap(\.rank).first
        quote.price = Number(agreement.consensus.median)
        let paths = quotes.compactMap { quote in quote.via.map { "\(quote.provider): \($0)" } }
        quote.via = paths.isEmpty ? nil : paths.joined(separator: ", ")
        quote.stale = quotes.contains(where: \.stale)
        quote.namesakes = quotes.lazy.map(\.namesakes).first { !$0.isEmpty } ?? []
        self.init(quote, now: now)
        self.agreement = agreement
    }
}

extension FieldTable<QuoteRow> {
    /// Returns the fields of a quote, with those of `--consensus`.
    static func agreed(defaults: [String]) -> FieldTable {
        func field(
            _ name: String, _ type: FieldType, help: String, importance: Int, presentation: Presentation = .plain,
            value: @escaping @Sendable (Agreement) -> Value
        ) -> Field<QuoteRow> {
            Field(
                name, type, help: help, importance: importance, presentation: presentation,
                value: { $0.agreement.map(value) ?? .null }
            ).known()
        }
        let own = [
            field(
                "sources", .text, help: "With --consensus: the providers that agree, and their prices",
                importance: Importance.companion
            ) {
                agreement in
                let sources = agreement.consensus.sources
                return .records(
                    sources.map {
                        Value.Record([("provider", .text($0.provider)), ("price", .number(Number($0.price)))]) {
                            $0["provider"]
                        }
                    })
            }.nesting(["provider": .text, "price": .number]),
            field(
                "deviation_percent", .number, help: "With --consensus: largest deviation of a source from price",
                importance: Importance.verdict, presentation: .share
            ) { .number(Number($0.consensus.deviationPercent)) },
            field("dropped", .text, help: "With --consensus: the skipped providers, and why", importance: 50) {
                agreement in
                .records(
                    agreement.dropped.map {
                        Value.Record([("provider", .text($0.provider)), ("reason", .text($0.reason))]) {
                            "\($0["provider"]): \($0["reason"])"
                        }
                    })
            }.nesting(["provider": .text, "reason": .text]),
        ]
        return FieldTable(quoteFields + own, defaultsIn: defaults, metrics: "crypto_", measurement: "crypto")
    }
}
