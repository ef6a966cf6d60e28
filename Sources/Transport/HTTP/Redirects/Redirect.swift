import Platform

/// The rules for redirects: which are followed, and what is sent along.
enum Redirect {
    /// The statuses that redirect a GET (RFC 9110 section 15.4).
    static let statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// The maximum number of redirects in a row.
    static let limit = 5

    /// Returns the next hop. Throws `TransportError` if the redirect is not followed. A key, in a header or in the
    /// query, is never sent to another scheme, host or port.
    static func next(after hop: Hop, status: Int, location: String?) throws(TransportError) -> Hop {
        guard let location, !location.isEmpty else { throw hop.error(.redirect(.noLocation(status: status))) }
        let shown = hop.masked.map { location.masking($0) } ?? location
        let library = try translating(CurlLibrary.open()) { hop.error($0) }
        guard var target = RedirectTarget(location, from: hop.url, by: library) else {
            throw hop.error(.redirect(.badLocation(shown)))
        }
        guard ["http", "https"].contains(target.scheme) else { throw hop.error(.redirect(.scheme(target.scheme))) }
        guard let origin = target.origin else { throw hop.error(.redirect(.badLocation(shown))) }
        if hop.origin.scheme == "https", origin.scheme == "http" { throw hop.error(.redirect(.downgrade(to: shown))) }

        var next = hop
        next.origin = origin
        next.visited.append(hop.url)
        if origin != hop.origin {
            next.secret = nil
            next.headers.removeAll { header in keyHeaders.contains { HTTPHeaders.equal($0, header.name) } }
            if let key = hop.masked {
                target.removeItems(named: hop.secret?.queryName, holding: key)
                if target.holds(key) { throw hop.error(.redirect(.wouldRevealKey)) }
            }
        }
        next.url = target.text
        guard !next.visited.contains(next.url) else { throw hop.error(.redirect(.loop)) }
        guard next.visited.count <= limit else { throw hop.error(.redirect(.tooMany(limit: limit))) }
        return next
    }

    /// Headers that usually hold keys, whatever set them.
    private static let keyHeaders = ["Authorization", "Cookie", "Proxy-Authorization"]
}
