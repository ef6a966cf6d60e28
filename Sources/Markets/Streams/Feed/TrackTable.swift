/// A symbol on its way along a feed's chain of providers.
struct Track {
    let symbol: Symbol
    /// Where its ticks come from, or are about to.
    var link: Int?
    var market: TickMarket?
    /// Whether a market in one of the provider's own currencies was asked for, for want of one in that wanted.
    var isOwn = false
    var failures: [Int: ProviderFailure] = [:]
    /// Waits for another walk.
    var isWaiting = false
    /// Its stream has ended as it should.
    var isOver = false
}

/// The symbols of a feed in the order in which they were added, found by symbol and by market in constant time.
struct TrackTable {
    private struct Place: Hashable {
        let link: Int
        let market: String
    }

    private var tracks = KeyedList<Symbol, Track>()
    private var byMarket: [Place: Set<Symbol>] = [:]
    /// How many of a link's symbols have no market yet.
    private var unresolved: [Int: Int] = [:]
    private var waitingSymbols: Set<Symbol> = []
    /// How many of a link's symbols are over.
    private var over: [Int: Int] = [:]

    /// Whether nothing more is to come of any.
    var areOver: Bool { over.values.reduce(0, +) == tracks.count }
    /// The links whose streams have ended for symbols that are here.
    var linksOver: [Int] { over.filter { $0.value > 0 }.keys.sorted() }
    var all: [Track] { tracks.values }
    /// Those that wait for another walk.
    var waiting: [Track] { inOrder(waitingSymbols) }
    var hasWaiting: Bool { !waitingSymbols.isEmpty }

    /// The track of a symbol; setting it keeps its place.
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

    /// The symbols whose ticks come from a link's market.
    func tracks(of market: String, at link: Int) -> [Track] {
        inOrder(byMarket[Place(link: link, market: market)] ?? [])
    }

    /// All symbols of a link.
    func tracks(at link: Int) -> [Track] { tracks.values.filter { $0.link == link } }

    /// Whether a market of a link is wanted by any symbol.
    func isWanted(_ market: String, at link: Int) -> Bool { byMarket[Place(link: link, market: market)] != nil }

    /// Whether the name of a market is being found out at a link.
    func isResolving(at link: Int) -> Bool { unresolved[link, default: 0] > 0 }

    private func inOrder(_ symbols: Set<Symbol>) -> [Track] {
        symbols.sorted { tracks.precedes($0, $1) }.compactMap { tracks[$0] }
    }
}
