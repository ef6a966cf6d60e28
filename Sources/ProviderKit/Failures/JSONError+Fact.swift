public import JSONReader

extension JSONError {
    /// The problem and its position in words: `a number instead of a string at byte 12`.
    @usableFromInline package var fact: String {
        switch kind {
        case .syntax(let expected): "no JSON: \(expected.words) at byte \(offset)"
        case .truncated: "cut short after \(offset) bytes"
        case .invalidUTF8: "no UTF-8 at byte \(offset)"
        case .tooDeep: "over \(JSONReader.maximumDepth) levels deep at byte \(offset)"
        case .tooMany(let limit): "over \(limit) elements at byte \(offset)"
        case .trailing: "more than one value at byte \(offset)"
        case .duplicateKey(let key): "'\(key)' twice at byte \(offset)"
        case .wrongKind(let expected, let found): "\(found.words) instead of \(expected.words) at byte \(offset)"
        case .missing(let key): "'\(key)' is missing at byte \(offset)"
        }
    }
}

extension JSONError.Expectation {
    fileprivate var words: String {
        switch self {
        case .value: "no value"
        case .key: "no key"
        case .colon: "no colon"
        case .commaOrEnd: "neither a comma nor an end"
        case .digit: "no digit"
        case .literal: "an unknown word"
        case .escape: "an unknown escape"
        case .noControlCharacter: "a control character"
        }
    }
}

extension JSONKind {
    fileprivate var words: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "a truth value"
        case .null: "null"
        }
    }
}
