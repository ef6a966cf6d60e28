import Transport

extension XMLError {
    /// The problem and its position in words: `a DOCTYPE at byte 22`.
    package var fact: String {
        switch kind {
        case .syntax(let expected): "no XML: \(expected.rawValue) at byte \(offset)"
        case .truncated: "cut short after \(offset) bytes"
        case .invalidUTF8: "no UTF-8 at byte \(offset)"
        case .forbiddenCharacter: "a character that XML does not allow at byte \(offset)"
        case .encoding(let name): "the encoding '\(name)' instead of UTF-8 at byte \(offset)"
        case .doctype: "a DOCTYPE at byte \(offset)"
        case .processingInstruction: "a processing instruction at byte \(offset)"
        case .duplicateAttribute(let name): "'\(name)' twice at byte \(offset)"
        case .mismatchedTag(let expected, let found): "</\(found)> instead of </\(expected)> at byte \(offset)"
        case .undefinedEntity(let name): "the unknown entity '\(name)' at byte \(offset)"
        case .invalidReference: "a reference to no character at byte \(offset)"
        case .tooDeep: "over \(XMLReader.maximumDepth) levels deep at byte \(offset)"
        case .tooManyAttributes: "over \(XMLReader.maximumAttributes) attributes at byte \(offset)"
        case .trailing: "more than one element at byte \(offset)"
        }
    }
}
