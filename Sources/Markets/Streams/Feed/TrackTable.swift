/// The state of a symbol in a feed's chain of providers.
struct Track {
    let symbol: Symbol
    /// The link that streams it, or is asked for it.
    var link: Int?
    var market: TickMarket?
    /// True if a market in one of the provider's own currencies was requested, because there is none in the requested
    /// one.
    var isOwn = false
    var failures: [Int: ProviderFailure] = [:]
    /// True if it waits for the next walk of the chain.
    var isWaiting = false
    /// True if its stream ended regularly.
    var isOver = false
}

/// The symbols of a feed in the order in which they were added, with lookup by symbol and by market in constant time.
struct TrackTable {
    private struct Place: Hashable {
        let link: Int
        let market: String
    }

    private var tracks = KeyedList<Symbol, Track>()
    private var byMarket: [Place: Set<Symbol>] = [:]
    /// The number of symbols of each link without a market.
    private var unresolved: [Int: Int] = [:]
    private var waitingSymbols: Set<Symbol> = []
    /// The number of symbols of each link whose streams ended.
    private var over: [Int: Int] = [:]

    /// True if the streams of all symbols ended.
    var areOver: Bool { over.values.reduce(0, +) == tracks.count }
    /// The links with symbols whose streams ended.
    var linksOver: [Int] { over.filter { $0.value > 0 }.keys.sorted() }
    var all: [Track] { tracks.values }
    /// The symbols that wait for the next walk of the chain.
    var waiting: [Track] { inOrder(waitingSymbols) }
    var hasWaiting: Bool { !waitingSymbols.isEmpty }

    /// The track of a symbol. A new value keeps the place.
    subscript(symbol: Symbol) -> Track? {
        get { tracks[symbol] }
        set {
            if let old = tracks[symbol] { count(old, isThere: false) }
            tracks[symbol] = newValue
            if let newValue { count(newValue, isThere: true) }
        }
    }

    private mutating func count(_ track: Track, isThere: Bool) {
        if !isThere {
            waitingSymbols.remove(track.symbol)
        } else if track.isWaiting {
            waitingSymbols.insert(track.symbol)
        }
        guard let link = track.link else { return }
        if track.isOver { over[link, default: 0] += isThere ? 1 : -1 }
        guard let market = track.market else {
            unresolved[link, default: 0] += isThere ? 1 : -1
            return
        }
        let place = Place(link: link, market: market.name)
        if isThere {
            byMarket[place, default: []].insert(track.symbol)
        } else {
            byMarket[place]?.remove(track.symbol)
            if byMarket[place]?.isEmpty == true { byMarket[place] = nil }
        }
    }

    /// The symbols that get the ticks of a link's market.
    func tracks(of market: String, at link: Int) -> [Track] {
        inOrder(byMarket[Place(link: link, market: market)] ?? [])
    }

    /// All symbols of a link.
    func tracks(at link: Int) -> [Track] { tracks.values.filter { $0.link == link } }

    /// Returns true if any symbol needs a market of a link.
    func isWanted(_ market: String, at link: Int) -> Bool { byMarket[Place(link: link, market: market)] != nil }

    /// Returns true if a link has symbols without a market.
    func isResolving(at link: Int) -> Bool { unresolved[link, default: 0] > 0 }

    private func inOrder(_ symbols: Set<Symbol>) -> [Track] {
        symbols.sorted { tracks.precedes($0, $1) }.compactMap { tracks[$0] }
    }
}
