/// Records when consecutive connections of a provider received messages and data, by a monotonic clock. It computes
/// how long each connection had data, and how long the gaps between connections are.
package struct ConnectionTimes: Sendable {
    /// False from the loss of a connection until the next one opens. Messages of a lost connection are ignored.
    private(set) var isOpen = false
    private var firstHeard: Duration?
    private(set) var lastHeard: Duration?
    private var data: (first: Duration, last: Duration)?
    /// The time of the last message of the last connection with data; nil if none was lost.
    private(set) var gapStart: Duration?
    /// True once any connection had data.
    package private(set) var hasData = false

    /// Creates a record without connections.
    package init() {}

    private init(isOpen: Bool, gapStart: Duration?, hasData: Bool) {
        (self.isOpen, self.gapStart, self.hasData) = (isOpen, gapStart, hasData)
    }

    /// Records that a connection opened.
    package mutating func open() {
        self = ConnectionTimes(isOpen: true, gapStart: gapStart, hasData: hasData)
    }

    /// Records a message, with or without data.
    package mutating func hear(at moment: Duration) {
        guard isOpen else { return }
        firstHeard = firstHeard ?? moment
        lastHeard = moment
    }

    /// Records data. Returns whether it is the first of the connection, and the length of the gap that it ends and the
    /// moment of its end: from the last message before the gap to the first one after it.
    package mutating func takeData(at moment: Duration) -> (isFirst: Bool, gap: Duration?, ended: Duration) {
        hasData = true
        guard isOpen else { return (false, nil, moment) }
        defer {
            data = (data?.first ?? moment, moment)
            gapStart = nil
        }
        let ended = firstHeard ?? moment
        return (data == nil, gapStart.map { ended - $0 }, ended)
    }

    /// Records that the connection was lost. Returns how long it had data. If the time of its last message is
    /// unknown, a gap begins now.
    package mutating func lose(at moment: Duration) -> Duration {
        defer {
            self = ConnectionTimes(
                isOpen: false, gapStart: data == nil ? gapStart : lastHeard ?? moment, hasData: hasData)
        }
        return data.map { $0.last - $0.first } ?? .zero
    }
}
