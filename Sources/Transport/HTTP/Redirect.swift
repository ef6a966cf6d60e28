import CCurl

/// Where a redirect may lead, and what may be sent there.
enum Redirect {
    /// The statuses that send a GET on (RFC 9110 section 15.4).
    static let statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// How many are followed in a row.
    static let limit = 5

    /// The next hop, or why there is none. To another scheme, host or port no key goes, in a header or in the query.
    static func next(after hop: Hop, status: Int, location: String?) throws(TransportError) -> Hop {
        guard let location, !location.isEmpty else { throw hop.error(.redirect(.noLocation(status: status))) }
        let shown = hop.masked.map { location.masking($0) } ?? location
        guard var target = RedirectTarget(location, from: hop.url) else {
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
                if target.holds(key) { throw hop.error(.redirect(.wouldTellKey)) }
            }
        }
        next.url = target.text
        guard !next.visited.contains(next.url) else { throw hop.error(.redirect(.loop)) }
        guard next.visited.count <= limit else { throw hop.error(.redirect(.tooMany(limit: limit))) }
        return next
    }

    /// Headers that hold keys by their nature, whoever set them.
    private static let keyHeaders = ["Authorization", "Cookie", "Proxy-Authorization"]
}

/// A Location, made absolute.
struct RedirectTarget {
    let scheme: String
    let origin: Origin?
    private var beforeQuery: String
    private var items: [String]

    /// Resolved by libcurl's URL parser; nil where it is no URL or names a user.
    init?(_ location: String, from url: String) {
        let flags = UInt32(CCURLU_NON_SUPPORT_SCHEME | CCURLU_DISALLOW_USER | CCURLU_URLENCODE)
        guard let parser = ccurl_url_new() else { return nil }
        defer { ccurl_url_cleanup(parser) }
        guard ccurl_url_set(parser, Int32(CCURLUPART_URL), url, UInt32(CCURLU_PATH_AS_IS)) == 0,
            ccurl_url_set(parser, Int32(CCURLUPART_URL), location, flags) == 0,
            ccurl_url_set(parser, Int32(CCURLUPART_FRAGMENT), nil, 0) == 0,
            let scheme = Self.part(CCURLUPART_SCHEME, of: parser),
            let text = Self.part(CCURLUPART_URL, of: parser)
        else { return nil }
        self.scheme = scheme.lowercased()
        origin = Self.part(CCURLUPART_HOST, of: parser).map { host in
            Origin(scheme: scheme, host: host, port: Self.part(CCURLUPART_PORT, of: parser).flatMap { Int($0) })
        }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        beforeQuery = halves[0]
        items = halves.count < 2 ? [] : halves[1].split(separator: "&").map(String.init)
    }

    var text: String {
        items.isEmpty ? beforeQuery : beforeQuery + "?" + items.joined(separator: "&")
    }

    /// Takes the key out of the query, by its name and wherever else it stands.
    mutating func removeItems(named name: String?, holding key: String) {
        items.removeAll { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.first.map { String($0).percentDecoded == name } ?? false
                || item.percentDecoded.firstRange(ofBytes: key) != nil
        }
    }

    /// True where the key still stands in it; a key too short to be one is not looked for.
    func holds(_ key: String) -> Bool {
        key.utf8.count >= 6 && text.percentDecoded.firstRange(ofBytes: key) != nil
    }

    private static func part(_ part: Int, of parser: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard ccurl_url_get(parser, Int32(part), &text, 0) == 0, let text else { return nil }
        defer { ccurl_free(text) }
        return String(cString: text)
    }
}

extension Secret {
    /// The name of the query's item that holds the key.
    var queryName: String? {
        if case .query(let name, _) = self { name } else { nil }
    }
}
