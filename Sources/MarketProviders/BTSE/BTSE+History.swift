/// `GET /public-api/market/v1/klines`: rows of time in seconds, open, high, low, close and turnover in the quote
/// currency, all as text; 300 a request at most, from `start` to `end` in seconds. In what order is not documented.
extension BTSE {
    /// It has weeks too; on which day they begin is not documented, so that they are made of days. The volume is sent
    /// in the quote currency only, so the volume in base units is unknown.
    static let candles = CandleRequest(
        widths: [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day], rows: 300,
        layout: CandleLayout(provider: name, unit: .seconds, volume: nil), members: ["data"],
        path: { _ in "/public-api/market/v1/klines" }
    ) {
        [
            ("symbol", $0.market.name), ("resolution", "\($0.width.seconds / 60)"), ("limit", "300"),
            ("start", "\($0.from)"), ("end", "\($0.to)"),
        ]
    }
}
