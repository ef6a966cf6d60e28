/// A JSON document that is not made of rows, such as a schema. Members keep their order.
package indirect enum JSONDocument: Sendable {
    /// null.
    case null
    /// A string.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// true or false.
    case boolean(Bool)
    /// An array.
    case list([JSONDocument])
    /// An object. The names must be unique.
    case object([Member])

    /// A member of an object.
    package typealias Member = (name: String, value: JSONDocument)

    /// The document, indented, with a line feed at its end.
    package var text: String {
        var bytes: [UInt8] = []
        write(indent: 0, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(indent: Int, to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append("null")
        case .text(let text): bytes.append(json: text)
        case .integer(let integer): bytes.append(decimal: integer)
        case .boolean(let boolean): bytes.append(boolean ? "true" : "false")
        case .list(let elements):
            let isShort = elements.allSatisfy(\.isScalar)
            bytes.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(isShort ? ", " : ",") }
                if !isShort { Self.breakLine(indent: indent + 1, in: &bytes) }
                element.write(indent: indent + 1, to: &bytes)
            }
            if !isShort { Self.breakLine(indent: indent, in: &bytes) }
            bytes.append("]")
        case .object(let members):
            bytes.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(",") }
                Self.breakLine(indent: indent + 1, in: &bytes)
                bytes.append(json: member.name)
                bytes.append(": ")
                member.value.write(indent: indent + 1, to: &bytes)
            }
            if !members.isEmpty { Self.breakLine(indent: indent, in: &bytes) }
            bytes.append("}")
        }
    }

    private var isScalar: Bool {
        switch self {
        case .null, .text, .integer, .boolean: true
        case .list, .object: false
        }
    }

    private static func breakLine(indent: Int, in bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indent))
    }
}

extension JSONDocument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }

    package init(booleanLiteral value: Bool) { self = .boolean(value) }

    package init(arrayLiteral elements: JSONDocument...) { self = .list(elements) }

    package init(dictionaryLiteral elements: (String, JSONDocument)...) {
        self = .object(elements.map { (name: $0, value: $1) })
    }

    /// Creates a string; null for nil.
    package init(_ text: String?) { self = text.map(JSONDocument.text) ?? .null }

    /// Creates an array of strings.
    package init(_ texts: [String]) { self = .list(texts.map(JSONDocument.text)) }
}
