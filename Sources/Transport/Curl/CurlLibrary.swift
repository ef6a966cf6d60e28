import CCurl

/// An error for a libcurl that is missing, or lacks a feature that every libcurl should have.
struct CurlFailure: Error, Equatable {
    /// The message of the loader or of the library.
    let text: String
}

/// The libcurl shared library.
enum CurlLibrary {
    /// Opens the library if it is not open yet. Throws `CurlFailure` if it cannot be opened.
    static func load() throws(CurlFailure) {
        var text = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
        guard unsafe !ccurl_load(&text, text.count) else { return }
        throw CurlFailure(text: String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
