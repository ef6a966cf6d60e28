extension HTTPRequest {
    /// Returns the complete URL, with `mask` in place of the key unless it is nil; nil if the base is not a URL.
    func urlText(showing mask: String? = nil) -> String? {
        BaseURL(base).map { $0.scheme + "://" + $0.authority + target(after: $0, showing: mask) }
    }

    /// The part after the authority: path and query, with `mask` in place of the key.
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

    /// True if the key would leave this machine unencrypted.
    var sendsSecretInPlainText: Bool {
        guard secret != nil, let base = BaseURL(base) else { return false }
        return base.scheme != "https" && !base.isLoopback
    }
}
