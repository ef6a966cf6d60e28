/// Gathers a list that comes in pages until the query has what it wants or the list ends.
struct PageCollector {
    private let query: ListQuery
    /// The rows of a full page.
    private let size: Int
    private let provider: String
    /// Whether no row at all is an answer.
    private let mayBeEmpty: Bool
    private var whole = ListAnswer(quotes: [])
    private var seen: Set<String> = []
    private var wanted = 0
    private var hasEnded = false
    /// How many pages came.
    private(set) var count = 0

    init(query: ListQuery, size: Int, provider: String, mayBeEmpty: Bool = false) {
        self.query = query
        self.size = size
        self.provider = provider
        self.mayBeEmpty = mayBeEmpty
        // Room costs nothing until it is used, and growing costs a copy of all there is.
        whole.quotes.reserveCapacity(min(query.limit, 100 * size))
    }

    /// Takes the next page. Rows that have come before are left out: the list moves while it is read.
    ///
    /// A page that is not full ends the list, and so does one of nothing new: a server that knows no pages repeats itself.
    mutating func take(_ page: RowCollector<Quote>) throws(ProviderFailure) {
        guard page.count > 0 || count > 0 || mayBeEmpty else {
            throw ProviderFailure(provider, .invalidData("an empty list"))
        }
        let known = whole.quotes.count
        for quote in page.rows where seen.insert(quote.id ?? quote.symbol).inserted { whole.quotes.append(quote) }
        let new = whole.quotes[known...]
        whole.dropped.append(contentsOf: page.dropped.moved(by: count * size))
        if query.search == nil { wanted += query.isWanted.map { new.count(where: $0) } ?? new.count }
        hasEnded = page.count < size || new.isEmpty
        count += 1
    }

    /// A search's best matches may come last; what is merely counted is enough when it is as much as the limit.
    var needsMore: Bool { !hasEnded && (query.search != nil || wanted < query.limit) }

    /// What the query wants of all pages.
    var answer: ListAnswer { ListAnswer(quotes: query.pick(from: whole.quotes), dropped: whole.dropped) }
}
