import JSONReader
import Platform

/// An HTTP request and what came of it, as a record has it.
struct HTTPExchange: Sendable, Equatable {
    /// What came of a request.
    enum Outcome: Sendable, Equatable {
        /// A response, with its body after decompression.
        case answered(status: Int, header: HTTPHeaders, content: RecordedBody)
        /// No response that HTTP allows.
        case failed(TransportError.Reason)

        /// A response with these bytes as its body.
        static func answered(status: Int, header: HTTPHeaders, body: [UInt8]) -> Outcome {
            .answered(status: status, header: header, content: RecordedBody(body))
        }
    }

    var sent: RecordTime
    /// The time until the outcome.
    var milliseconds: Int64
    /// The URL without its key.
    var url: String
    var header: [HTTPHeader]
    var outcome: Outcome

    /// When the outcome was known.
    var ended: RecordTime { sent + milliseconds }
}

/// The body of a response, or the place in a file of a record that has it: most of a large record is bodies, few of
/// which a run asks for.
struct RecordedBody: Sendable, Equatable {
    private enum Storage: Sendable {
        case bytes([UInt8])
        /// A JSON string with its quotes, which may be base64. It shares the memory of the file.
        case json(ArraySlice<UInt8>, isBase64: Bool)
    }

    private let storage: Storage

    init(_ bytes: [UInt8]) { storage = .bytes(bytes) }

    /// Creates a body of a valid JSON string; nil if it is base64 and not valid.
    init?(json: ArraySlice<UInt8>, isBase64: Bool) {
        storage = .json(json, isBase64: isBase64)
        if isBase64, decoded == nil { return nil }
    }

    /// The body.
    var bytes: [UInt8] { decoded ?? [] }

    private var decoded: [UInt8]? {
        switch storage {
        case .bytes(let bytes): return bytes
        case .json(let json, let isBase64):
            let text = unsafe json.withUnsafeBufferPointer { bytes in
                unsafe try? JSONReader.read(bytes) { try $0.readString().makeString() }
            }
            return text.flatMap { isBase64 ? Base64.decode($0) : Array($0.utf8) }
        }
    }

    static func == (left: RecordedBody, right: RecordedBody) -> Bool { left.bytes == right.bytes }
}

// MARK: - HAR

/// The HTTP Archive format, version 1.2: http://www.softwareishard.com/blog/har-12-spec/
///
/// The page of an entry is the run. A request without a response has status 0, as browsers write it, and the reason in
/// `_error`.
extension HTTPExchange {
    /// Returns the file with this exchange. `run` is when the run began.
    func har(creator: (name: String, version: String), run: RecordTime) -> [UInt8] {
        let text = """
            {"log":{"version":"1.2","creator":{"name":\(creator.name.asJSON),"version":\(creator.version.asJSON)},\
            "pages":[{"startedDateTime":"\(run.timestamp)","id":"run","title":\(creator.name.asJSON),"pageTimings":{}}],\
            "entries":[{"pageref":"run","startedDateTime":"\(sent.timestamp)","time":\(milliseconds),
            "request":\(request),
            "response":\(response),
            "cache":{},"timings":{"send":0,"wait":\(milliseconds),"receive":0}}]}}

            """
        return Array(text.utf8)
    }

    private var request: String {
        """
        {"method":"GET","url":\(url.asJSON),"httpVersion":"HTTP/1.1","cookies":[],"headers":\(header.har),\
        "queryString":[\(queryItems)],"headersSize":-1,"bodySize":0}
        """
    }

    private var queryItems: String {
        guard let mark = url.firstIndex(of: "?") else { return "" }
        return url[url.index(after: mark)...].split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = [parts[0], parts.count > 1 ? parts[1] : ""].map { String($0).percentDecoded.asJSON }
            return #"{"name":\#(texts[0]),"value":\#(texts[1])}"#
        }.joined(separator: ",")
    }

    private var response: String {
        switch outcome {
        case .failed(let reason):
            return """
                {"status":0,"statusText":"","httpVersion":"HTTP/1.1","cookies":[],"headers":[],\
                "content":{"size":0,"mimeType":"x-unknown"},"redirectURL":"","headersSize":-1,"bodySize":-1,\
                "_error":\(reason.recorded.text.asJSON)}
                """
        case .answered(let status, let header, let content):
            let body = content.bytes
            let type = header["Content-Type"] ?? "x-unknown"
            let content: String
            if let text = String(validating: body, as: UTF8.self) {
                content = #""text":\#(text.asJSON)"#
            } else {
                content = #""text":"\#(Base64.encode(body))","encoding":"base64""#
            }
            return """
                {"status":\(status),"statusText":"","httpVersion":"HTTP/1.1","cookies":[],"headers":\(header.har),\
                "content":{"size":\(body.count),"mimeType":\(type.asJSON),\(content)},\
                "redirectURL":\((header["Location"] ?? "").asJSON),"headersSize":-1,"bodySize":-1}
                """
        }
    }
}

extension HTTPHeaders {
    fileprivate var har: String {
        "[" + map { #"{"name":\#($0.name.asJSON),"value":\#($0.value.asJSON)}"# }.joined(separator: ",") + "]"
    }
}
