import CCurl

/// The libcurl shared library.
package enum CurlLibrary {
    /// Returns what the library says of itself and of its TLS library, or why it cannot be opened.
    package static func summary() -> String {
        do throws(TransportError.Reason) {
            try load()
        } catch {
            return problem(error)
        }
        return unsafe String(cString: ccurl_version())
    }

    private static func problem(_ reason: TransportError.Reason) -> String {
        guard case .libraryMissing(let text) = reason else { return "libcurl cannot be used" }
        return "libcurl cannot be opened (\(text))"
    }

    /// Opens the library if it is not open yet. Throws `libraryMissing` if it cannot be opened.
    static func load() throws(TransportError.Reason) {
        var text = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
        guard unsafe !ccurl_load(&text, text.count) else { return }
        throw .libraryMissing(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
