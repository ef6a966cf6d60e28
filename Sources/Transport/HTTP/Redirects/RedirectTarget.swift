import CCurl
import Platform

/// A Location header as an absolute URL.
struct RedirectTarget {
    let scheme: String
    let origin: Origin?
    private var beforeQuery: String
    private var items: [String]

    /// Resolves a Location with libcurl's URL parser; nil if it is not a URL or contains a user name.
    init?(_ location: String, from url: String, by library: CurlLibrary) {
        let flags = UInt32(CCURLU_NON_SUPPORT_SCHEME | CCURLU_DISALLOW_USER | CCURLU_URLENCODE)
        guard let parser = unsafe ccurl_url_new(library.pointer) else { return nil }
        defer { unsafe ccurl_url_cleanup(parser) }
        guard unsafe ccurl_url_set(parser, Int32(CCURLUPART_URL), url, UInt32(CCURLU_PATH_AS_IS)) == 0,
            unsafe ccurl_url_set(parser, Int32(CCURLUPART_URL), location, flags) == 0,
            unsafe ccurl_url_set(parser, Int32(CCURLUPART_FRAGMENT), nil, 0) == 0,
            let scheme = unsafe Self.part(CCURLUPART_SCHEME, of: parser, library),
            let text = unsafe Self.part(CCURLUPART_URL, of: parser, library)
        else { return nil }
        self.scheme = scheme.lowercased()
        origin = unsafe Self.part(CCURLUPART_HOST, of: parser, library).map { host in
            let port = unsafe Self.part(CCURLUPART_PORT, of: parser, library)
            return Origin(scheme: scheme, host: host, port: port.flatMap { Int($0) })
        }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        beforeQuery = halves[0]
        items = halves.count < 2 ? [] : halves[1].split(separator: "&").map(String.init)
    }

    var text: String {
        items.isEmpty ? beforeQuery : beforeQuery + "?" + items.joined(separator: "&")
    }

    /// Removes the key from the query: the item of this name, and all items that contain the key.
    mutating func removeItems(named name: String?, holding key: String) {
        items.removeAll { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.first.map { String($0).percentDecoded == name } ?? false
                || item.percentDecoded.firstRange(ofBytes: key) != nil
        }
    }

    /// True if the URL still contains the key.
    func holds(_ key: String) -> Bool {
        let shown = text.percentDecoded
        return shown.masking(key) != shown
    }

    private static func part(_ part: Int, of parser: OpaquePointer, _ library: CurlLibrary) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe ccurl_url_get(parser, Int32(part), &text, 0) == 0, let text = unsafe text else { return nil }
        defer { unsafe ccurl_free(library.pointer, text) }
        return unsafe String(cString: text)
    }
}
