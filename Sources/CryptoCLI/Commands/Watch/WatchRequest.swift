import CommandLineKit
import DecimalArithmetic
import Markets
import Rendering

/// The arguments of `crypto watch`.
struct WatchRequest: CommandRequest {
    var common = CommonOptions()
    /// The symbols as typed; `-` among them says that lines of stdin add and remove some.
    var operands: [Symbol] = []
    var favorites = false
    var holdings = false
    /// The favorites, once they are read, and the groups of the ticks, if they have any.
    var saved: FavoriteGroups?
    var groups: TickGroups?
    /// What the favorites hold, once they are read, and what it is worth.
    var owned: [Holding] = []
    var portfolio: LivePortfolio?
    var top: Int?
    var ends = StreamEnds()
    var onChange: ExactDecimal?
    var candles: CandleWidth?
    var poll: Duration?
    var gaps = false
    var stats = false
    var trend = false
    /// The gaps of the run, if they are rows.
    var gapLog: GapLog?

    static let views: [View] = [
        View(
            when: ["watch"], shows: ["time", "symbol", "price", "currency", "change_percent", "provider"],
            rows: { FieldTable<QuoteRow>.quotes($0).described }),
        // With the age where `price` has it.
        View(
            when: ["live"], isListed: false,
            shows: ["time", "symbol", "price", "currency", "change_percent", "age", "provider"]),
        .holdings, .groups,
        View(when: ["gaps"], shows: ["event", View.rest, "from", "seconds", "symbols", "reason", "missed"]),
        View(
            when: ["candles"], listing: "crypto watch --candles 1m --fields help",
            rows: { _ in FieldTable<Candle>.candles.described }),
    ]

    var conditions: [String: Bool] {
        [
            "watch": true, "holdings": holdings, "favorites-file": common.favoritesFiles != nil, "gaps": gaps,
            "candles": candles != nil,
        ]
    }

    static let name = "watch"
    static let overview = "Stream live ticks until stopped, or until a count, time or condition."
    var job: ProviderJob { .watch }

    static let command = Command<WatchRequest>(
        name, overview: overview,
        discussion: CryptoTool.discussion(of: name),
        examples: CryptoTool.examples(of: name),
        synonyms: ["stream", "live", "follow", "tail"],
        operands: .operands(
            [
                OperandInfo(
                    "symbol",
                    help:
                        "A ticker, pair (BTC/EUR), id, token or figure; '-' reads 'add ETH' and 'remove BTC' from stdin.",
                    repeats: true, completion: .symbol)
            ], \.operands, as: .symbol),
        options: own + StreamEnds.options(in: \.ends, of: "symbol") + tail
            + CommonOptions.options(
                in: \.common, without: ["once"], unfit: [.prometheus],
                format: "table on a terminal, else jsonl", examples: .ticks),
        essentials: [
            "favorites", "top", "count", "for", "until", "when", "exec", "candles", "format", "fields",
            "currency",
            "provider",
        ],
        substitutes: CommonOptions.substitutes(substitutes, watch: ""), sample: "BTC",
        make: { WatchRequest() }, validate: { request throws(OptionProblem) in try request.validate() })

    private static let substitutes: [String: String] = {
        let streams = "'crypto watch' streams without it"
        return [
            "watch": streams, "live": streams, "follow": streams, "stream": streams, "w": streams,
            "days": "'crypto price BTC --history 7d' prints past prices",
        ]
    }()

    private static let own: [Option<WatchRequest>] = [
        .favorites(\.favorites).excluding("top"),
        .favoritesFile(
            \.common.favoritesFiles,
            details: CryptoTool.details("--favorites-file", of: "watch")
        ).excluding("top"),
        .toggle("holdings", \.holdings, help: "Watch your favorites that have an amount, with value and gain.")
            .waivingOperands().known(as: "portfolio").excluding("favorites", "top", "candles"),
        .value(
            "top", \.top, as: .wholeNumber(from: 1), valueName: "n",
            help: "Watch the first n of the list in place of symbols."
        ).detailed("The list is brought up to date every minute.").waivingOperands(),
    ]

    private static let tail: [Option<WatchRequest>] = [
        .value(
            "on-change", \.onChange, as: .percent, valueName: "pct",
            help: "Print only rows whose price moved this far since the last one printed."),
        .value(
            "candles", \.candles, as: .width, valueName: "width",
            help: "Print candles of this width instead of ticks."
        ).detailed(CryptoTool.details("--candles", of: "watch")).known(as: "ohlc", "ohlcv").excluding(
            "interval", "on-change"),
        .value(
            "poll", \.poll, as: .time(isPositive: true), valueName: "time",
            help: "Ask again at this interval instead of streaming.", default: "1m for providers without a stream"),
        .toggle("gaps", \.gaps, help: "Print a row for each gap of the stream, too.").detailed(
            CryptoTool.details("--gaps", of: "watch")
        ).excluding("candles", way: "the field complete of a candle says what was not seen"),
        .toggle("stats", \.stats, help: "Print figures of the stream on stderr, at its end and on USR1.").detailed(
            CryptoTool.details("--stats", of: "watch")),
        .toggle("trend", \.trend, help: "In the table on a terminal draw the last minutes of each row.").detailed(
            CryptoTool.details("--trend", of: "watch")
        ).known(as: "sparkline"),
    ]

    /// The symbols among the operands.
    var symbols: [Symbol] { operands.filter { !$0.isInput } }

    /// Whether lines of stdin add and remove symbols.
    var readsInput: Bool { operands.contains(where: \.isInput) }

    /// What the run waits for before it connects; nil if symbols are named.
    var idleState: String? {
        guard symbols.isEmpty else { return nil }
        return top == nil ? "waiting for symbols on stdin" : "waiting for the list"
    }

    /// Whether a column of the rows needs the price of a day ago.
    var showsChange: Bool {
        candles == nil && !Set(common.fields ?? view().names).isDisjoint(with: ["open", "change", "change_percent"])
    }

    /// Returns the request with the symbols that it takes from the favorites file.
    func withFavorites(_ environment: Environment) throws(Failure) -> WatchRequest {
        guard favorites || holdings || common.favoritesFiles != nil else { return self }
        var request = self
        let saved = try FavoriteGroups(common, environment)
        (request.saved, request.favorites) = (saved, !holdings)
        if holdings {
            request.owned = try saved.holdings()
            request.operands = request.owned.map(\.symbol).withoutRepeats
        } else {
            request.operands += try saved.operands()
        }
        return request
    }

    private func validate() throws(OptionProblem) {
        try common.validate()
        if common.offline { throw CommonOptions.noStream("offline") }
        if common.staleIfError != nil { throw CommonOptions.noStream("stale-if-error") }
        // Lines of stdin may change what any of them chose, but not what is held.
        let views = [
            (holdings, "holdings"), (favorites, "favorites"), (top != nil, "top"),
            (common.favoritesFiles != nil, "favorites-file"),
        ]
        if let (_, set) = views.first(where: \.0), !symbols.isEmpty || holdings && readsInput {
            throw .exclusion("\(option: set) takes no symbols", withOperands: true)
        }
    }
}

extension ValueParser<ExactDecimal> {
    /// A percentage above 0: `0.5` or `0.5%`.
    static var percent: ValueParser {
        ValueParser { (text) throws(ValueError) in
            guard let share = ExactDecimal(percent: text), share > 0 else {
                throw ValueError("\(text.inQuotes) is not a percentage above 0, as in 0.5")
            }
            return share
        }
    }
}

extension ExactDecimal {
    fileprivate init?(percent text: String) {
        self.init(text.hasSuffix("%") ? text.dropLast() : text[...])
    }

    /// Returns one spelling of all texts that mean the same percentage.
    static func percentSpelling(_ text: String) -> String { ExactDecimal(percent: text)?.description ?? text }
}
