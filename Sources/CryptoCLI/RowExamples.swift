/// What the texts of the shared options say about the rows of one command, so that each example works there.
struct RowExamples: Sendable {
    /// A template, as typed in quotes.
    let template: String
    /// Two conditions, as typed in quotes.
    let conditions: [String]
    /// The begin of a sentence about the windows of a stream; nil without streams.
    var windows: String?
    /// A condition with such a window; nil without streams.
    var breakOut: String?
    /// How long an answer counts as new by default, of the rows and of all that is asked for.
    let freshness: String
    let freshnesses: String
    /// What `--digits` rounds, and which numbers stay exact, as a sentence.
    let rounded: String
    let exact: String
    /// What a row in a file is known by.
    let key: String
    /// Whether rows can be candles.
    var hasCandles = false
    /// The notices that there are.
    let notices: String

    /// Rows with prices.
    static let prices = RowExamples(
        template: #"{symbol} {price}\n"#, conditions: ["price > 70000", "change_percent <= -5 && volume > 1000000"],
        freshness: "15s for prices",
        freshnesses: "15 s (prices), 60 s (lists), until the next publication (fiat rates), 24 h (names of markets) or "
            + "30 days (finished days)",
        rounded: "prices, amounts and percentages", exact: "",
        key: "time, symbol, provider and currency, a candle also by its width", hasCandles: true,
        notices: "ambiguous symbol, stale answer, old price, skipped provider, missing row, pegged coin")

    /// Rows of a stream of prices.
    static let ticks = {
        var ticks = prices
        ticks.windows = "move(10m) is the change of the price"
        ticks.breakOut = "price > high(1h)"
        return ticks
    }()

    /// Rows of a list.
    static let lists = RowExamples(
        template: prices.template, conditions: prices.conditions, freshness: "60s for lists",
        freshnesses: prices.freshnesses, rounded: prices.rounded, exact: "",
        key: "time, symbol, provider and currency", notices: prices.notices)

    /// Converted amounts.
    static let conversions = RowExamples(
        template: #"{result} {to}\n"#, conditions: ["result > 70000", "rate <= 0.5 && to == 'SEK'"],
        freshness: prices.freshness, freshnesses: prices.freshnesses, rounded: "amounts", exact: "Rates stay exact. ",
        key: "time, amount, currencies and provider", notices: prices.notices)

    /// Readings of air quality.
    static let readings = RowExamples(
        template: #"{city} {aqi}\n"#, conditions: ["aqi > 300", "pm2_5 <= 15 && level == 'Good'"],
        windows: "With --watch, move(10m) is the change of the index", breakOut: "aqi > high(1h)",
        freshness: "10m for current readings",
        freshnesses: "10 min (air quality), 24 h (names of stations) or 30 days (finished days and places)",
        rounded: "indexes and concentrations", exact: "Coordinates stay exact. ", key: "time, city, provider and scale",
        notices: "ambiguous city, stale answer, skipped provider, missing row")
}
