/// The requests that an exchange matches.
package struct RequestMatcher: Sendable {
    /// The expected query.
    package enum Query: Sendable, ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
        /// Any query.
        case any
        /// No query and no question mark.
        case none
        /// This text, as sent (still percent-encoded). A string literal.
        case text(String)
        /// At least these decoded parameters, in any order. A dictionary literal.
        case containing([QueryItem])
        /// These decoded parameters and no other, in any order.
        case exactly([QueryItem])

        package init(dictionaryLiteral elements: (String, String)...) {
            self = .containing(elements.map { QueryItem($0, $1) })
        }

        package init(stringLiteral value: String) {
            self = .text(value)
        }
    }

    /// The expected header.
    package enum Header: Sendable, ExpressibleByStringLiteral {
        /// This value. A string literal.
        case value(String)
        /// Sent, whatever its value.
        case present
        /// Not sent.
        case absent

        package init(stringLiteral value: String) {
            self = .value(value)
        }
    }

    var method: String
    /// Nil for any.
    var path: String?
    var query: Query
    var headers: [String: Header]

    /// The reason for a mismatch, or nil for a match.
    func mismatch(_ request: RecordedRequest) -> String? {
        if request.method != method { return "the method is not \(method)" }
        if let path, request.path != path { return "the path is not \(path)" }
        return query.mismatch(request) ?? headerMismatch(request)
    }

    private func headerMismatch(_ request: RecordedRequest) -> String? {
        for (name, expected) in headers.sorted(by: { $0.key < $1.key }) {
            switch (expected, request.header(name)) {
            case (.value(let value), let sent) where sent != value: return "\(name) is not “\(value)”"
            case (.present, nil): return "\(name) is missing"
            case (.absent, .some): return "\(name) is there"
            default: continue
            }
        }
        return nil
    }
}

extension RequestMatcher.Query {
    fileprivate func mismatch(_ request: RecordedRequest) -> String? {
        switch self {
        case .any:
            return nil
        case .none:
            return request.rawQuery == nil ? nil : "there is a query"
        case .text(let text):
            return request.rawQuery == text ? nil : "the query is not \(text)"
        case .containing(let items):
            let missing = items.filter { !request.query.contains($0) }
            return missing.isEmpty ? nil : "the query has no \(missing.map(\.description).joined(separator: ", no "))"
        case .exactly(let items):
            let sorted = [request.query, items].map { $0.map(\.description).sorted() }
            return sorted[0] == sorted[1] ? nil : "the query is not made of \(sorted[1].joined(separator: " "))"
        }
    }
}

extension RequestMatcher: CustomStringConvertible {
    package var description: String {
        let target = "\(method) \(path ?? "any path")"
        return switch query {
        case .any: target
        case .none: target + " without query"
        case .text(let text): target + "?\(text)"
        case .containing(let items): target + "?…\(items.map(\.description).joined(separator: "&"))…"
        case .exactly(let items): target + "?\(items.map(\.description).joined(separator: "&"))"
        }
    }
}
