import CCurl
import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension CurlHandle {
    /// Maps a CURLcode other than OK and a timeout to a reason; `head` is the part of the header received so far, `url`
    /// what was requested.
    func reason(code: Int, head: ResponseHead, of url: String) -> TransportError.Reason {
        if words(code).hasPrefix("Unsupported proxy") { return .unreachable(unsupportedProxy(for: url)) }
        // Names are resolved on a thread of libcurl's own.
        if words(code).contains(bytes: "thread failed to start") { return .noThread(ThreadLimit(EAGAIN)) }
        return switch code {
        case CCURLE_URL_MALFORMAT: .invalidURL("")
        case CCURLE_OUT_OF_MEMORY where isLineTooLong(head), CCURLE_TOO_LARGE where isLineTooLong(head):
            .invalid(.headerTooLarge(limit: Self.headerLineLimit))
        case CCURLE_RECV_ERROR where words(code).contains(bytes: "Too large response headers"):
            .invalid(.headerTooLarge(limit: ResponseHead.sizeLimit))
        case CCURLE_NOT_BUILT_IN, CCURLE_FAILED_INIT, CCURLE_OUT_OF_MEMORY, CCURLE_UNKNOWN_OPTION,
            CCURLE_BAD_FUNCTION_ARGUMENT:
            .libraryMissing(words(code))
        case CCURLE_ABORTED_BY_CALLBACK: .cancelled
        case CCURLE_UNSUPPORTED_PROTOCOL where words(code).contains(bytes: "HTTP/0.9"): .invalid(.notHTTP)
        case CCURLE_BAD_CONTENT_ENCODING, CCURLE_WRITE_ERROR: .invalid(.brokenCompression)
        case CCURLE_WEIRD_SERVER_REPLY: .invalid(.malformedHeader(words(code)))
        case CCURLE_RECV_ERROR where words(code).contains(bytes: "chunked-encoding"): .invalid(.malformedChunks)
        default: .unreachable(unreachable(code: code, head: head, of: url))
        }
    }

    /// The longest header line that libcurl accepts (`DYN_HTTP_REQUEST` and `CURL_MAX_HTTP_HEADER` in its sources).
    private static let headerLineLimit = 100 << 10

    /// Whether the response header was being received. libcurl reports a header line that is too long with the same
    /// code as a lack of memory; from 8.6 on it reports it as a value that is too large.
    private func isLineTooLong(_ head: ResponseHead) -> Bool {
        !head.isComplete && number(CCURLINFO_REQUEST_SIZE) > 0
    }

    private func unreachable(code: Int, head: ResponseHead, of url: String) -> Unreachable {
        switch code {
        case CCURLE_COULDNT_RESOLVE_HOST: .dns
        case CCURLE_COULDNT_RESOLVE_PROXY, CCURLE_PROXY: proxy(words(code), for: url)
        case CCURLE_RECV_ERROR where isRefusedByProxy: proxy(words(code), for: url)
        case CCURLE_COULDNT_CONNECT, CCURLE_QUIC_CONNECT_ERROR:
            refused(systemWords ?? words(code), message: words(code), for: url)
        case CCURLE_PEER_FAILED_VERIFICATION, CCURLE_SSL_CACERT_BADFILE, CCURLE_SSL_ISSUER_ERROR,
            CCURLE_SSL_INVALIDCERTSTATUS, CCURLE_SSL_CRL_BADFILE, CCURLE_SSL_PINNEDPUBKEYNOTMATCH:
            .certificate(words(code))
        case CCURLE_SSL_CONNECT_ERROR, CCURLE_SSL_CIPHER, CCURLE_SSL_CERTPROBLEM, CCURLE_SSL_CLIENTCERT,
            CCURLE_USE_SSL_FAILED, CCURLE_SSL_ENGINE_NOTFOUND, CCURLE_SSL_ENGINE_SETFAILED:
            .tls(words(code))
        case CCURLE_GOT_NOTHING: .headerCut
        case CCURLE_PARTIAL_FILE, CCURLE_HTTP2, CCURLE_HTTP2_STREAM, CCURLE_HTTP3: cut(head)
        case CCURLE_RECV_ERROR where isUnannouncedEnd(words(code)): cut(head)
        case CCURLE_RECV_ERROR, CCURLE_SEND_ERROR: .reset(receivedBytes: receivedBytes)
        default: .other(words(code))
        }
    }

    private func proxy(_ words: String, for url: String) -> Unreachable {
        .proxy(words, variable: ProxyVariable.used(for: url)?.name)
    }

    /// A connection that failed: to the proxy, if `message` names its host.
    private func refused(_ words: String, message: String, for url: String) -> Unreachable {
        guard let variable = ProxyVariable.used(for: url), variable.isNamed(in: message) else { return .connect(words) }
        return .proxy("\(variable.description): \(words)", variable: variable.name)
    }

    /// A proxy that libcurl cannot use. Its message has the value of the variable, which may hold a password.
    private func unsupportedProxy(for url: String) -> Unreachable {
        let variable = ProxyVariable.used(for: url)?.name
        return .proxy(
            "\(variable ?? "its variable") is not the URL of a proxy that libcurl supports", variable: variable)
    }

    private func cut(_ head: ResponseHead) -> Unreachable {
        head.isComplete ? .cut(receivedBytes: receivedBytes, expected: head.contentLength) : .headerCut
    }

    /// Whether a TLS connection was closed without a close notification, as OpenSSL and GnuTLS word it.
    private func isUnannouncedEnd(_ words: String) -> Bool {
        words.contains(bytes: "unexpected eof") || words.contains(bytes: "non-properly terminated")
    }

    private var isRefusedByProxy: Bool {
        let status = number(CCURLINFO_HTTP_CONNECTCODE)
        return status != 0 && !(200..<300).contains(status)
    }

    private func words(_ code: Int) -> String {
        message.isEmpty ? library.words(Int32(code)) : message
    }

    private var systemWords: String? {
        let number = number(CCURLINFO_OS_ERRNO)
        return unsafe number == 0 ? nil : String(cString: strerror(Int32(number)))
    }
}
