import DecimalArithmetic
import MarketProviders
import Markets
import Rendering

/// The time to render many rows in every format.
enum Tables {
    static func figures() throws(Failure) -> [Figure] {
        var market = MadeMarket()
        let quotes = market.quotes(Sizes.rows)
        // A template has to be given, and `none` writes nothing.
        let formats = OutputFormat.allCases.filter { $0 != .template && $0 != .none }
        var times = formats.map { _ in [Double]() }
        for round in Sizes.rounds(Sizes.rowRounds) {
            for (index, format) in formats.enumerated() {
                let fields = format.isPriceDirective ? datedFields : fields
                let watch = Stopwatch()
                let bytes = Renderer.bytes(quotes, as: format, fields: fields)
                let time = watch.milliseconds
                try check(bytes, of: format)
                if round > 0 { times[index].append(time) }
            }
        }
        return formats.indices.map { index in
            Figure(
                "as \(formats[index].rawValue)", times: times[index].sorted(),
                goal: formats[index] == .table ? "under 100 ms" : "")
        }
    }

    /// Throws where the rows do not have a line each.
    private static func check(_ bytes: [UInt8], of format: OutputFormat) throws(Failure) {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") }
        guard lines >= Sizes.rows else {
            throw .wrongResult("the format \(format.rawValue)", "\(lines) lines of \(Sizes.rows) rows")
        }
    }

    /// The columns of `crypto list`.
    private static let columns: [Field<Quote>] = [
        Field("rank", .integer, help: "The place by market cap") { $0.rank.map { .integer($0) } ?? .null },
        Field("symbol", .text, help: "The ticker", roles: .commodity) { .text($0.symbol) },
        Field("name", .text, help: "The full name") { $0.name.map { .text($0) } ?? .null },
        number("price", as: .price, roles: .price, \.price),
        number("change_percent", as: .percent, \.changePercent),
        number("volume", as: .whole, \.volume),
        number("market_cap", as: .whole, \.marketCap),
        Field("currency", .text, help: "What prices are in", roles: .currency) { .text($0.currency.code) },
    ]

    /// The columns with the names of their metrics, which prometheus shows, and of their points in influx.
    private static let fields = FieldTable(columns, metrics: "crypto_", measurement: "crypto").fields

    /// The columns with the time of a price, which a price directive has too.
    private static let datedFields =
        columns + [Field("time", .time, help: "The time of the price", roles: .priceTime) { .time($0.time) }]

    private static func number(
        _ name: String, as presentation: Presentation, roles: FieldRoles = [],
        _ path: any KeyPath<Quote, Number?> & Sendable
    ) -> Field<Quote> {
        Field(name, .number, help: name, presentation: presentation, roles: roles) {
            $0[keyPath: path].map { .number($0) } ?? .null
        }
    }
}
