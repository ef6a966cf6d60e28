/// `GET /sapi/v1/klines`: rows of time in seconds, open, high, low, close, volume in units of the base; 2000 a request
/// at most, from `startTime` to `endTime` in seconds.
extension WazirX {
    /// It has weeks too; on which day they begin is not documented, so that they are made of days.
    static let candles = CandleRequest(
        widths: [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day], rows: 2000,
        layout: CandleLayout(provider: name, unit: .seconds), path: { _ in "/sapi/v1/klines" }
    ) {
        [
            ("symbol", $0.market.name.lowercased()), ("interval", $0.width.rawValue), ("limit", "2000"),
            ("startTime", "\($0.from)"), ("endTime", "\($0.to)"),
        ]
    }
}
