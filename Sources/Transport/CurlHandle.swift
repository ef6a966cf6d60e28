import CCurl

/// The one owner of a libcurl easy handle, of the header list it points to, and of its error text.
struct CurlHandle: ~Copyable {
    /// The handle itself, for calls that have no method here.
    let easy: OpaquePointer
    private var list: OpaquePointer?
    private let errorText: UnsafeMutablePointer<CChar>

    /// A new handle; `libraryMissing` where libcurl cannot be opened or has no memory.
    init() throws(CurlFailure) {
        try CurlLibrary.load()
        guard let easy = ccurl_easy_init() else { throw CurlFailure(text: "curl_easy_init") }
        self.easy = easy
        errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
        ccurl_set_pointer(easy, Int32(CCURLOPT_ERRORBUFFER), errorText)
    }

    deinit {
        ccurl_easy_cleanup(easy)
        ccurl_slist_free_all(list)
        errorText.deallocate()
    }

    /// libcurl's own words for the last failure; empty where it has none.
    var message: String {
        String(cString: errorText)
    }

    /// Sets an option that must be there, or throws libcurl's word for why it is not.
    func set(_ option: Int, _ value: Int) throws(CurlFailure) {
        try check(option, ccurl_set_long(easy, Int32(option), value))
    }

    /// Sets a text, which libcurl copies.
    func set(_ option: Int, _ value: String) throws(CurlFailure) {
        try check(option, ccurl_set_string(easy, Int32(option), value))
    }

    /// Sets an option that older libraries do not know; false where this one does not.
    @discardableResult
    func offer(_ option: Int, _ value: Int) -> Bool {
        ccurl_set_long(easy, Int32(option), value) == CCURLE_OK
    }

    /// As above, for a text.
    @discardableResult
    func offer(_ option: Int, _ value: String) -> Bool {
        ccurl_set_string(easy, Int32(option), value) == CCURLE_OK
    }

    /// The lines sent as the request's header, beside libcurl's own.
    mutating func setHeader(_ lines: [String]) throws(CurlFailure) {
        for line in lines {
            guard let longer = ccurl_slist_append(list, line) else { throw CurlFailure(text: "curl_slist_append") }
            list = longer
        }
        try check(CCURLOPT_HTTPHEADER, ccurl_set_list(easy, Int32(CCURLOPT_HTTPHEADER), list))
    }

    /// Where the body's bytes and the header's lines go; `context` is handed to both.
    func setSinks(body: ccurl_sink, header: ccurl_sink, context: UnsafeMutableRawPointer) throws(CurlFailure) {
        try check(CCURLOPT_WRITEFUNCTION, ccurl_set_sink(easy, Int32(CCURLOPT_WRITEFUNCTION), body))
        try check(CCURLOPT_WRITEDATA, ccurl_set_pointer(easy, Int32(CCURLOPT_WRITEDATA), context))
        try check(CCURLOPT_HEADERFUNCTION, ccurl_set_sink(easy, Int32(CCURLOPT_HEADERFUNCTION), header))
        try check(CCURLOPT_HEADERDATA, ccurl_set_pointer(easy, Int32(CCURLOPT_HEADERDATA), context))
    }

    /// A number that libcurl knows of the last transfer; 0 where it does not.
    func number(_ info: Int) -> Int {
        var value = 0
        return ccurl_get_long(easy, Int32(info), &value) == CCURLE_OK ? value : 0
    }

    /// The bytes of body that came, as sent.
    var receivedBytes: Int {
        var value: Int64 = 0
        return ccurl_get_offset(easy, Int32(CCURLINFO_SIZE_DOWNLOAD_T), &value) == CCURLE_OK ? Int(value) : 0
    }

    private func check(_ option: Int, _ code: Int32) throws(CurlFailure) {
        guard code != CCURLE_OK else { return }
        throw CurlFailure(text: "option \(option): \(String(cString: ccurl_easy_strerror(code)))")
    }
}
