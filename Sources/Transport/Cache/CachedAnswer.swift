package import Platform

/// An answer of a provider as it is kept in a file: the body, and what is needed to know how old it is.
package struct CachedAnswer: Sendable, Equatable {
    /// When the request was sent.
    package var requested: Timestamp
    /// The same moment by the clock that cannot be set; nil if there is none.
    package var sinceBoot: BootTime?
    /// How long the answer counts as new, in whole seconds.
    package var freshness: Duration
    /// The ETag header, for a conditional request.
    package var etag: String?
    /// The Last-Modified header, for a conditional request.
    package var lastModified: String?
    /// The status code.
    package var status: Int
    /// The body after decompression.
    package var body: [UInt8]

    /// Creates an answer to keep. Each parameter sets the property of the same name.
    package init(
        requested: Timestamp, sinceBoot: BootTime?, freshness: Duration, etag: String? = nil,
        lastModified: String? = nil, status: Int = 200, body: [UInt8]
    ) {
        self.requested = requested
        self.sinceBoot = sinceBoot
        self.freshness = freshness
        self.etag = etag
        self.lastModified = lastModified
        self.status = status
        self.body = body
    }

    /// Returns the age of the answer; nil if it is from the future.
    ///
    /// The wall clock may have been set since. Within one start of the system the age is never below the time that
    /// passed by the clock that cannot be set.
    package func age(at now: Timestamp, _ bootNow: BootTime?) -> Duration? {
        let age = now.duration(since: requested)
        guard age >= .zero else { return nil }
        guard let sinceBoot, let bootNow, sinceBoot.boot == bootNow.boot else { return age }
        let passed = bootNow.elapsed - sinceBoot.elapsed
        return passed < .zero ? nil : max(age, passed)
    }

    /// The headers of a request that the provider may answer with 304 (RFC 9110 section 13.1).
    package var conditions: [HTTPHeader] {
        [etag.map { HTTPHeader("If-None-Match", $0) }, lastModified.map { HTTPHeader("If-Modified-Since", $0) }]
            .compactMap(\.self).filter(\.isSendable)
    }
}

// MARK: - File

/// The file: a head and the body. The head is a line with the version and the checksum of the rest, lines of names and
/// values, and an empty line.
extension CachedAnswer {
    private static let version = "crypto-answer 1 "

    /// The bytes of the file before the body.
    package var head: [UInt8] {
        var head = "\nrequested \(requested)\nfreshness \(freshness.components.seconds)\nstatus \(status)\n"
        if let sinceBoot {
            let (seconds, attoseconds) = sinceBoot.elapsed.components
            head += "boot \(sinceBoot.boot) \(seconds) \(attoseconds / 1_000_000_000)\n"
        }
        // A header has no line end, or it would not have arrived.
        if let etag { head += "etag \(etag)\n" }
        if let lastModified { head += "last-modified \(lastModified)\n" }
        let rest = Array((head + "\n").utf8)
        return Array((Self.version + String(CRC32.checksum(of: rest[...], body[...]))).utf8) + rest
    }

    /// Reads a file; nil if it is cut, damaged, or of another version.
    package init?(encoded bytes: [UInt8]) {
        guard bytes.starts(with: Self.version.utf8), let end = bytes.firstIndex(of: 0x0A),
            let checksum = UInt32(String(decoding: bytes[Self.version.utf8.count..<end], as: UTF8.self)),
            checksum == CRC32.checksum(of: bytes[end...])
        else { return nil }
        var fields: [String: String] = [:]
        var start = end + 1
        while let next = bytes[start...].firstIndex(of: 0x0A), next > start {
            let line = String(decoding: bytes[start..<next], as: UTF8.self)
            let name = line.prefix { $0 != " " }
            fields[String(name)] = String(line.dropFirst(name.count + 1))
            start = next + 1
        }
        guard start < bytes.count, let requested = fields["requested"].flatMap({ Timestamp(rfc3339: $0) }),
            let seconds = fields["freshness"].flatMap({ Int64($0) }), let status = fields["status"].flatMap({ Int($0) })
        else { return nil }
        self.init(
            requested: requested, sinceBoot: fields["boot"].flatMap(Self.bootTime), freshness: .seconds(seconds),
            etag: fields["etag"], lastModified: fields["last-modified"], status: status,
            body: Array(bytes[(start + 1)...]))
    }

    private static func bootTime(_ text: String) -> BootTime? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let seconds = Int64(parts[1]), let nanoseconds = Int64(parts[2]), seconds >= 0,
            (0..<1_000_000_000).contains(nanoseconds)
        else { return nil }
        return BootTime(boot: String(parts[0]), elapsed: .seconds(seconds) + .nanoseconds(nanoseconds))
    }
}
