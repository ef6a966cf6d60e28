/// Counts the messages with changes of subscriptions that are sent on a connection, so that there are never more than
/// its provider takes.
struct ChangeBudget {
    private let limit: StreamRules.Changes?
    /// The moments of the messages that still count, oldest first.
    private var sent: [Duration] = []

    init(_ limit: StreamRules.Changes?) {
        self.limit = limit
    }

    /// Counts messages that are sent at a moment.
    mutating func count(_ messages: Int, at now: Duration) {
        if limit != nil { sent += Array(repeating: now, count: messages) }
    }

    /// Returns the moment from which a message may be sent; nil if it may be sent now.
    mutating func end(at now: Duration) -> Duration? {
        guard let limit else { return nil }
        sent.removeAll { $0 + limit.time <= now }
        // A change becomes one message or two: one for what is added and one for what is removed.
        return sent.count + 2 > limit.count ? sent[max(0, sent.count + 1 - limit.count)] + limit.time : nil
    }
}
