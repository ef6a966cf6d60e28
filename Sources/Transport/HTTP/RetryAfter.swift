public import Platform

extension HTTPResponse {
    /// The pause that the provider requests in Retry-After (RFC 9110 section 10.2.3), as seconds or as a date. Some
    /// services send the date as seconds since 1970.
    ///
    /// - Parameter now: The current time, which a date is compared with.
    /// - Returns: The pause, 0 for a date in the past; nil if the header is missing or not readable. A number of any
    ///   size is kept as a long pause.
    public func retryAfter(at now: Timestamp) -> Duration? {
        headers["Retry-After"].flatMap { Self.pause($0, at: now) }
    }

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
