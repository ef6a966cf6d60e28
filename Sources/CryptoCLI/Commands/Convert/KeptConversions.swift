import Markets
import Platform

/// The conversions of a run. A long run requests prices and rates again as often as the providers publish them, every
/// five minutes for services. If that fails, the last conversion is used again; each has the time of its rates.
struct KeptConversions {
    private typealias Pair = ConversionBook.Pair

    /// The limit of pairs that are remembered, so that memory is bounded for any input.
    private static let mostPairs = 10_000

    private let session: Session
    private let day: GivenDate?
    private let prices: ProviderChain
    private let rates: RateChain
    private let refreshInterval: Duration
    private var book: ConversionBook
    private var bookTime: Duration
    /// The results of the book.
    private var current: [Pair: Result<ShownConversion, Failure>] = [:]
    /// The codes as typed, for messages.
    private var words: [String] = []
    /// The last good results.
    private var kept: [Pair: ShownConversion] = [:]

    /// The clock for ages. All providers of a run have the same.
    var now: Timestamp { rates.links[0].client.now() }
    /// The moment for which rates are stale or not: the day of the rates, or now.
    var moment: Timestamp { day?.last ?? now }
    /// True if rates are to be requested again, so that earlier conversions may be out of date.
    var isDue: Bool { session.environment.time.elapsed() - bookTime >= refreshInterval }

    /// Conversions by these prices and by the rates of the options, of the present or of a day. Rates that are `known`
    /// are not requested again at first. No request is made.
    init(
        _ session: Session, at day: GivenDate? = nil, prices: ProviderChain, known: ExchangeRates? = nil
    ) throws(Failure) {
        (self.session, self.day) = (session, day)
        var (prices, rates) = (prices, session.providers.rateChain())
        try Failure.refuseFuture(day, of: "at", now: rates.links[0].client.now(), session.common.origins)
        if let day {
            let start = Timestamp(seconds: CandleWidth.day.start(of: day.first))
            prices.links = prices.links.map {
                .init(name: $0.name, client: $0.client.past(of: $0.name, from: start, to: day.last))
            }
            rates.links = rates.links.map { .init(name: $0.name, client: $0.client.past(of: $0.name, on: day.last)) }
            refreshInterval = .seconds(365 * 86_400)
        } else {
            refreshInterval = rates.links.map(\.client.refreshInterval).min() ?? .seconds(300)
        }
        (self.prices, self.rates) = (prices, rates)
        book = ConversionBook(prices: prices, rates: known ?? ExchangeRates(rates))
        bookTime = session.environment.time.elapsed()
    }

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
        return pairs.map { $0.flatMap(result) }
    }

    /// Returns the conversion of each pair. What they need is requested together.
    mutating func conversions(_ pairs: [ConversionBook.Pair]) async -> [Result<ShownConversion, Failure>] {
        if isDue || current.count >= Self.mostPairs {
            book = ConversionBook(prices: prices, rates: ExchangeRates(rates))
            (bookTime, current) = (session.environment.time.elapsed(), [:])
        }
        let missing = pairs.filter { current[$0] == nil }
        for (pair, result) in zip(missing, await book.conversions(missing)) {
            current[pair] = keeping(checked(result, of: pair), of: pair)
        }
        return pairs.map(result)
    }

    private func result(of pair: Pair) -> Result<ShownConversion, Failure> {
        current[pair] ?? .failure(Failure(.defect, "a conversion was not looked for"))
    }

    /// The conversion after its notices, or the failure that they are under `--strict`.
    private func checked(
        _ result: Result<Conversion, ConversionBook.Missing>, of pair: Pair
    ) -> Result<Conversion, Failure> {
        for line in [pair.from, pair.to].compactMap({ book.ambiguous[$0]?.ambiguity }) {
            if session.common.strict { return .failure(Failure(.unknownName, "ambiguous symbol: \(line)")) }
            session.notices.sayOnce(line)
        }
        return result.mapError { missing in
            Failure(
                missing, providers: prices.links.map(\.name), named: session.common.providers,
                day: day.map { $0.last.day }, words: words)
        }.flatMap { session.notices.reviewed($0, at: moment).mapError { Failure($0) } }
    }

    /// The result, or the last good one if it is a failure.
    private mutating func keeping(
        _ result: Result<Conversion, Failure>, of pair: Pair
    ) -> Result<ShownConversion, Failure> {
        if case .failure(let failure) = result, let last = kept[pair] {
            session.notices.say("\(failure.message); using the rate of \(last.conversion.time ?? now)")
            return .success(last)
        }
        let shown = result.map { ShownConversion($0) }
        kept[pair] = try? shown.get()
        return shown
    }
}
