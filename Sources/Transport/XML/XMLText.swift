import Platform

/// A name, an attribute's value or characters of an XML text. It is a slice of the text, or a copy of the bytes if
/// references, line ends or CDATA sections were resolved.
///
/// Valid only inside the closure of `XMLReader.read`.
public struct XMLText {
    @safe
    private enum Storage {
        case slice(UnsafeBufferPointer<UInt8>)
        case resolved([UInt8])
    }

    private let storage: Storage

    init(_ slice: UnsafeBufferPointer<UInt8>) {
        storage = unsafe .slice(slice)
    }

    init(resolved bytes: [UInt8]) {
        storage = .resolved(bytes)
    }

    /// Calls a closure with the bytes, which are UTF-8.
    ///
    /// - Parameter body: Gets the bytes, which are valid only inside it.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`.
    public func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        switch storage {
        case .slice(let bytes): unsafe try body(bytes)
        case .resolved(let bytes): unsafe try bytes.withUnsafeBufferPointer(body)
        }
    }

    /// Copies the text.
    ///
    /// - Returns: The text as a string, which stays valid.
    public func makeString() -> String {
        unsafe withUTF8 { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// A copy of the beginning, for messages.
    package var shown: String {
        unsafe withUTF8 { bytes in
            unsafe bytes.count <= 200
                ? String(decoding: bytes, as: UTF8.self) : String(decoding: bytes.prefix(200), as: UTF8.self) + "…"
        }
    }

    /// Whether the text equals `literal`, byte by byte.
    public static func == (text: XMLText, literal: StaticString) -> Bool {
        let expected = unsafe UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        return unsafe text.withUTF8 { unsafe areEqual($0, expected) }
    }

    /// Compares byte by byte in a loop, because names are short.
    private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        var place = 0
        while place < left.count, unsafe left[place] == right[place] { place += 1 }
        return place == left.count
    }
}

extension XMLText: Hashable {
    /// Compares the bytes.
    public static func == (left: XMLText, right: XMLText) -> Bool {
        unsafe left.withUTF8 { first in unsafe right.withUTF8 { unsafe areEqual(first, $0) } }
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        unsafe withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
