package import DecimalArithmetic
package import Platform

/// A part of the day of a stock exchange.
package enum TradingSession: String, Sendable, Hashable, CaseIterable {
    /// Trades before the market opens.
    case pre
    /// The market is open.
    case regular
    /// Trades after the market closed.
    case post
    /// No trades.
    case closed
}

extension TradingSession {
    /// Whether trades are outside of the regular hours.
    package var isExtended: Bool { self == .pre || self == .post }

    /// Reads the words of a service, of which the letters count only: `Pre-Market`, `After Hours`, `Market Open`,
    /// `POST_MKT`. Nil for others.
    package init?(words: String) {
        let letters = String(decoding: words.lowercased().utf8.filter { (0x61...0x7A).contains($0) }, as: UTF8.self)
        switch letters {
        case "premarket", "premkt": self = .pre
        case "open", "marketopen", "regmkt": self = .regular
        case "afterhours", "postmarket", "postmkt": self = .post
        case "closed", "marketclosed": self = .closed
        default: return nil
        }
    }
}

/// A trade before the market opens or after it closed.
package struct ExtendedTrade: Sendable, Hashable {
    /// Its price, in the currency of the quote.
    package var price: Number
    /// 100 × (`price` − regular price) ÷ regular price; nil if there is no regular price.
    package var changePercent: Number?
    /// The time of the trade; nil if the provider sends none.
    package var time: Timestamp?

    /// Creates a trade. Each parameter sets the property of the same name.
    package init(price: Number, changePercent: Number? = nil, time: Timestamp? = nil) {
        (self.price, self.changePercent, self.time) = (price, changePercent, time)
    }
}

extension Quote {
    /// Sets the session and its newest trade, which counts only in a session outside of the regular hours. The change
    /// is counted from the regular price, never taken from the provider: some send that of the day before.
    package mutating func setSession(_ session: TradingSession?, price sent: Number?, at time: Timestamp?) {
        self.session = session
        guard session?.isExtended == true, let sent = sent?.aboveZero else { return }
        let change = price.flatMap { close in try? (sent.value - close.value).percentage(of: close.value) }
        extended = ExtendedTrade(price: sent, changePercent: change.map(Number.init), time: time)
    }
}
