import DecimalArithmetic
import JSONReader
import Platform

/// The sessions of an exchange's day in `meta.currentTradingPeriod`, and the minutes of them, which are of all sessions
/// with `includePrePost=true`.
extension Yahoo {
    /// What an answer has of the sessions of a day.
    struct Hours {
        /// The sessions, in seconds since 1970.
        var sessions: [TradingSession: Range<Int64>] = [:]
        /// The latest price of all sessions, which has no time of its own.
        var latest: Number?
        var regular: Number?
        var unit: PriceUnit?
        /// The first second and the last price of each minute; nil without a trade.
        var minutes: [(start: Int64, close: Number?)] = []
    }

    private static let sessionKeys = JSONKeys(
        [TradingSession.pre, .regular, .post].map { (name: $0.rawValue, key: $0) })

    /// Reads them. What makes no sense is left out: the quote is good without.
    static func hours(_ reader: inout JSONReader) throws -> Hours {
        var hours = Hours()
        var starts: [Int64?] = []
        var closes: [Number?] = []
        try readResult(&reader) { reader in
            try reader.readObject(JSONKeys(named: "meta", "timestamp", "indicators")) { key, reader in
                switch key {
                case "meta": try readMeta(&reader, into: &hours)
                case "timestamp":
                    guard reader.next == .array else { return }
                    try reader.readArray(upTo: AnswerLimit.candles) {
                        starts.append(try $0.timeIfSound(in: .seconds)?.seconds)
                    }
                default:
                    guard reader.next == .object else { return }
                    closes = try self.closes(&reader)
                }
            }
        }
        guard starts.count == closes.count else { return hours }
        hours.minutes = zip(starts, closes).compactMap { start, close in start.map { ($0, close) } }
        return hours
    }

    private static func readMeta(_ reader: inout JSONReader, into hours: inout Hours) throws {
        let keys = JSONKeys(named: "currency", "currentTradingPeriod", "fulldayPrice", "regularMarketPrice")
        try reader.readObject(keys) { key, reader in
            switch key {
            case "currency": hours.unit = try reader.textIfSound().flatMap { try? PriceUnit(code: $0) }
            case "fulldayPrice": hours.latest = try reader.positiveNumber()
            case "regularMarketPrice": hours.regular = try reader.positiveNumber()
            default:
                guard reader.next == .object else { return }
                try reader.readObject(sessionKeys) { session, reader in
                    guard reader.next == .object else { return }
                    var bounds: [String: Int64] = [:]
                    try reader.readObject(JSONKeys(named: "start", "end")) {
                        bounds[$0] = try $1.timeIfSound(in: .seconds)?.seconds
                    }
                    guard let start = bounds["start"], let end = bounds["end"], start <= end else { return }
                    hours.sessions[session] = start..<end
                }
            }
        }
    }

    /// `{"quote":[{"close":[1,null],…}],…}`
    private static func closes(_ reader: inout JSONReader) throws -> [Number?] {
        var closes: [Number?] = []
        try reader.readObject(JSONKeys("quote")) { _, reader in
            guard reader.next == .array else { return }
            try reader.readArray { reader in
                guard reader.next == .object else { return try reader.skip() }
                try reader.readObject(JSONKeys("close")) { _, reader in
                    guard reader.next == .array else { return }
                    try reader.readArray(upTo: AnswerLimit.candles) { closes.append(try $0.positiveNumber()) }
                }
            }
        }
        return closes
    }
}

extension Quote {
    /// Sets the session of a moment by the clock, and the last trade of its minutes. Without the sessions, both are
    /// unknown.
    mutating func setSession(_ hours: Yahoo.Hours, at now: Timestamp) {
        guard !hours.sessions.isEmpty else { return }
        let current = hours.sessions.first { $0.value.contains(now.seconds) }
        let last = current.flatMap { session in
            hours.minutes.last { session.value.contains($0.start) && $0.close != nil }
        }
        // As a page shows it, where it is known; a minute has a binary fraction. It is the regular price where it does
        // not count these trades.
        let shown = hours.latest.flatMap { $0 == hours.regular ? nil : $0 }
        setSession(
            current?.key ?? .closed, price: last.flatMap { hours.unit?.amount(shown ?? $0.close) },
            at: last.map { Timestamp(seconds: $0.start) })
    }
}
