import Platform

/// The rules for redirects: which are followed, and what is sent along.
extension Hop {
    /// The statuses that redirect a GET (RFC 9110 section 15.4).
    static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]
    /// The maximum number of redirects in a row.
    private static let limit = 5

    /// Returns the next hop. Throws `TransportError` if the redirect is not followed. A key, in a header or in the
    /// query, is never sent to another scheme, host or port.
    func redirected(status: Int, location: String?) throws(TransportError) -> Hop {
        guard let location, !location.isEmpty else { throw error(.redirect(.noLocation(status: status))) }
        let shown = location.masking(masked)
        let library = try translating(CurlLibrary.open()) { error($0) }
        guard var target = RedirectTarget(location, from: url, by: library) else {
            throw error(.redirect(.badLocation(shown)))
        }
        guard ["http", "https"].contains(target.scheme) else { throw error(.redirect(.scheme(target.scheme))) }
        guard let nextOrigin = target.origin else { throw error(.redirect(.badLocation(shown))) }
        if origin.scheme == "https", nextOrigin.scheme == "http" { throw error(.redirect(.downgrade(to: shown))) }

        var next = self
        next.origin = nextOrigin
        next.visited.append(url)
        if nextOrigin != origin {
            next.secret = nil
            next.headers.removeAll { header in Self.keyHeaders.contains { HTTPHeaders.equal($0, header.name) } }
            if let key = masked {
                target.removeItems(named: secret?.queryName, holding: key)
                if target.holds(key) { throw error(.redirect(.wouldRevealKey)) }
            }
        }
        next.url = target.text
        guard !next.visited.contains(next.url) else { throw error(.redirect(.loop)) }
        guard next.visited.count <= Self.limit else { throw error(.redirect(.tooMany(limit: Self.limit))) }
        return next
    }

    /// Headers that usually hold keys, whatever set them.
    private static let keyHeaders = ["Authorization", "Cookie", "Proxy-Authorization"]
}
