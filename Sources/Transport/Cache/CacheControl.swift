/// What a response allows a cache to do (RFC 9111 section 5.2.2), as far as it matters to a cache of one user.
package struct CacheControl: Sendable, Equatable {
    /// True if the response must not be kept.
    package private(set) var isNotStored = false
    /// How long the response counts as new, less the age that it already has; zero if it does not say.
    package private(set) var maxAge = Duration.zero

    /// Reads the headers of a response. What cannot be read is ignored.
    package init(_ headers: HTTPHeaders) {
        let directives = headers.values(of: "Cache-Control").joined(separator: ",").split(separator: ",")
            .map { String($0).trimmed().lowercased() }
        isNotStored = directives.contains("no-store")
        guard !directives.contains("no-cache"),
            let seconds = directives.lazy.compactMap({ Self.seconds(in: $0) }).first
        else { return }
        let age = headers["Age"].flatMap { Int64($0.trimmed()) } ?? 0
        maxAge = .seconds(max(0, seconds - max(0, age)))
    }

    /// Returns the number of a `max-age`, at most a year.
    private static func seconds(in directive: String) -> Int64? {
        guard directive.hasPrefix("max-age=") else { return nil }
        let digits = directive.dropFirst("max-age=".count).filter { $0 != "\"" }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int64(digits) ?? .max, 365 * 86_400)
    }
}
