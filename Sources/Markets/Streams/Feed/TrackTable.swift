/// The state of a symbol in a feed's chain of providers.
struct Track {
    let symbol: Symbol
    /// The link that streams it, or of which it is requested.
    var link: Int?
    var market: TickMarket?
    /// True if a market in one of the provider's own currencies was requested, because there is none in the requested
    /// one.
    var isOwn = false
    var chain = ChainProgress()
    /// True if it waits for the next walk of the chain.
    var isWaiting = false
    /// True if its stream ended regularly.
    var isOver = false
}

/// The symbols of a feed in the order in which they were added, with lookup by symbol and by market in constant time.
struct TrackTable {
    private var tracks = KeyedList<Symbol, Track>()
    /// By link, and then by the name of the market.
    private var byMarket: [Int: [String: Set<Symbol>]] = [:]

    /// True if the streams of all symbols ended.
    var areOver: Bool { tracks.allSatisfy(\.isOver) }
    /// The links with symbols whose streams ended.
    var linksOver: [Int] { Set(tracks.values.filter(\.isOver).compactMap(\.link)).sorted() }
    /// The symbols that wait for the next walk of the chain.
    var waiting: [Track] { tracks.values.filter(\.isWaiting) }

    /// The track of a symbol. A new value keeps the place.
    subscript(symbol: Symbol) -> Track? {
        get { tracks[symbol] }
        set {
            let old = tracks[symbol]
            tracks[symbol] = newValue
            guard old?.link != newValue?.link || old?.market?.name != newValue?.market?.name else { return }
            if let link = old?.link, let market = old?.market?.name {
                byMarket[link]?[market]?.remove(symbol)
                if byMarket[link]?[market]?.isEmpty == true { byMarket[link]?[market] = nil }
            }
            if let link = newValue?.link, let market = newValue?.market?.name {
                byMarket[link, default: [:]][market, default: []].insert(symbol)
            }
        }
    }

    /// The symbols that get the ticks of a link's market.
    func tracks(of market: String, at link: Int) -> [Track] {
        let symbols = byMarket[link]?[market] ?? []
        return symbols.sorted { tracks.precedes($0, $1) }.compactMap { tracks[$0] }
    }

    /// All symbols of a link.
    func tracks(at link: Int) -> [Track] { tracks.values.filter { $0.link == link } }

    /// Returns true if any symbol needs a market of a link.
    func isWanted(_ market: String, at link: Int) -> Bool { byMarket[link]?[market] != nil }

    /// Returns true if a link has symbols without a market.
    func isResolving(at link: Int) -> Bool { tracks(at: link).contains { $0.market == nil } }
}
