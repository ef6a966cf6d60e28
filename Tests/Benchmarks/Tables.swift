import DecimalArithmetic
import Markets
import Rendering

/// The time to render many rows in every format.
enum Tables {
    static let rows = 10_000

    static func figures() -> [Figure] {
        var market = MadeMarket()
        let quotes = market.quotes(rows)
        let formats = OutputFormat.allCases.filter { $0 != .template }
        var times = formats.map { _ in [Double]() }
        for round in 0...11 {
            for (index, format) in formats.enumerated() {
                let watch = Stopwatch()
                let bytes = Renderer.bytes(quotes, as: format, fields: fields)
                let time = watch.milliseconds
                precondition(bytes.count > rows * 40)
                if round > 0 { times[index].append(time) }
            }
        }
        return formats.indices.map { index in
            Figure(
                "as \(formats[index].rawValue)", times: times[index].sorted(),
                goal: formats[index] == .table ? "under 100 ms" : "")
        }
    }

    /// The columns of `crypto list`.
    private static let fields: [Field<Quote>] = [
        Field("rank", .integer, help: "The place by market cap") { $0.rank.map { .integer($0) } ?? .null },
        Field("symbol", .text, help: "The ticker") { .text($0.symbol) },
        Field("name", .text, help: "The full name") { $0.name.map { .text($0) } ?? .null },
        number("price", as: .price, \.price),
        number("change_percent", as: .percent, \.changePercent),
        number("volume", as: .whole, \.volume),
        number("market_cap", as: .whole, \.marketCap),
        Field("currency", .text, help: "What prices are in") { .text($0.currency.code) },
    ]

    private static func number(
        _ name: String, as presentation: Presentation, _ path: any KeyPath<Quote, Number?> & Sendable
    ) -> Field<Quote> {
        Field(name, .number, help: name, presentation: presentation) {
            $0[keyPath: path].map { .number($0) } ?? .null
        }
    }
}
