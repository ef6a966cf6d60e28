import Markets
import Platform

/// The conversions of a run that may last: looked up again as often as its providers publish, five minutes for services
/// (REQUIREMENTS C2). Where that fails or brings no value, the ones before stand (C4, C7); each carries the time of its
/// rates.
struct HeldConversions {
    private typealias Pair = ConversionBook.Pair

    /// No input names more pairs in earnest; what was learnt of so many is forgotten, so that memory has a bound.
    private static let mostPairs = 10_000

    private let session: Session
    private let day: GivenDate?
    private var book: ConversionBook
    private var bookTime: Duration
    /// Since the book was opened.
    private var current: [Pair: Result<ShownConversion, Failure>] = [:]
    /// The last good ones.
    private var held: [Pair: ShownConversion] = [:]

    /// Conversions by the providers that the options name, else by the default chains, of the present or of a day; asks
    /// nothing.
    init(_ session: Session, at day: GivenDate?) throws(Failure) {
        (self.session, self.day) = (session, day)
        book = try ConversionBook(session, at: day)
        try Failure.refuseFuture(day, of: "at", now: book.now(), session.common.origins)
        bookTime = session.environment.time.elapsed()
    }

    /// The clock that ages are measured by.
    var now: Timestamp { book.now() }
    /// The moment that rates are old at.
    var moment: Timestamp { book.moment() }

    /// Whether the time has come to look rates up again, so that conversions given out before may no longer stand.
    var isDue: Bool { session.environment.time.elapsed() - bookTime >= book.refreshInterval }

    /// The ways from the first of the codes to each of the others, or why there is none; what they need is asked for
    /// together.
    mutating func conversions(of codes: [String]) async -> [Result<ShownConversion, Failure>] {
        if isDue || current.count >= Self.mostPairs { openNewBook() }
        let pairs = codes.dropFirst().map { target in
            Result { () throws(Failure) in
                Pair(from: try Failure.currency(codes[0]), to: try Failure.currency(target))
            }
        }
        let missing = pairs.compactMap { try? $0.get() }.filter { current[$0] == nil }
        for (pair, result) in zip(missing, await book.conversions(missing)) {
            current[pair] = keeping(result, of: pair)
        }
        return pairs.map { pair in
            pair.flatMap { pair in current[pair] ?? .failure(Failure(.defect, "a conversion was not looked for")) }
        }
    }

    /// The result, or where it is a failure the last good one.
    private mutating func keeping(
        _ result: Result<Conversion, Failure>, of pair: Pair
    ) -> Result<ShownConversion, Failure> {
        switch result {
        case .success(let conversion):
            let shown = ShownConversion(conversion)
            held[pair] = shown
            return .success(shown)
        case .failure(let failure):
            guard let shown = held[pair] else { return .failure(failure) }
            session.notice("\(failure.message); the rate of \(shown.conversion.time ?? now) is kept")
            return .success(shown)
        }
    }

    private mutating func openNewBook() {
        guard let book = try? ConversionBook(session, at: day) else { return }
        (self.book, bookTime, current) = (book, session.environment.time.elapsed(), [:])
    }
}
