/// The decoded part of a chunked body (RFC 9112 section 7.1). An invalid chunk ends it.
struct ChunkedBody: Equatable {
    private(set) var bytes: [UInt8] = []
    /// True if the last chunk was received.
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
            // A line end follows the chunk.
            rest = rest.dropFirst(size + 2)
        }
    }
}
