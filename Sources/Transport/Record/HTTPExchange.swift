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
            .answered(status: status, header: header, content: .bytes(body))
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
enum RecordedBody: Sendable, Equatable {
    case bytes([UInt8])
    /// A JSON string with its quotes, which may be base64. It shares the memory of the file.
    case json(ArraySlice<UInt8>, isBase64: Bool)

    /// The body; nil for a string that is not base64 as it should be.
    var decoded: [UInt8]? {
        switch self {
        case .bytes(let bytes): return bytes
        case .json(let json, let isBase64):
            let text = unsafe json.withUnsafeBufferPointer { bytes in
                unsafe try? JSONReader.read(bytes) { try $0.readString().makeString() }
            }
            return text.flatMap { isBase64 ? Base64.decode($0) : Array($0.utf8) }
        }
    }

    static func == (left: RecordedBody, right: RecordedBody) -> Bool { left.decoded == right.decoded }
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
        var (status, header, size, text, error) = (0, HTTPHeaders(), 0, "", "")
        switch outcome {
        case .failed(let reason): error = #","_error":\#(reason.recorded.text.asJSON)"#
        case .answered(let answer, let fields, let content):
            let body = content.decoded ?? []
            (status, header, size) = (answer, fields, body.count)
            text =
                String(validating: body, as: UTF8.self).map { #","text":\#($0.asJSON)"# }
                ?? #","text":"\#(Base64.encode(body))","encoding":"base64""#
        }
        return """
            {"status":\(status),"statusText":"","httpVersion":"HTTP/1.1","cookies":[],"headers":\(header.har),\
            "content":{"size":\(size),"mimeType":\((header["Content-Type"] ?? "x-unknown").asJSON)\(text)},\
            "redirectURL":\((header["Location"] ?? "").asJSON),"headersSize":-1,"bodySize":-1\(error)}
            """
    }
}

extension HTTPHeaders {
    var har: String {
        "[" + map { #"{"name":\#($0.name.asJSON),"value":\#($0.value.asJSON)}"# }.joined(separator: ",") + "]"
    }
}
