/// A key and its place in the request; it prints as `***`.
public enum Secret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The last item of the query.
    case query(name: String, value: String)
    /// A header; the prefix stands before the key: `Apikey `.
    case header(name: String, value: String, prefix: String = "")

    /// The key itself.
    var value: String {
        switch self {
        case .query(_, let value), .header(_, let value, _): value
        }
    }

    /// A text from outside with `***` wherever the key stands in it, plain or percent-encoded; a key of under six bytes is
    /// not looked for, as it would be found in any words.
    public func hidden(in text: String) -> String {
        value.utf8.count < 6 ? text : text.masking(value)
    }

    /// Never the key.
    public var description: String { "***" }

    /// Never the key, for `dump` and test reports neither.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
    /// The name of the query's item that holds the key.
    var queryName: String? {
        if case .query(let name, _) = self { name } else { nil }
    }
}
