/// Gathers a list that comes in pages, down to the query's depth or to the end of the list.
struct PageCollector {
    private let query: ListQuery
    /// The rows of a full page.
    private let size: Int
    private let provider: String
    /// Whether no row at all is an answer.
    private let mayBeEmpty: Bool
    private var whole = ListAnswer(quotes: [])
    private var seen: Set<String> = []
    private var hasEnded = false
    /// How many pages came.
    private var count = 0

    init(query: ListQuery, size: Int, provider: String, mayBeEmpty: Bool = false) {
        self.query = query
        self.size = size
        self.provider = provider
        self.mayBeEmpty = mayBeEmpty
        // Room costs nothing until it is used, and growing costs a copy of all there is.
        whole.quotes.reserveCapacity(min(rowsWanted, 100 * size))
    }

    /// Requests the pages until the list or the query's depth ends. `request` is given the number of pages before.
    ///
    /// After a full first page two are requested at a time, since to decode one takes as long as the other takes to
    /// arrive. If the list ends with the first of them, or that fails, the other one is not waited for.
    mutating func collect(
        _ request: @escaping @Sendable (Int) async throws(ProviderFailure) -> RowCollector<Quote>
    ) async throws(ProviderFailure) {
        try take(await request(0))
        while needsMore {
            let place = count
            guard rowsWanted - whole.quotes.count > size else {
                try take(await request(place))
                continue
            }
            async let next = Result(asking: { () throws(ProviderFailure) in try await request(place + 1) })
            try take(await request(place))
            guard needsMore else { return }
            try take(await next.get())
        }
    }

    private var rowsWanted: Int { query.depth.rows(inAnswersOf: size) }

    /// Takes the next page. Rows that have come before are left out: the list moves while it is read. So are those that
    /// the query does not want: a server that knows no pages sends all it has.
    ///
    /// A page that is not full ends the list, and so does one of nothing new: a server that knows no pages repeats
    /// itself.
    private mutating func take(_ page: RowCollector<Quote>) throws(ProviderFailure) {
        guard page.count > 0 || count > 0 || mayBeEmpty else {
            throw ProviderFailure(provider, .emptyList)
        }
        let known = whole.quotes.count
        whole.quotes.reserveCapacity(min(rowsWanted, known + page.rows.count))
        for quote in page.rows where whole.quotes.count < rowsWanted {
            if seen.insert(quote.id ?? quote.symbol).inserted { whole.quotes.append(quote) }
        }
        whole.dropped.append(contentsOf: page.dropped.moved(by: count * size))
        hasEnded = page.count < size || whole.quotes.count == known
        count += 1
    }

    /// Whether the list has more rows within the query's depth.
    private var needsMore: Bool { !hasEnded && whole.quotes.count < rowsWanted }

    /// What the query wants of all pages.
    var answer: ListAnswer {
        ListAnswer(quotes: query.pick(from: whole.quotes, inAnswersOf: size), dropped: whole.dropped)
    }
}
