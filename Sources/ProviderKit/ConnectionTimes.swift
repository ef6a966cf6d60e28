/// When a provider's connections, one after the other, were heard and brought data, by a clock that never goes back: for how
/// long each one did, and how long the gaps between them are.
package struct ConnectionTimes: Sendable {
    /// False from the moment a connection is lost to the next one's opening: what still comes of it does not count.
    private var isOpen = false
    private var firstHeard: Duration?
    private var lastHeard: Duration?
    private var data: (first: Duration, last: Duration)?
    /// When the last connection that brought data was heard last; nil where none is lost.
    private var gapStart: Duration?

    /// No connection yet.
    package init() {}

    /// A connection is open.
    package mutating func open() {
        self = ConnectionTimes(gapStart: gapStart)
    }

    private init(gapStart: Duration?) {
        isOpen = true
        self.gapStart = gapStart
    }

    /// A message came, of data or not.
    package mutating func hear(at moment: Duration) {
        guard isOpen else { return }
        firstHeard = firstHeard ?? moment
        lastHeard = moment
    }

    /// Data came. Returns whether it is the connection's first, and the length of the gap that it ends: from the last
    /// message received to the first one after it.
    package mutating func takeData(at moment: Duration) -> (isFirst: Bool, gap: Duration?) {
        guard isOpen else { return (false, nil) }
        defer {
            data = (data?.first ?? moment, moment)
            gapStart = nil
        }
        return (data == nil, gapStart.map { (firstHeard ?? moment) - $0 })
    }

    /// The connection is gone; for how long it brought data. Where it is not known when it was heard last, a gap begins
    /// now.
    package mutating func lose(at moment: Duration) -> Duration {
        defer { self = ConnectionTimes(lostAt: data == nil ? gapStart : lastHeard ?? moment) }
        return data.map { $0.last - $0.first } ?? .zero
    }

    private init(lostAt: Duration?) {
        gapStart = lostAt
    }
}
