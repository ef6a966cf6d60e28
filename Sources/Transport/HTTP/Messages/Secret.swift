#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An API key and its position in the request. It is printed as `***`.
package enum Secret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The last item of the query.
    case query(name: String, value: String)
    /// A header. The prefix, for example `Apikey `, precedes the key in its value.
    case header(name: String, value: String, prefix: String = "")

    /// The key itself.
    var value: String {
        switch self {
        case .query(_, let value), .header(_, let value, _): value
        }
    }

    /// Masks the key in a text from outside the program, each byte plain, percent-encoded or escaped.
    ///
    /// A key of fewer than six bytes is replaced only where it is a word of its own.
    ///
    /// - Parameter text: The text, such as a provider's message.
    /// - Returns: The text with `***` in place of the key.
    package func hidden(in text: String) -> String {
        text.masking(value)
    }

    /// Returns whether the key occurs in the bytes of an answer, in one of the forms that are masked.
    package func isPart(of bytes: [UInt8]) -> Bool {
        let key = Array(value.utf8)
        guard let first = key.first else { return false }
        return [first, UInt8(ascii: "%"), UInt8(ascii: "\\")].contains { byte in
            unsafe bytes.withUnsafeBytes { memory in
                var place = 0
                // memchr reads an answer of megabytes at the speed of memory.
                while let start = memory.baseAddress,
                    let next = unsafe memchr(start + place, Int32(byte), memory.count - place)
                {
                    place = unsafe UnsafeRawPointer(next) - start
                    if bytes.end(of: key, from: place) != nil { return true }
                    place += 1
                }
                return false
            }
        }
    }

    /// Always `***`, never the key.
    package var description: String { "***" }

    /// An empty mirror, so that `dump` and test reports do not show the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
    /// The name of the query item that holds the key.
    var queryName: String? {
        if case .query(let name, _) = self { name } else { nil }
    }
}
