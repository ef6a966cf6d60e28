import Markets
import Platform
import Rendering

extension TickStages {
    /// The stages that a request asks for; options are checked before anybody is asked.
    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        if let width = request.candles {
            let table = FieldTable<Candle>.candles
            let (rows, screen) = try Self.routings(
                request, table, table, extra: [], environment, isPicture, symbol: \.symbol
            ) { RowWriter($0, environment.console, isStream: true) }
            self.init(CandleRows(width, rows, screen: screen, elapsed: environment.time.elapsed))
        } else {
            let (rows, screen) = try Self.routings(
                request, FieldTable<TickRow>.quotes(defaults: WatchRequest.defaults),
                FieldTable<QuoteRow>.quotes(defaults: WatchRequest.defaults), extra: ["age"], environment, isPicture,
                symbol: \.symbol
            ) { RowWriter(stream: $0, environment.console) }
            self.init(TickRows(request, rows, screen: screen))
        }
    }

    /// Rows, and on a terminal the picture in their place; `extra` fields are in a picture besides the default ones.
    private static func routings<Row, Shown: Sendable>(
        _ request: WatchRequest, _ table: FieldTable<Row>, _ shown: FieldTable<Shown>, extra: [String],
        _ environment: Environment, _ isPicture: Bool, symbol: @escaping @Sendable (Shown) -> String,
        writer: (Output<Row>) -> RowWriter<Row>
    ) throws(Failure) -> (RowStages<Row>, LiveScreen<Shown>?) {
        let output = try Output(request.common, table, environment)
        guard isPicture else {
            return (
                try RowStages(request.ends, table, writer: writer(output), environment, request.common.origins), nil
            )
        }
        let order = Dictionary(
            request.symbols.enumerated().map { ($1.bare, $0) }, uniquingKeysWith: { first, _ in first })
        var fields = try Output(request.common, shown, environment).fields
        if request.common.fields == nil { fields += extra.compactMap { shown[$0] } }
        let screen = LiveScreen(
            fields, hasTrend: request.common.fields == nil, options: request.common.rendering(environment),
            unicode: Terminal.isUTF8(environment.variables),
            precedes: { [order] in order[symbol($0)] ?? .max < order[symbol($1)] ?? .max })
        let rows = try RowStages(
            request.ends, table, writer: nil, environment, request.common.origins, condition: output)
        return (rows, screen)
    }
}
