/// Cuts HTTP/1.1 requests (RFC 9112) out of a connection's bytes.
enum RequestParser {
    /// The bytes are not an HTTP/1.1 request that this server can answer.
    struct Malformed: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// The first complete request of `bytes` and its length in bytes; nil while it is incomplete.
    static func parse(_ bytes: [UInt8]) throws(Malformed) -> (request: RecordedRequest, length: Int)? {
        guard let headLength = headLength(bytes) else {
            if bytes.count > 1 << 20 { throw Malformed(description: "a request head of more than 1 MiB") }
            if let first = bytes.first, !(first >= 0x41 && first <= 0x5A) {
                throw Malformed(description: "the first byte is \(first): not HTTP, TLS perhaps")
            }
            return nil
        }
        var request = try head(bytes[..<headLength])
        if request.header("transfer-encoding") != nil {
            throw Malformed(description: "a chunked request body, which this server does not read")
        }
        let announced = request.header("content-length") ?? "0"
        guard let bodyLength = Int(announced), bodyLength >= 0 else {
            throw Malformed(description: "Content-Length: \(announced)")
        }
        guard bytes.count - headLength >= bodyLength else { return nil }
        request.body = Array(bytes[headLength..<headLength + bodyLength])
        return (request, headLength + bodyLength)
    }

    private static func headLength(_ bytes: [UInt8]) -> Int? {
        let end: [UInt8] = [13, 10, 13, 10]
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { bytes[$0] == 13 && bytes[$0..<$0 + 4].elementsEqual(end) }.map { $0 + 4 }
    }

    private static func head(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> RecordedRequest {
        let lines = bytes.split(separator: 10).map { line in
            String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
        }
        let first = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard first.count == 3, first[2] == "HTTP/1.1" || first[2] == "HTTP/1.0" else {
            throw Malformed(description: "request line “\(lines.first ?? "")”")
        }
        var headers: [RecordedRequest.Header] = []
        for line in lines.dropFirst() where !line.isEmpty {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
                throw Malformed(description: "header line “\(line)”")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append(.init(name: String(line[..<colon]), value: String(value.trimmingTrailingSpace)))
        }
        return RecordedRequest(method: String(first[0]), target: String(first[1]), headers: headers)
    }
}

extension Substring {
    fileprivate var trimmingTrailingSpace: Substring {
        var rest = self
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
