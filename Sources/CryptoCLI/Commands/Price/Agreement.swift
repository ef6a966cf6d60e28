import DecimalArithmetic
import Markets
import Platform
import Rendering

/// How several providers agreed on the price of a row.
typealias Agreement = (consensus: Consensus, dropped: [DroppedProvider])

/// A provider that is not part of the median.
typealias DroppedProvider = (provider: String, reason: String)

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
        self.deviation = agreement.consensus.deviationPercent
    }
}

extension QuoteRow {
    /// The fields of `--consensus`.
    static var agreementFields: [Field<QuoteRow>] {
        func field(
            _ name: String, help: String, importance: Int, of member: String, _ type: FieldType,
            words: @escaping @Sendable (Value.Record) -> String,
            value: @escaping @Sendable (Agreement) -> [(provider: String, member: Value)]
        ) -> Field<QuoteRow> {
            Field(name, .text, help: "With --consensus: \(help)", importance: importance) { row in
                guard let agreement = row.agreement else { return .null }
                return .records(
                    value(agreement).map {
                        Value.Record([("provider", .text($0.provider)), (member, $0.member)], words: words)
                    })
            }.known().nesting(["provider": .text, member: type])
        }
        return [
            field(
                "sources", help: "the providers that agree, and their prices", importance: Importance.companion,
                of: "price", .number, words: { $0["provider"] }
            ) { $0.consensus.sources.map { ($0.provider, .number(Number($0.price))) } },
            deviationField.known(),
            field(
                "dropped", help: "the skipped providers, and why", importance: 50, of: "reason", .text,
                words: { "\($0["provider"]): \($0["reason"])" }
            ) { $0.dropped.map { ($0.provider, .text($0.reason)) } },
        ]
    }

    /// The distance from the median.
    static var deviationField: Field<QuoteRow> {
        Field(
            "deviation_percent", .number, shortTitle: "DEV %",
            help: "Distance from the median: with --consensus the largest of a source, with --each of price",
            // Before the change of a price.
            importance: Importance.verdict + 1, presentation: .share
        ) { Value($0.deviation.map(Number.init)) }
    }
}
