import CCurl

/// The owner of a libcurl easy handle, of the header list it points to, and of its error buffer.
@safe
struct CurlHandle: ~Copyable {
    /// The handle itself, for calls that have no method here.
    let easy: OpaquePointer
    /// The library of the handle.
    let library: CurlLibrary
    private var list: OpaquePointer?
    private let errorText: UnsafeMutablePointer<CChar>

    /// Creates a handle. Throws `libraryMissing` if libcurl cannot be opened or is out of memory.
    init() throws(TransportError.Reason) {
        let library = try CurlLibrary.open()
        guard let easy = unsafe ccurl_easy_init(library.pointer) else { throw .libraryMissing("curl_easy_init") }
        self.library = library
        unsafe self.easy = easy
        unsafe errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
        unsafe ccurl_set_pointer(easy, Int32(CCURLOPT_ERRORBUFFER), errorText)
    }

    deinit {
        unsafe ccurl_easy_cleanup(easy)
        unsafe ccurl_slist_free_all(library.pointer, list)
        unsafe errorText.deallocate()
    }

    /// libcurl's message for the last failure; empty if there is none.
    var message: String {
        unsafe String(cString: errorText)
    }

    /// Sets a required option. Throws libcurl's error if it cannot be set.
    func set(_ option: Int, _ value: Int) throws(TransportError.Reason) {
        unsafe try check(option, ccurl_set_long(easy, Int32(option), value))
    }

    /// Sets a required option to a string, which libcurl copies.
    func set(_ option: Int, _ value: String) throws(TransportError.Reason) {
        unsafe try check(option, ccurl_set_pointer(easy, Int32(option), value))
    }

    /// Sets an option that older libraries do not know. Returns false if this library does not know it.
    @discardableResult
    func offer(_ option: Int, _ value: Int) -> Bool {
        unsafe ccurl_set_long(easy, Int32(option), value) == CCURLE_OK
    }

    /// Sets an option to a string if the library knows it. Returns false if it does not.
    @discardableResult
    func offer(_ option: Int, _ value: String) -> Bool {
        unsafe ccurl_set_pointer(easy, Int32(option), value) == CCURLE_OK
    }

    /// Sets the request's header lines, in addition to those of libcurl.
    mutating func setHeader(_ lines: [String]) throws(TransportError.Reason) {
        for line in lines {
            guard let longer = unsafe ccurl_slist_append(library.pointer, list, line) else {
                throw .libraryMissing("curl_slist_append")
            }
            unsafe list = longer
        }
        unsafe try check(
            CCURLOPT_HTTPHEADER, ccurl_set_pointer(easy, Int32(CCURLOPT_HTTPHEADER), list.map(UnsafeRawPointer.init)))
    }

    /// Sets the functions that receive the body's bytes and the header's lines. `context` is passed to both.
    func setSinks(body: ccurl_sink, header: ccurl_sink, context: UnsafeMutableRawPointer) throws(TransportError.Reason)
    {
        unsafe try check(CCURLOPT_WRITEFUNCTION, ccurl_set_sink(easy, Int32(CCURLOPT_WRITEFUNCTION), body))
        unsafe try check(CCURLOPT_WRITEDATA, ccurl_set_pointer(easy, Int32(CCURLOPT_WRITEDATA), context))
        unsafe try check(CCURLOPT_HEADERFUNCTION, ccurl_set_sink(easy, Int32(CCURLOPT_HEADERFUNCTION), header))
        unsafe try check(CCURLOPT_HEADERDATA, ccurl_set_pointer(easy, Int32(CCURLOPT_HEADERDATA), context))
    }

    /// A number from libcurl about the last transfer; 0 if libcurl does not have it.
    func number(_ info: Int) -> Int {
        var value = 0
        return unsafe ccurl_get(easy, Int32(info), &value) == CCURLE_OK ? value : 0
    }

    /// Returns information that is text; nil if there is none.
    func text(_ info: Int) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe ccurl_get(easy, Int32(info), &value) == CCURLE_OK else { return nil }
        return unsafe value.map { unsafe String(cString: $0) }
    }

    /// The number of body bytes received, before decompression.
    var receivedBytes: Int {
        var value: Int64 = 0
        return unsafe ccurl_get(easy, Int32(CCURLINFO_SIZE_DOWNLOAD_T), &value) == CCURLE_OK ? Int(value) : 0
    }

    private func check(_ option: Int, _ code: Int32) throws(TransportError.Reason) {
        guard code != CCURLE_OK else { return }
        throw .libraryMissing("option \(option): \(library.words(code))")
    }
}
