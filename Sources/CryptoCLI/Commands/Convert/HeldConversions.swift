import Markets
import Platform

/// The conversions of a run that may last: looked up again as often as its
/// providers publish, five minutes for services (REQUIREMENTS C2). Where that fails or
/// brings no value, the ones before stand (C4, C7); each carries the time of its rates.
struct HeldConversions {
    private struct Pair: Hashable {
        let from: Currency
        let to: Currency
    }

    private let session: Session
    private var book: ConversionBook
    private var bookTime: Duration
    /// Since the book was opened.
    private var current: [Pair: Result<Conversion, Failure>] = [:]
    /// The last good ones.
    private var held: [Pair: Conversion] = [:]

    /// Conversions by the providers that the options name, else by the default chains; asks nothing.
    init(_ session: Session) throws(Failure) {
        self.session = session
        book = try ConversionBook(session)
        bookTime = session.environment.time.elapsed()
    }

    /// The clock that ages are measured by.
    var now: Timestamp { book.now() }

    /// The way between two codes, or why there is none.
    mutating func conversion(from: Currency, to: Currency) async -> Result<Conversion, Failure> {
        let pair = Pair(from: from, to: to)
        refreshIfDue()
        if let result = current[pair] { return result }
        var result = await book.conversion(from: from, to: to)
        switch result {
        case .success(let conversion): held[pair] = conversion
        case .failure(let failure):
            if let conversion = held[pair] {
                session.notice("\(failure.message); the rate of \(conversion.time ?? now) is kept")
                result = .success(conversion)
            }
        }
        current[pair] = result
        return result
    }

    private mutating func refreshIfDue() {
        let elapsed = session.environment.time.elapsed()
        guard elapsed - bookTime >= book.refreshInterval, let book = try? ConversionBook(session) else { return }
        (self.book, bookTime, current) = (book, elapsed, [:])
    }
}
