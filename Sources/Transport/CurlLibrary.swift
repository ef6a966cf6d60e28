import CCurl

/// libcurl is not there, or does not do what every libcurl should.
struct CurlFailure: Error, Equatable {
    /// The loader's or the library's own words.
    let text: String
}

/// The library as a whole.
enum CurlLibrary {
    /// Opens it when that has not been done.
    static func load() throws(CurlFailure) {
        var text = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
        guard !ccurl_load(&text, text.count) else { return }
        throw CurlFailure(text: String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
