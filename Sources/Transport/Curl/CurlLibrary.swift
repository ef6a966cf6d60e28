import CCurl

/// The libcurl shared library, once it is open. Only `open` gives one, and every handle begins with it, so that no
/// function of libcurl can be called before.
@safe
package struct CurlLibrary: @unchecked Sendable {
    /// The table of functions, which lasts as long as the process and does not change.
    let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Opens the library at the first call. Throws `libraryMissing` if it cannot be opened.
    static func open() throws(TransportError.Reason) -> CurlLibrary {
        var text = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
        if let pointer = unsafe ccurl_load(&text, text.count) { return unsafe CurlLibrary(pointer) }
        throw .libraryMissing(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// What a report of a problem says of the library: what the library says of itself and of its TLS library, or why
    /// it cannot be opened; the file that was opened; the certificates that it trusts unless variables name others,
    /// which are unknown before 7.84.
    package typealias Facts = (summary: String, path: String?, trust: Trust)

    /// Opens the library to tell its facts.
    package static func facts() -> Facts {
        do throws(TransportError.Reason) {
            let library = try open()
            let path = unsafe ccurl_path(library.pointer).map { unsafe String(cString: $0) }
            let handle = try CurlHandle()
            let trust = Trust(bundle: handle.text(CCURLINFO_CAINFO), directory: handle.text(CCURLINFO_CAPATH))
            return (library.version, path, trust)
        } catch {
            return (problem(error), nil, Trust())
        }
    }

    private static func problem(_ reason: TransportError.Reason) -> String {
        guard case .libraryMissing(let text) = reason else { return "libcurl cannot be used" }
        return "libcurl cannot be opened (\(text))"
    }

    private var version: String { unsafe String(cString: ccurl_version(pointer)) }

    /// Returns the library's words for a CURLcode.
    func words(_ code: Int32) -> String { unsafe String(cString: ccurl_easy_strerror(pointer, code)) }

    /// Returns a date in any HTTP format as seconds since 1970; nil if it is not one.
    func seconds(ofDate text: String) -> Int64? {
        let seconds = unsafe ccurl_getdate(pointer, text)
        return seconds < 0 ? nil : seconds
    }
}
