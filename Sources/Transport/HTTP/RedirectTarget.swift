import CCurl

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
