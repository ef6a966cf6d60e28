package import Platform

extension HTTPResponse {
    /// The pause that the provider requests in Retry-After (RFC 9110 section 10.2.3), as seconds or as a date. Some
    /// services send the date as seconds since 1970. Without the header it is the pause that the body of a refusal with
    /// status 418 or 429 names.
    ///
    /// - Parameter now: The current time, which a date is compared with.
    /// - Returns: The pause, 0 for a date in the past; nil if none is named. A number of any size in the header is kept
    ///   as a long pause.
    package func retryAfter(at now: Timestamp) -> Duration? {
        headers["Retry-After"].flatMap { Self.pause($0, at: now) }
            ?? ([418, 429].contains(status) ? pauseInBody(at: now) : nil)
    }

    /// Returns the pause that the message in the body names: a moment in `IP banned until 1764300000000` or
    /// `Throttled: 1795850000`, a time in `try again in 30 seconds`. It is an hour at most, because a wrong number must
    /// not lock a provider out, and 0 for a moment in the past.
    package func pauseInBody(at now: Timestamp) -> Duration? {
        let text = String(decoding: body.prefix(Self.messagePrefix), as: UTF8.self).lowercased()
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        for place in words.indices.dropLast() {
            let number = words[place + 1] == "one" ? 1 : Int64(words[place + 1])
            guard let number, Self.announcesEnd(words[...place]) else { continue }
            if number < Self.earliestMoment {
                guard !["until", "throttled"].contains(words[place]) else { continue }
                let unit = words.dropFirst(place + 2).first ?? ""
                return Self.cut(.seconds(min(number, 3600) * (Self.units.first { unit.hasPrefix($0.key) }?.value ?? 1)))
            }
            let seconds = number < Self.earliestMoment * 1000 ? number : number / 1000
            return Self.cut(.seconds(seconds.subtractingReportingOverflow(now.seconds).partialValue))
        }
        return nil
    }

    /// Whether the number after these words is the end of a pause, or its length.
    private static func announcesEnd(_ words: ArraySlice<Substring>) -> Bool {
        switch words.last {
        case "until", "throttled", "retryafter": true
        case "in", "after": ["again", "available", "retry"].contains(words.dropLast().last ?? "")
        default: false
        }
    }

    /// The seconds of the units of a pause; any other word means seconds.
    private static let units: KeyValuePairs<String, Int64> = ["min": 60, "hour": 3600]

    private static func cut(_ pause: Duration) -> Duration { min(max(pause, .zero), .seconds(3600)) }

    /// The number of bytes of a body in which a pause is looked for.
    private static let messagePrefix = 2 << 10

    /// The longest pause: longer than any deadline, and far below the maximum of a `Duration`.
    private static let longestPause = Duration.seconds(1 << 40)

    /// A number from here on is a moment in seconds since 1970: as a pause it would be 31 years.
    private static let earliestMoment: Int64 = 1_000_000_000

    private static func pause(_ text: String, at now: Timestamp) -> Duration? {
        let text = text.trimmed()
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            if text.hasPrefix("-") { return .zero }
            guard let seconds = Int64(digits) else { return longestPause }
            let pause =
                seconds < earliestMoment
                ? seconds : max(0, seconds.subtractingReportingOverflow(now.seconds).partialValue)
            return min(.seconds(pause), longestPause)
        }
        guard let moment = date(text) else { return nil }
        let seconds = Timestamp(seconds: moment).seconds - now.seconds
        return max(.zero, .seconds(seconds) - .nanoseconds(Int64(now.nanoseconds)))
    }

    /// Parses a date. All three HTTP date formats begin with the name of a day; checking it keeps libcurl's parser
    /// from guessing.
    private static func date(_ text: String) -> Int64? {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        guard days.contains(where: text.hasPrefix), let library = try? CurlLibrary.open() else { return nil }
        return library.seconds(ofDate: text)
    }
}
