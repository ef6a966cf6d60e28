import Platform

/// The session of an exchange. The word `curmktstatus` may stay `REG_MKT` at night, and `POST_MKT` after the last
/// session of a day.
extension CNBC {
    /// The longest time from the first trade of an exchange's regular hours to the last one, in seconds.
    private static let longestDay: Int64 = 9 * 3600

    /// Returns the session by the hours of the exchange, the time of the last trade, and the word for it, which alone
    /// says nothing; nil if the word is unknown. `extended` is the time of the last trade outside of the regular hours.
    ///
    /// Only the hours of the United States are known. Elsewhere the market is open if the word says so and the last
    /// trade is of the day.
    static func session(
        of symbol: String, _ word: TradingSession?, last: Timestamp?, extended: Timestamp?, at now: Timestamp
    ) -> TradingSession? {
        guard let word else { return nil }
        let clock = isInDollars(symbol) ? now.newYorkSession : word
        if clock == .closed || word == .closed { return .closed }
        switch (clock, word) {
        case (.regular, .regular):
            // Rows of an open market have a time of day. Without a time, nothing contradicts the word.
            guard let last else { return word }
            return !last.isDay && now.wholeSeconds(since: last) < longestDay ? .regular : .closed
        // An index is computed in the regular hours only.
        case (_, .regular): return symbol.hasPrefix(".") ? .closed : clock
        // After the last session of a day the word stays, and the times become days.
        case (_, .post) where last?.isDay == true || extended?.isDay == true: return .closed
        // On some days the market closes early.
        case (.regular, .post): return .post
        default: return clock
        }
    }
}

extension Timestamp {
    /// The session of the exchanges of New York by their hours: from 04:00, 09:30 and 16:00 to 20:00 on weekdays.
    /// Their holidays are not known.
    fileprivate var newYorkSession: TradingSession {
        // In New York it may still be the day before.
        let days = [self, advanced(bySeconds: -86_400)].compactMap { Timestamp(day: $0.day) }
        for day in days where day.isWeekday {
            func begins(_ hours: Int64, _ minutes: Int64 = 0) -> Bool {
                day.advanced(bySeconds: hours * 3600 + minutes * 60).readAsNewYorkTime <= self
            }
            guard begins(4), !begins(20) else { continue }
            return begins(16) ? .post : begins(9, 30) ? .regular : .pre
        }
        return .closed
    }
}
