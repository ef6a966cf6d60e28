extension HTTPRequest {
    /// The whole URL, or nil where the base is none.
    var urlText: String? {
        urlText(showing: nil)
    }

    /// The URL with `mask` in the key's place.
    func urlText(showing mask: String?) -> String? {
        BaseURL(base).map { $0.scheme + "://" + $0.authority + target(after: $0, showing: mask) }
    }

    /// What stands behind the authority: path and query, with `mask` in the key's place.
    func target(after base: BaseURL, showing mask: String?) -> String {
        var text = base.path
        text += path.hasPrefix("/") || path.isEmpty ? "" : "/"
        text += path.percentEncoded(keeping: "/:@!$'()*,;=&+")
        var separator = "?"
        for item in query {
            text += separator + item.name.percentEncoded(keeping: "") + "=" + item.value.percentEncoded(keeping: ",:/@")
            separator = "&"
        }
        if case .query(let name, let value) = secret {
            text += separator + name.percentEncoded(keeping: "") + "=" + (mask ?? value.percentEncoded(keeping: ""))
        }
        return text
    }

    /// True where the key would leave this machine unencrypted.
    var tellsSecretInPlain: Bool {
        guard secret != nil, let base = BaseURL(base) else { return false }
        return base.scheme != "https" && !base.isLoopback
    }
}
