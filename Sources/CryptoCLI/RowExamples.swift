/// What the texts of the shared options say about the rows of one command, so that each example works there.
struct RowExamples: Sendable {
    /// A template, as typed in quotes.
    let template: String
    /// Two conditions, as typed in quotes.
    let conditions: [String]
    /// How long an answer counts as new by default.
    let freshness: String
    /// The notices that there are.
    let notices: String

    /// Rows with prices.
    static let prices = RowExamples(
        template: #"{symbol} {price}\n"#, conditions: ["price > 70000", "change_percent <= -5 && volume > 1000000"],
        freshness: "15s for prices",
        notices: "ambiguous symbol, stale answer, skipped provider, missing row, pegged coin")

    /// Converted amounts.
    static let conversions = RowExamples(
        template: #"{result} {to}\n"#, conditions: ["result > 70000", "rate <= 0.5 && to == 'SEK'"],
        freshness: prices.freshness,
        notices: prices.notices)

    /// Readings of air quality.
    static let readings = RowExamples(
        template: #"{city} {aqi}\n"#, conditions: ["aqi > 300", "pm2_5 <= 15 && level == 'Good'"],
        freshness: "10m for current readings",
        notices: "ambiguous city, stale answer, skipped provider, missing row")
}
