import CCurl

/// The libcurl shared library.
enum CurlLibrary {
    /// Opens the library if it is not open yet. Throws `libraryMissing` if it cannot be opened.
    static func load() throws(TransportError.Reason) {
        var text = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
        guard unsafe !ccurl_load(&text, text.count) else { return }
        throw .libraryMissing(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
