/// A response header, read line by line. It also detects errors that HTTP forbids and libcurl accepts.
package struct ResponseHead: Sendable, Equatable {
    /// The status; 0 before the first status line.
    package private(set) var status = 0
    package private(set) var headers = HTTPHeaders()
    /// True after the empty line that ends the header of the final response.
    package private(set) var isComplete = false
    /// The Content-Length: the length of the body as sent.
    private(set) var contentLength: Int?
    private var isFramedByProtocol = false
    private var size = 0
    private let rules: Rules

    /// What the request accepts in a response.
    package struct Rules: Sendable, Equatable {
        /// Compression was requested, and a body may end with the connection.
        package var showsItsEnd: Bool
        /// The maximum size of a body in bytes.
        package var bodyLimit: Int
    }

    /// The maximum size of a header in bytes, more than any server sends. libcurl before 8.3 has no limit.
    static let sizeLimit = 256 << 10

    package init(rules: Rules) {
        self.rules = rules
    }

    /// Creates the complete header of a response that was checked before.
    init(status: Int, headers: HTTPHeaders, rules: Rules) {
        (self.status, self.headers, isComplete) = (status, headers, true)
        self.rules = rules
    }

    /// Adds one line, including its line end. Returns the error in the response, if there is one.
    package mutating func take(_ line: some Collection<UInt8>) -> InvalidAnswer? {
        size += line.count
        guard size <= Self.sizeLimit else { return .headerTooLarge(limit: Self.sizeLimit) }
        let text = String(decoding: line, as: UTF8.self).trimmed(where: { $0 == "\r" || $0 == "\n" || $0 == "\r\n" })
        // After the body only a trailer can follow, and the request did not ask for one.
        if isComplete { return nil }
        if text.isEmpty { return end() }
        if text.hasPrefix("HTTP/"), headers.isEmpty || status < 200 { return begin(text) }
        return field(text)
    }

    /// The Content-Encoding of the body; nil if it is sent unencoded.
    var encoding: String? {
        let names = headers.values(of: "Content-Encoding").filter { !HTTPHeaders.equal($0, "identity") && !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// False for a status whose response ends with its header (RFC 9112 section 6.3).
    package var hasBody: Bool {
        status >= 200 && status != 204 && status != 304
    }

    private mutating func begin(_ text: String) -> InvalidAnswer? {
        let parts = text.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[1].utf8.count == 3, let code = Int(parts[1]), code >= 100 else {
            return .malformedHeader(text)
        }
        status = code
        headers = []
        isFramedByProtocol = !text.hasPrefix("HTTP/1")
        return nil
    }

    private mutating func field(_ text: String) -> InvalidAnswer? {
        if text.hasPrefix(" ") || text.hasPrefix("\t") {
            // Obsolete line folding (RFC 9112 section 5.2).
            guard !headers.isEmpty else { return .malformedHeader(text) }
            headers[headers.count - 1].value += " " + text.trimmed()
            return nil
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex,
            case let name = text[..<colon], !name.contains(where: \.isWhitespace)
        else { return .malformedHeader(text) }
        headers.append(HTTPHeader(String(name), String(text[text.utf8.index(after: colon)...]).trimmed()))
        return nil
    }

    private mutating func end() -> InvalidAnswer? {
        if (100..<200).contains(status) && status != 101 { return nil }
        isComplete = true
        return readLength() ?? transferFault ?? bodyFault
    }

    private mutating func readLength() -> InvalidAnswer? {
        let texts = headers.values(of: "Content-Length")
            .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { String($0).trimmed() }
        for text in texts {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return .malformedHeader("Content-Length: \(text)")
            }
            guard let length = Int(text) else { return .tooLarge(limit: rules.bodyLimit) }
            if let contentLength, contentLength != length { return .twoLengths(texts[0], text) }
            contentLength = length
        }
        return nil
    }

    /// True for a chunked body (RFC 9112 section 7.1).
    package var isChunked: Bool {
        headers.values(of: "Transfer-Encoding").contains { HTTPHeaders.equal($0, "chunked") }
    }

    private var transferFault: InvalidAnswer? {
        let codings = headers.values(of: "Transfer-Encoding")
        let odd = codings.first { !HTTPHeaders.equal($0, "chunked") && !HTTPHeaders.equal($0, "identity") }
        return odd.map { .unaskedEncoding($0) }
    }

    /// The error in the body's framing. Only a response with content is checked; a refusal is accepted in any
    /// encoding.
    private var bodyFault: InvalidAnswer? {
        guard (200..<300).contains(status), hasBody else { return nil }
        if let encoding, !isReadable { return .unaskedEncoding(encoding) }
        if !isChunked, let contentLength, contentLength > rules.bodyLimit { return .tooLarge(limit: rules.bodyLimit) }
        let endsWithConnection = !isFramedByProtocol && !isChunked && contentLength == nil
        return endsWithConnection && !rules.showsItsEnd ? .lengthUnknown : nil
    }

    /// True if the body is unencoded, or compressed as requested.
    private var isReadable: Bool {
        encoding.map { rules.showsItsEnd && Self.codings.contains($0.lowercased()) } ?? true
    }

    /// The requested encodings, and an old name of gzip.
    private static let codings = ["gzip", "x-gzip", "deflate"]

    /// About how many bytes the body has after decompression, if its length is known; else 0. Lists in JSON shrink to
    /// about an eighth.
    var expectedLength: Int {
        guard hasBody, let contentLength, contentLength <= rules.bodyLimit else { return 0 }
        return encoding == nil ? contentLength : contentLength * 8
    }

    /// True for a response that remains a refusal whatever is wrong with its body; only its message is lost then.
    var isRefusal: Bool { status >= 300 }

    /// The number of body bytes to expect, if it is known.
    package var plainLength: Int? {
        hasBody && encoding == nil && !isChunked ? contentLength : nil
    }
}

extension String {
    /// The text without leading and trailing characters for which `isOuter` is true; blanks and tabs by default.
    func trimmed(where isOuter: (Character) -> Bool = { $0 == " " || $0 == "\t" }) -> String {
        var text = self[...]
        while let first = text.first, isOuter(first) { text.removeFirst() }
        while let last = text.last, isOuter(last) { text.removeLast() }
        return String(text)
    }
}
