import CommandLineKit
import DecimalArithmetic
import Markets

/// What `crypto watch` was asked for.
struct WatchRequest: Sendable {
    var common = CommonOptions()
    var sources: [WatchOperand] = []
    var top: Int?
    var ends = StreamEnds()
    var onChange: ExactDecimal?
    var candles: CandleWidth?
    var poll: Duration?

    /// What a tick shows without `--fields`.
    static let defaults = ["time", "symbol", "price", "currency", "change_percent", "provider"]

    static let command = Command<WatchRequest>(
        "watch", overview: "Print live ticks until stopped, counted out, or a condition is met.",
        discussion: """
            One row a tick, written as it comes: objects a line when stdout is no terminal, a table that updates in place \
            when it is one. A connection that breaks is opened again, and a line on stderr says how long the gap was. \
            Without an end the stream runs until it is interrupted; that of `sample` is over after ten ticks of a symbol.
            """,
        examples: [
            Example("crypto watch BTC --provider sample --count 3", "three ticks, no network"),
            Example("crypto watch BTC ETH --fields symbol,price", "two coins, for a program or a person"),
            Example("crypto watch BTC --until 'price > 70000'", "waits for a price; exit status 0 when it came"),
            Example("crypto watch --top 20 --interval 5s --csv", "twenty coins, a row each every five seconds"),
        ],
        synonyms: ["stream", "live", "follow", "tail"],
        operands: .operands(
            [
                OperandInfo(
                    "symbol",
                    help: "A ticker (btc), a pair (BTC/EUR) or an id; '-' reads 'add ETH' and 'remove BTC' from stdin.",
                    isOptional: true, repeats: true, completion: .symbol)
            ], \.sources, .watched),
        options: own + StreamEnds.options(in: \.ends, of: "symbol") + tail + CommonOptions.options(in: \.common),
        make: { WatchRequest() }, validate: { request throws(OptionProblem) in try request.validate() })

    private static let own: [Option<WatchRequest>] = [
        .value(
            "top", \.top, .wholeNumber(from: 1), valueName: "n",
            help: "The first n of the list, kept in step with it every minute.")
    ]

    private static let tail: [Option<WatchRequest>] = [
        .value(
            "on-change", \.onChange, .percent, valueName: "pct",
            help: "Only rows whose price moved that far from the last one printed."),
        .value(
            "candles", \.candles, .oneOf(CandleWidth.self), valueName: "width",
            help: "Rows of open, high, low and close instead of ticks.",
        ).known(as: "ohlc", "ohlcv"),
        .value(
            "poll", \.poll, .time(isPositive: true), valueName: "time",
            help: "Ask again this often instead of streaming.", default: "1m where there is no stream"),
    ]

    /// The symbols among the operands.
    var symbols: [Symbol] {
        sources.compactMap { if case .symbol(let symbol) = $0 { symbol } else { nil } }
    }

    /// Whether symbols come and go by lines of stdin.
    var readsInput: Bool { sources.contains(.input) }

    private func validate() throws(OptionProblem) {
        try common.validate()
        try ends.validate()
        if sources.isEmpty, top == nil, !common.asksForHelp { throw "missing argument '<symbol>'" }
        if candles != nil, ends.interval != nil || onChange != nil {
            let other = ends.interval == nil ? "on-change" : "interval"
            throw "\(option: "candles") and \(option: other) do not go together"
        }
    }
}

/// An operand of `watch`.
enum WatchOperand: Sendable, Equatable {
    case symbol(Symbol)
    /// `-`: lines of stdin.
    case input
}

extension ValueParser<WatchOperand> {
    /// A symbol, or `-`.
    fileprivate static var watched: ValueParser {
        ValueParser<Symbol>.symbol.map { symbol in symbol.description == "-" ? .input : .symbol(symbol) }
    }
}

extension ValueParser<ExactDecimal> {
    /// A share in percent: `0.5` or `0.5%`, above 0.
    static var percent: ValueParser {
        ValueParser { (text) throws(ValueError) in
            let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
            guard let share = ExactDecimal(digits), share > 0 else {
                throw ValueError("\(text.inQuotes) is no percentage above 0, as in 0.5")
            }
            return share
        }
    }
}
