import DecimalArithmetic
import Markets
import Platform
import Rendering

/// How several providers agreed on the price of a row.
struct Agreement: Sendable {
    /// A provider that is not part of the median.
    typealias Dropped = (provider: String, reason: String)

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
        self.deviation = agreement.consensus.deviationPercent
    }
}

extension FieldTable<QuoteRow> {
    /// Returns the fields of a quote, with those of `--consensus`.
    static func agreed(defaults: [String]) -> FieldTable {
        func field(
            _ name: String, help: String, importance: Int, value: @escaping @Sendable (Agreement) -> [Value.Record]
        ) -> Field<QuoteRow> {
            Field(
                name, .text, help: help, importance: importance,
                value: { $0.agreement.map { .records(value($0)) } ?? .null }
            ).known()
        }
        let sources = field(
            "sources", help: "With --consensus: the providers that agree, and their prices",
            importance: Importance.companion
        ) { agreement in
            agreement.consensus.sources.map {
                Value.Record([("provider", .text($0.provider)), ("price", .number(Number($0.price)))]) {
                    $0["provider"]
                }
            }
        }.nesting(["provider": .text, "price": .number])
        let dropped = field(
            "dropped", help: "With --consensus: the skipped providers, and why", importance: 50
        ) { agreement in
            agreement.dropped.map {
                Value.Record([("provider", .text($0.provider)), ("reason", .text($0.reason))]) {
                    "\($0["provider"]): \($0["reason"])"
                }
            }
        }.nesting(["provider": .text, "reason": .text])
        return quotes(quoteFields(of: defaults), with: [sources, deviation.known(), dropped], defaults: defaults)
    }

    /// Returns the fields of a quote, with those of `--each`.
    static func compared(defaults: [String]) -> FieldTable {
        // The provider tells the rows of a symbol apart.
        let fields = quoteFields(of: defaults).map {
            $0.name == "provider" ? $0.weighing(Field<QuoteRow>.essential) : $0
        }
        return quotes(fields, with: [deviation], defaults: defaults)
    }

    private static var deviation: Field<QuoteRow> {
        Field(
            "deviation_percent", .number, shortTitle: "DEV %",
            help: "Distance from the median: with --consensus the largest of a source, with --each of price",
            // Before the change of a price.
            importance: Importance.verdict + 1, presentation: .share
        ) { Value($0.deviation.map(Number.init)) }
    }

    private static func quotes(
        _ fields: [Field<QuoteRow>], with own: [Field<QuoteRow>], defaults: [String]
    ) -> FieldTable {
        FieldTable(fields + own, defaultsIn: defaults, metrics: "crypto_", measurement: "crypto")
    }
}
