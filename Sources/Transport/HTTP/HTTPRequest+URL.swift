extension HTTPRequest {
    /// The whole URL, or nil where the base is none.
    var urlText: String? {
        urlText(showing: nil)
    }

    /// The URL with `mask` in the key's place.
    func urlText(showing mask: String?) -> String? {
        guard let base = BaseURL(base) else { return nil }
        var text = base.scheme + "://" + base.authority + base.path
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
