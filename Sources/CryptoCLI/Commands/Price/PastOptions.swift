import CommandLineKit
import Markets
import Platform

/// The options for past prices.
struct PastOptions: Sendable {
    var history: Duration?
    var candles: CandleWidth?
    var from: GivenDate?
    var to: GivenDate?
    var at: GivenDate?
    var adjusted = false
    var events = false

    /// Whether any of them was given.
    var isAsked: Bool { hasPeriod || candles != nil || at != nil || eventOption != nil }

    /// Whether a period was given.
    private var hasPeriod: Bool { history != nil || from != nil || to != nil }

    /// The long name of the option that needs splits and dividends; nil without one.
    var eventOption: String? { events ? "events" : adjusted ? "adjusted" : nil }

    /// The `--at` that is a time of day; nil for a whole day.
    var moment: GivenDate? { at.flatMap { $0.isDay ? nil : $0 } }

    /// What to do in place of `--days`.
    static let insteadOfDays = "a period is written as in '--history 7d'"

    static let table: [Option<PastOptions>] = [
        .value(
            "history", \.history, as: .time(isPositive: true, needsUnit: true), valueName: "time",
            help: "Print the candles of this period, such as 30d.", default: "30d with --candles, --to or --chart"
        ).detailed(CryptoTool.details("--history", of: "price")).known(as: "past", "since"),
        .value(
            "candles", \.candles, as: .width, valueName: "width", help: "Width of the candles.",
            default: "1h for up to 3d, else 1d; 1d where --from and --to are days"
        ).detailed(CryptoTool.details("--candles", of: "price")).known(as: "ohlc", "ohlcv", "width"),
        .value("from", \.from, as: .date, valueName: "date", help: "First day or time of the candles.").known(
            as: "start"
        )
        // The period counts back from now or from --to.
        .excluding("history"),
        .value("to", \.to, as: .date, valueName: "date", help: "Last day or time of the candles, included.")
            .known(as: "until", "end"),
        .value(
            "at", \.at, as: .date, valueName: "date", help: "Print the candle of this day, or of this moment."
        ).detailed(CryptoTool.details("--at", of: "price")).known(as: "date", "on").excluding(
            "history", "candles", "from", "to"
        ).excluding(
            "chart", saying: "\(option: "at") is one day, but \(option: "chart") draws several; use --history"),
        .toggle("adjusted", \.adjusted, help: "Correct the prices of stocks for dividends, too.").detailed(
            CryptoTool.details("--adjusted", of: "price")
        ).known(as: "auto-adjust", "adj").excluding("at"),
        .toggle("events", \.events, help: "Print splits and dividends of stocks instead of candles.").detailed(
            CryptoTool.details("--events", of: "price")
        ).known(as: "dividends", "splits", "actions").excluding("adjusted", "at", "candles", "chart", "currency"),
    ]

    /// The only provider that has splits and dividends.
    static let providerWithEvents = "yahoo"

    /// Throws for a period that ends before it begins, and for what needs one.
    func validate(isHelp: Bool) throws(OptionProblem) {
        if let from, let to, from.first > to.last { throw "\(option: "from") is later than \(option: "to")" }
        if let eventOption, !hasPeriod, !isHelp {
            throw "\(option: eventOption) needs a period: --history, --from or --to"
        }
        if adjusted, let candles, !candles.areDays {
            throw "\(option: "adjusted") is for days and weeks, not for \(option: "candles", candles.rawValue)"
        }
    }

    /// Returns the period and width of the candles; `now` is by the provider's clock. `isDaily` says that there are
    /// none narrower than a day. Throws for dates in the future and for a period shorter than a candle.
    func range(
        now: Timestamp, isDaily: Bool, _ origins: ValueOrigins
    ) throws(Failure) -> (from: Timestamp, to: Timestamp, width: CandleWidth) {
        try Failure.refuseFuture(at, of: "at", now: now, origins)
        try Failure.refuseFuture(from, of: "from", now: now, origins)
        if let at {
            let width: CandleWidth = at.isDay ? .day : .minute
            return (Timestamp(seconds: width.start(of: at.first)), at.last, width)
        }
        // A whole minute, so that the same requests are sent within one.
        let end = to?.last ?? Timestamp(seconds: CandleWidth.minute.start(of: now))
        let length = history ?? .seconds(30 * 86_400)
        let begin = from?.first ?? end.advanced(bySeconds: -length.components.seconds)
        let isOfDays = history == nil && [from, to].allSatisfy { $0?.isDay ?? true } && (from ?? to) != nil
        let isShort = end.wholeSeconds(since: begin) <= 3 * 86_400
        let width = candles ?? (isShort && !isOfDays && !isDaily ? .hour : .day)
        if let from { return (from.first, end, width) }
        if let history, history < .seconds(width.seconds) {
            let way = width == .minute || isDaily ? "" : ", or narrower --candles"
            let problem = OptionProblem(history: history, below: "a candle of \(width.rawValue)", orElse: way)
            throw Failure(problem, origins)
        }
        // So that 30d are 30 whole days: the first is the one in which the period begins, and today, unfinished, is
        // left out. A period that ends in the future has at least the last candle that is finished.
        let last = width.start(of: now) - width.seconds
        return (Timestamp(seconds: min(width.start(of: begin), last)), end, width)
    }
}

/// A DATE: a whole day in UTC, or a time.
struct GivenDate: Sendable, Equatable {
    /// Its first second.
    let first: Timestamp
    /// Its last second; the same as `first` for a time.
    let last: Timestamp

    /// Whether it is a whole day.
    var isDay: Bool { first != last }
}

extension OptionProblem {
    /// A period of `--history` that is shorter than what one row covers. Minutes are most likely meant as months.
    ///
    /// - Parameters:
    ///   - period: The period.
    ///   - row: What one row covers, in words.
    ///   - way: What else than a longer period can be chosen, in words.
    init(history period: Duration, below row: String, orElse way: String = "") {
        let text = period.written
        let minutes = period.components.seconds / 60
        guard text == "\(minutes)m", minutes <= 12 else {
            self.init("history", "\(text) is shorter than \(row); choose a longer period\(way)")
            return
        }
        let (short, long) =
            minutes == 1 ? ("one minute", "a month is") : ("\(minutes) minutes", "\(minutes) months are")
        self.init("history", "\(text) is \(short); \(long) \(30 * minutes)d")
    }
}

extension Failure {
    /// Throws if a date is in the future.
    static func refuseFuture(
        _ date: GivenDate?, of option: String, now: Timestamp, _ origins: ValueOrigins
    ) throws(Failure) {
        guard let date, date.first > now else { return }
        let words = date.isDay ? date.first.day : date.first.description
        throw .option(option, problem: "\(words) is in the future", origins)
    }
}

extension ValueParser<GivenDate> {
    /// `2024-03-01`, or an RFC 3339 time, whose seconds may be left out.
    static var date: ValueParser {
        ValueParser { (text) throws(ValueError) in
            if let day = Timestamp(day: text) {
                return GivenDate(first: day, last: day.advanced(bySeconds: 86_399))
            }
            guard let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text.withSeconds) else {
                throw ValueError("\(text.inQuotes) is not a date; write 2024-03-01 or 2024-03-01T12:00:00Z")
            }
            return GivenDate(first: time, last: time)
        }
    }
}

extension String {
    /// `2021-11-15T14:32Z` with the seconds of a whole minute.
    fileprivate var withSeconds: String { count < 17 ? self : prefix(16) + ":00" + dropFirst(16) }
}
