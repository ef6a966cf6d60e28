/// The header fields of an answer in their order; names are compared without regard to case (RFC 9110 section 5.1).
public struct HTTPHeaders: Sendable, Equatable {
    /// The fields as sent.
    public private(set) var fields: [HTTPHeader]

    /// Fields in order.
    public init(_ fields: [HTTPHeader] = []) {
        self.fields = fields
    }

    /// The first value of a field, or nil where it was not sent.
    public subscript(name: String) -> String? {
        fields.first { Self.equal($0.name, name) }?.value
    }

    /// Every value of a field, in order.
    public func values(of name: String) -> [String] {
        fields.filter { Self.equal($0.name, name) }.map(\.value)
    }

    mutating func append(_ field: HTTPHeader) {
        fields.append(field)
    }

    /// Obsolete line folding (RFC 9112 section 5.2): the line goes on the last value.
    mutating func continueLast(with text: String) -> Bool {
        guard !fields.isEmpty else { return false }
        fields[fields.count - 1].value += " " + text
        return true
    }

    static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }
}
