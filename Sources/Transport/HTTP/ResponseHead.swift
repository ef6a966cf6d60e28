/// An answer's header as it comes, line by line, and what HTTP forbids in it that libcurl lets pass.
struct ResponseHead: Sendable, Equatable {
    /// 0 before the first status line.
    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    /// True once the empty line has come that ends the header of the final answer.
    private(set) var isComplete = false
    /// The announced length of the body, as sent.
    private(set) var contentLength: Int?
    private var isFramedByProtocol = false
    private var size = 0
    private let rules: Rules

    /// What the request makes of the answer.
    struct Rules: Sendable, Equatable {
        /// Compression was asked for, and a body may end with the connection.
        var showsItsEnd: Bool
        /// The most bytes of a body.
        var bodyLimit: Int
    }

    /// More than any server sends; libcurl before 8.3 knows no limit.
    static let sizeLimit = 256 << 10

    init(rules: Rules) {
        self.rules = rules
    }

    /// Takes one line with its end; the answer's defect when it has one.
    mutating func take(_ line: some Collection<UInt8>) -> InvalidAnswer? {
        size += line.count
        guard size <= Self.sizeLimit else { return .headerTooLarge(limit: Self.sizeLimit) }
        let text = String(decoding: line, as: UTF8.self).trimmed(where: { $0 == "\r" || $0 == "\n" || $0 == "\r\n" })
        // After the body only a trailer can follow, and nobody asked for one.
        if isComplete { return nil }
        if text.isEmpty { return end() }
        if text.hasPrefix("HTTP/"), headers.fields.isEmpty || status < 200 { return begin(text) }
        return field(text)
    }

    /// The encoding of the body, or nil where it is sent as it is.
    var encoding: String? {
        let names = headers.values(of: "Content-Encoding").filter { !HTTPHeaders.equal($0, "identity") && !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// False for statuses whose answer ends with its header (RFC 9112 section 6.3).
    var hasBody: Bool {
        status >= 200 && status != 204 && status != 304
    }

    private mutating func begin(_ text: String) -> InvalidAnswer? {
        let parts = text.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[1].utf8.count == 3, let code = Int(parts[1]), code >= 100 else {
            return .malformedHeader(text)
        }
        status = code
        headers = HTTPHeaders()
        isFramedByProtocol = !text.hasPrefix("HTTP/1")
        return nil
    }

    private mutating func field(_ text: String) -> InvalidAnswer? {
        if text.hasPrefix(" ") || text.hasPrefix("\t") {
            return headers.continueLast(with: text.trimmed()) ? nil : .malformedHeader(text)
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

    /// True for a body that comes in chunks (RFC 9112 section 7.1).
    var isChunked: Bool {
        headers.values(of: "Transfer-Encoding").contains { HTTPHeaders.equal($0, "chunked") }
    }

    private var transferFault: InvalidAnswer? {
        let codings = headers.values(of: "Transfer-Encoding")
        let odd = codings.first { !HTTPHeaders.equal($0, "chunked") && !HTTPHeaders.equal($0, "identity") }
        return odd.map { .unaskedEncoding($0) }
    }

    /// Only an answer that will be read is held to what was asked: a refusal is one in any encoding.
    private var bodyFault: InvalidAnswer? {
        guard (200..<300).contains(status), hasBody else { return nil }
        if let encoding, !isReadable { return .unaskedEncoding(encoding) }
        if !isChunked, let contentLength, contentLength > rules.bodyLimit { return .tooLarge(limit: rules.bodyLimit) }
        let endsWithConnection = !isFramedByProtocol && !isChunked && contentLength == nil
        return endsWithConnection && !rules.showsItsEnd ? .lengthUnknown : nil
    }

    /// True where the body is sent as it is, or compressed as asked.
    private var isReadable: Bool {
        encoding.map { rules.showsItsEnd && Self.codings.contains($0.lowercased()) } ?? true
    }

    /// The compressions that are asked for, and the old name of one.
    private static let codings = ["gzip", "x-gzip", "deflate"]

    /// The length that the bytes handed over must have, where it is known.
    var plainLength: Int? {
        hasBody && encoding == nil && !isChunked ? contentLength : nil
    }
}

extension String {
    /// Without the characters at both ends that are as asked; blanks and tabs by default.
    func trimmed(where isOuter: (Character) -> Bool = { $0 == " " || $0 == "\t" }) -> String {
        var text = self[...]
        while let first = text.first, isOuter(first) { text.removeFirst() }
        while let last = text.last, isOuter(last) { text.removeLast() }
        return String(text)
    }
}
