/// The header fields of a response, in order. Names are compared case-insensitively (RFC 9110 section 5.1).
package typealias HTTPHeaders = [HTTPHeader]

extension HTTPHeaders {
    /// Finds a field.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The first value of the field; nil if the field is missing.
    package subscript(name: String) -> String? {
        first { Self.equal($0.name, name) }?.value
    }

    /// Finds all values of a field.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The values in order; empty if the field is missing.
    package func values(of name: String) -> [String] {
        filter { Self.equal($0.name, name) }.map(\.value)
    }

    static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }
}
