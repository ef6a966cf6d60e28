import CommandLineKit
import Markets
import Platform
import Rendering

/// The arguments of `crypto price`.
struct PriceRequest: CommandRequest {
    var common = CommonOptions()
    /// The symbols, or `-` alone. The symbols of favorites or of stdin are set here once they are read.
    private(set) var symbols: [Symbol] = []
    var favorites = false
    /// What was read from stdin; nil if symbols are operands or favorites.
    var lines: PriceLines?
    /// The favorites, once they are read.
    var saved: FavoriteGroups?
    var past = PastOptions()
    var chart = false
    var candlesticks = false
    var overlay = false
    var consensus = ConsensusOptions()

    static let views: [View] = [
        View(
            shows: [
                "symbol", "name", "price", "currency", "change", "change_percent", "market_cap", "volume", "age",
                "provider",
            ], rows: { FieldTable<QuoteRow>.quotes($0).described }),
        View(
            when: ["consensus"],
            shows: ["symbol", "price", "currency", "sources", "deviation_percent", "dropped", "age", "provider"]),
        View(
            when: ["each"],
            shows: ["symbol", "provider", "price", "currency", "deviation_percent", "change_percent", "volume", "age"]),
        .groups,
        View(
            when: ["events"], listing: "crypto price --history 365d --events --fields help",
            rows: { _ in FieldTable.events.described }),
        View(
            when: ["history", "from", "at"], listing: "crypto price --history 7d --fields help",
            rows: { _ in FieldTable<Candle>.candles.described }),
    ]

    var conditions: [String: Bool] {
        [
            "consensus": consensus.isAsked, "each": consensus.each, "favorites-file": common.favoritesFiles != nil,
            "events": past.events, "history": !past.events && (isPast || lines?.firstDated != nil),
        ]
    }

    static let name = "price"
    static let overview = "Print current quotes in detail, past candles, or charts."
    var job: ProviderJob { isPast ? .history : .price }

    static let command = Command<PriceRequest>(
        name, overview: overview,
        discussion: CryptoTool.discussion(of: name),
        examples: CryptoTool.examples(of: name),
        synonyms: ["ticker", "get"],
        operands: .operands(
            [
                OperandInfo(
                    "symbol",
                    help:
                        "A ticker (btc), a pair (BTC/EUR, USD/SEK), an id (id:bitcoin), a stock (stock:AAPL), a token "
                        + "(eth:0x...) or a figure (global:market_cap); or '-' to read lines from stdin.",
                    repeats: true, completion: .symbol)
            ], \.symbols, as: .symbol),
        options: [
            .favorites(\.favorites),
            .favoritesFile(
                \.common.favoritesFiles, details: "It implies --favorites. Candles and events have no group."),
        ] + PastOptions.table.lifted(\.past)
            + [
                ChartOutput.option(
                    \.chart, each: "symbol", default: "30d", at: " A close is shown at the end of its candle."),
                .toggle("candlesticks", \.candlesticks, help: "Draw the chart as candles.").detailed(
                    CryptoTool.details("--candlesticks", of: "price")
                ).known(as: "candlestick").excluding("overlay"),
                .toggle("overlay", \.overlay, help: "Draw all symbols in one chart, in percent.").detailed(
                    CryptoTool.details("--overlay", of: "price")
                ).known(as: "compare"),
            ]
            + ConsensusOptions.table.lifted(\.consensus)
            + CommonOptions.options(in: \.common, isDrawing: true),
        essentials: ["favorites", "history", "candles", "at", "chart"] + CommonOptions.essentials,
        substitutes: CommonOptions.substitutesWithoutStream(["days": PastOptions.insteadOfDays]),
        sample: "BTC",
        make: { PriceRequest() },
        validate: { request throws(OptionProblem) in try request.validate() })

    private func validate() throws(OptionProblem) {
        if favorites || common.favoritesFiles != nil, !symbols.isEmpty {
            let option = favorites ? "favorites" : "favorites-file"
            throw .exclusion("\(option: option) takes no symbols", withOperands: true)
        }
        if readsInput {
            if symbols.count > 1 { throw OptionProblem("'-' takes no other symbols") }
            if common.once { throw .exclusion("\(option: "once") cannot be used with '-'", withOperands: true) }
        }
        let needsChart = candlesticks ? "candlesticks" : overlay ? "overlay" : nil
        if let needsChart, !chart { throw "\(option: needsChart) needs \(option: "chart")" }
        try past.validate(isHelp: common.asksForHelp)
        if let problem = symbols.lazy.compactMap(problem).first { throw problem }
        try common.validate()
    }

    /// What is said of a figure of the market whose past is asked for.
    static let noPast = "has only a current value: no past, no chart"

    /// Returns why a line has nothing of what is asked for, beside what holds for operands.
    private func lineProblem(of symbol: Symbol) -> OptionProblem? {
        if let option = past.eventOption, symbol.kinds(isFavorite: true) == [.fiat] { return .noStock(symbol, option) }
        return problem(of: symbol)
    }

    /// Returns why a symbol has nothing of what is asked for; nil if it may have.
    private func problem(of symbol: Symbol) -> OptionProblem? {
        if isPast, symbol.figure != nil { return "\(symbol) \(Self.noPast)" }
        guard let option = consensus.option else { return nil }
        if symbol.isID { return "\(option: option) needs tickers; \(symbol) is the id of a single provider" }
        if symbol.figure != nil {
            return "\(option: option) needs coins or stocks; \(symbol) is a figure of the market"
        }
        if symbol.kinds(isFavorite: false) == [.fiat] {
            return "\(option: option) needs coins or stocks; \(symbol) is quoted from exchange rates"
        }
        return nil
    }

    /// Whether the operand is `-`.
    private var readsInput: Bool { symbols.contains(where: \.isInput) }

    /// Whether a code of ISO 4217 means the currency: lists name what they hold.
    var hasCurrencies: Bool { favorites || lines != nil }

    /// Returns the request with the favorites or the lines of stdin as symbols, if it asks for them.
    private func complete(_ environment: Environment) throws(Failure) -> PriceRequest {
        var request = self
        if favorites || common.favoritesFiles != nil {
            let saved = try FavoriteGroups(common, environment)
            (request.saved, request.favorites, request.symbols) = (saved, true, try saved.operands())
            if let problem = request.symbols.lazy.compactMap(problem).first { throw Failure(problem, common.origins) }
        } else if readsInput {
            // What writes the lines takes its time.
            environment.armWatchdog(common.timeLimit(isStream: true))
            var lines = try PriceLines(environment) { [self] in lineProblem(of: $0)?.text(common.origins) }
            if lines.firstDated == nil, let option = optionOfAllLines, try !lines.readAll() {
                let most = PriceLines.mostAtOnce
                let problem = "reads at most \(most) lines of stdin; split them, as 'split -l \(most)' does"
                throw .option(option, problem: problem, common.origins)
            }
            try lines.firstDated.map { line throws(Failure) in try refuse(dateOf: line) }
            (request.symbols, request.lines) = (lines.lines.map(\.symbol), lines)
        }
        return request
    }

    /// Throws if an option has no meaning for lines with dates.
    private func refuse(dateOf line: PriceLines.Line) throws(Failure) {
        let given = [
            ("chart", chart), ("history", past.history != nil), ("from", past.from != nil), ("to", past.to != nil),
            ("candles", past.candles != nil), ("adjusted", past.adjusted), ("events", past.events),
        ].first(where: \.1)?.0
        guard let option = given ?? consensus.option else { return }
        throw .option(option, problem: "cannot be used with dates on stdin (line \(line.number))", common.origins)
    }

    /// The option that needs all lines before the first row is printed; nil if each page is printed on its own.
    private var optionOfAllLines: String? {
        guard isPast else { return consensus.option }
        let given = [
            ("chart", chart), ("events", past.events), ("history", past.history != nil), ("from", past.from != nil),
        ]
        return given.first(where: \.1)?.0 ?? "at"
    }

    /// Takes the symbols from the lines.
    mutating func takeSymbolsOfLines() { symbols = lines?.lines.map(\.symbol) ?? [] }

    /// Whether to print candles instead of quotes.
    var isPast: Bool { past.isAsked || chart }

    /// Creates an empty list of failures.
    func failures(_ context: RunContext) -> FailureList {
        FailureList(context, of: symbols, ofFavorites: favorites, lines: lines)
    }

    /// Runs `crypto price`.
    static func run(_ request: PriceRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        let request = try request.complete(environment)
        let status = try await rows(of: request, environment)
        // Nothing was asked for, so that nothing is missing.
        let isIdle = request.lines?.isEmpty == true && request.common.condition == nil
        return isIdle && status == .noMatch ? .success : status
    }

    /// Prints the rows of a complete request.
    private static func rows(
        of request: PriceRequest, _ environment: Environment
    ) async throws(Failure) -> ExitStatus {
        if request.lines?.firstDated != nil { return try await request.printMoments(environment) }
        if request.past.events { return try await request.printEvents(environment) }
        if request.isPast { return try await request.printPast(environment) }
        if request.consensus.option != nil {
            return try await ConsensusRun(request: request, environment: environment).run()
        }
        let invocation = try QuoteInvocation(
            request.common, request.onceQuestion, fields: .quotes(request.view()), environment,
            isStream: request.lines != nil)
        if request.lines != nil {
            let output = invocation.output
            var named: Set<String> = []
            return try await request.printPages(output, invocation.context, acceptsDates: false) {
                request throws(Failure) in
                var (rows, failures) = try await invocation.quotes(request.symbols, lines: request.lines)
                // A directive says nothing of lines.
                if request.common.outputFormat.isPriceDirective {
                    rows = rows.filter { output.isWanted($0) && named.insert($0.assetName).inserted }
                }
                return (rows, failures)
            }
        }
        let (rows, failures) = try await invocation.quotes(request.symbols, of: request.saved)
        return try await invocation.finish(rows, failures)
    }

    /// What the command line asks for. The favorites, which are in `symbols` too, may change.
    var onceQuestion: String { common.onceQuestion(favorites ? [] : symbols.map(\.canonical)) }
}
