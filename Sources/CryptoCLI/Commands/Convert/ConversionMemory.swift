import Markets
import Platform

/// The conversions of a run. A long run requests prices and rates again as often as the providers publish them, every
/// five minutes for services. If that fails, the last conversion is used again; each has the time of its rates.
struct ConversionMemory {
    private typealias Pair = ConversionBook.Pair

    /// The limit of pairs that are remembered, so that memory is bounded for any input.
    private static let mostPairs = 10_000

    private let context: RunContext
    private let day: GivenDate?
    /// The providers of prices. For a moment there is one chain for each width of candles that may contain it, the
    /// finest first.
    private let prices: [ProviderChain]
    /// The same for the prices of tokens; empty if those have no providers of their own.
    private let tokens: [ProviderChain]
    private let rates: RateChain
    private let refreshInterval: Duration
    /// One for each chain of prices.
    private var books: [ConversionBook]
    private var bookTime: Duration
    /// The results of the book.
    private var current: [Pair: Result<Conversion, Failure>] = [:]
    /// Those that rows show, with the ages of the moment at which a row first did.
    private var shown: [Pair: ShownConversion] = [:]
    /// The codes as typed, for messages.
    private var words: [String] = []
    /// The last good results.
    private var lastGood: [Pair: Conversion] = [:]

    /// The clock for ages. All providers of a run have the same.
    private var now: Timestamp { rates.links[0].client.now() }
    /// Returns the moment for which rates are stale or not: the day of the rates, or now.
    private func moment(_ now: Timestamp) -> Timestamp { day?.last ?? now }
    /// Whether rates are to be requested again, so that earlier conversions may be out of date.
    private var isDue: Bool { context.environment.time.elapsed() - bookTime >= refreshInterval }

    /// Conversions by these prices and by the rates of the options, of the present or of a day. Rates that are `known`
    /// are not requested again at first. No request is made.
    init(
        _ context: RunContext, at day: GivenDate? = nil, prices: ProviderChain, tokens: ProviderChain? = nil,
        known: ExchangeRates? = nil
    ) throws(Failure) {
        (self.context, self.day) = (context, day)
        var rates = context.providers.rateChain()
        try Failure.refuseFuture(day, of: "at", now: rates.links[0].client.now(), context.common.origins)
        if let day {
            let widths = day.isDay ? [.day] : CandleWidth.ofMoments
            self.prices = widths.map { prices.past(at: day.last, $0) }
            self.tokens = tokens.map { tokens in widths.map { tokens.past(at: day.last, $0) } } ?? []
            rates.links = rates.links.map { $0.asking($0.client.past(of: $0.name, on: day.last)) }
            refreshInterval = .seconds(365 * 86_400)
        } else {
            (self.prices, self.tokens) = ([prices], tokens.map { [$0] } ?? [])
            refreshInterval = rates.links.map(\.client.refreshInterval).min() ?? .seconds(300)
        }
        self.rates = rates
        let known = known ?? ExchangeRates(rates)
        books = Self.books(self.prices, self.tokens, known, at: day?.last)
        bookTime = context.environment.time.elapsed()
    }

    private static func books(
        _ prices: [ProviderChain], _ tokens: [ProviderChain], _ rates: ExchangeRates, at moment: Timestamp?
    ) -> [ConversionBook] {
        prices.indices.map { index in
            ConversionBook(
                prices: prices[index], tokens: tokens.isEmpty ? nil : tokens[index], rates: rates, at: moment)
        }
    }

    /// Begins lines that were read at once. Their ages are those of one moment, and so are their rates, unless new ones
    /// become due among them.
    mutating func beginLines() { shown = [:] }

    /// Returns the conversions from the first of the codes to each of the others. What they need is requested together.
    mutating func conversions(of codes: [String]) async -> [Result<ShownConversion, Failure>] {
        words = codes
        let pairs = codes.dropFirst().map { target in
            Result { () throws(Failure) in
                Pair(
                    from: try Failure.currency(codes[0], among: codes), to: try Failure.currency(target, among: codes))
            }
        }
        _ = await conversions(pairs.compactMap { try? $0.get() })
        let now = now
        return pairs.map { $0.flatMap { shown($0, at: now) } }
    }

    /// Returns the conversion of each pair. What they need is requested together.
    mutating func conversions(_ pairs: [ConversionBook.Pair]) async -> [Result<Conversion, Failure>] {
        if isDue || current.count >= Self.mostPairs {
            let rates = ExchangeRates(rates)
            books = Self.books(prices, tokens, rates, at: day?.last)
            (bookTime, current, shown) = (context.environment.time.elapsed(), [:], [:])
        }
        var missing = pairs.filter { current[$0] == nil }
        for index in books.indices where !missing.isEmpty {
            var open: [ConversionBook.Pair] = []
            for (pair, result) in zip(missing, await books[index].conversions(missing)) {
                if index < books.count - 1, result.mayHaveWider {
                    open.append(pair)
                } else {
                    let quotes = [pair.from, pair.to].compactMap { books[index].quotes[$0] }
                    current[pair] = keeping(checked(result, of: pair, quotes), of: pair)
                    if case .success = result { for quote in quotes { await reportDistant(quote) } }
                    if index > 0, index == books.count - 1, case .success = result { reportWidth(of: pair) }
                }
            }
            missing = open
        }
        return pairs.map(result)
    }

    /// Reports that the prices of a moment are closes of a day.
    private func reportWidth(of pair: ConversionBook.Pair) {
        guard let day, let coin = [pair.from, pair.to].first(where: { !$0.isFiat }) else { return }
        context.notices.reportWidth(of: coin.code, .day, at: day.first)
    }

    /// Reports the price of a coin that is far from the last known one.
    private func reportDistant(_ quote: Quote) async {
        guard day == nil, let symbol = try? Symbol(quote.symbol) else { return }
        await context.reportDistant(
            quote, of: symbol, among: [symbol], of: prices[0].links.compactMap(\.provider),
            in: CurrencyChoice(quote.currency))
    }

    private func result(of pair: Pair) -> Result<Conversion, Failure> {
        current[pair] ?? .failure(Failure(.defect, "a conversion was not looked for"))
    }

    private mutating func shown(_ pair: Pair, at now: Timestamp) -> Result<ShownConversion, Failure> {
        if let known = shown[pair] { return .success(known) }
        return result(of: pair).map { conversion in
            let new = ShownConversion(conversion, now: now, moment: moment(now), isPast: day != nil)
            shown[pair] = new
            return new
        }
    }

    /// The conversion after its notices, or the failure that they are under `--strict`.
    private func checked(
        _ result: Result<Conversion, ConversionBook.Missing>, of pair: Pair, _ quotes: [Quote]
    ) -> Result<Conversion, Failure> {
        for line in quotes.compactMap(\.ambiguity) {
            if context.common.strict { return .failure(Failure(.unknownName, "ambiguous symbol: \(line)")) }
            context.notices.sayOnce(line)
        }
        if day != nil, case .success = result {
            // The market of a past price is the ticker that it was asked for by.
            for quote in quotes {
                guard let rename = quote.market.flatMap({ CoinRename(of: $0) }), rename.new == quote.symbol else {
                    continue
                }
                context.notices.sayOnce(rename.wordsOfPrice)
            }
        }
        return result.mapError { missing in
            Failure(
                missing, providers: prices[0].links.map(\.name), named: context.common.providers,
                day: day.map { $0.isDay ? $0.last.day : $0.last.description }, words: words, in: context.table)
        }.flatMap { conversion in
            context.notices.reviewed(conversion, at: moment(now), isPast: day != nil)
                .mapError { Failure($0, in: context.table) }
        }
    }

    /// The result, or the last good one if it is a failure.
    private mutating func keeping(
        _ result: Result<Conversion, Failure>, of pair: Pair
    ) -> Result<Conversion, Failure> {
        if case .failure(let failure) = result, let last = lastGood[pair] {
            context.notices.say("\(failure.message); using the rate of \(last.time ?? now)")
            return .success(last)
        }
        lastGood[pair] = try? result.get()
        return result
    }
}

extension ProviderChain {
    /// Returns the same providers with the closes of the candles of a width that contain a moment as their prices.
    fileprivate func past(at moment: Timestamp, _ width: CandleWidth) -> ProviderChain {
        var chain = self
        chain.links = links.map {
            $0.asking($0.client.past(of: $0.name, at: moment, width: width))
        }
        return chain
    }
}

extension Result<Conversion, ConversionBook.Missing> {
    /// Whether wider candles may have what is missing.
    fileprivate var mayHaveWider: Bool {
        guard case .failure(let missing) = self else { return false }
        return missing.causes.flatMap(\.members).contains { $0.has(.wider) }
    }
}
