/// A body in chunks (RFC 9112 section 7.1), as far as it has come; what is broken in it ends it.
struct ChunkedBody: Equatable {
    private(set) var bytes: [UInt8] = []
    /// True once the last chunk has come.
    private(set) var isWhole = false

    init(_ coded: [UInt8]) {
        var rest = coded[...]
        while let lineEnd = rest.firstIndex(of: 0x0A) {
            let digits = rest[..<lineEnd].prefix { $0 != UInt8(ascii: ";") && $0 != 0x0D && $0 != 0x20 }
            guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else { return }
            rest = rest[(lineEnd + 1)...]
            isWhole = size == 0
            if isWhole { return }
            bytes += rest.prefix(size)
            guard size < rest.count - 1 else { return }
            // The chunk is followed by a line end of its own.
            rest = rest.dropFirst(size + 2)
        }
    }
}
