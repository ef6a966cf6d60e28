/// The header fields of a response, in order. Names are compared case-insensitively (RFC 9110 section 5.1).
public struct HTTPHeaders: Sendable, Equatable {
    /// The fields as sent.
    public private(set) var fields: [HTTPHeader]

    /// Creates a list of fields.
    ///
    /// - Parameter fields: The fields in order.
    public init(_ fields: [HTTPHeader] = []) {
        self.fields = fields
    }

    /// Finds a field.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The first value of the field; nil if the field is missing.
    public subscript(name: String) -> String? {
        fields.first { Self.equal($0.name, name) }?.value
    }

    /// Finds all values of a field.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The values in order; empty if the field is missing.
    public func values(of name: String) -> [String] {
        fields.filter { Self.equal($0.name, name) }.map(\.value)
    }

    mutating func append(_ field: HTTPHeader) {
        fields.append(field)
    }

    /// Appends a folded line to the last value (obsolete line folding, RFC 9112 section 5.2). Returns false if there
    /// is none.
    mutating func continueLast(with text: String) -> Bool {
        guard !fields.isEmpty else { return false }
        fields[fields.count - 1].value += " " + text
        return true
    }

    static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }
}
