/// A request as received, kept for assertions.
package struct RecordedRequest: Sendable, Equatable {
    /// One header line.
    package struct Header: Sendable, Equatable {
        /// The name as sent.
        package let name: String
        /// The value without the spaces around it.
        package let value: String
    }

    /// `GET`.
    package let method: String
    /// The request target as sent: path and query, still percent-encoded.
    package let target: String
    /// The headers in the order sent.
    package let headers: [Header]
    /// The body that Content-Length announced.
    package var body: [UInt8] = []

    /// The target up to the question mark, still percent-encoded.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The target after the question mark, still percent-encoded; nil where there is none.
    package var rawQuery: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The decoded parameters in the order sent.
    package var query: [QueryItem] {
        rawQuery.map(QueryItem.parse) ?? []
    }

    /// The value of the first header with this name, in any case; nil where there is none.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The decoded value of the first parameter with this name; nil where there is none.
    package func parameter(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

extension RecordedRequest: CustomStringConvertible {
    package var description: String { "\(method) \(target)" }
}
