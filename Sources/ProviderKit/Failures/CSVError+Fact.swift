import Transport

extension CSVError {
    /// The problem and its position in words: `a control character at byte 12`.
    var fact: String {
        switch kind {
        case .truncated: "cut short within quotes after \(offset) bytes"
        case .invalidUTF8: "no UTF-8 at byte \(offset)"
        case .forbiddenCharacter: "a control character at byte \(offset)"
        case .strayQuote: "a quote within a field at byte \(offset)"
        case .afterQuote: "neither a comma nor a line's end behind the quote at byte \(offset)"
        case .tooManyFields: "over \(CSVReader.maximumFields) fields at byte \(offset)"
        case .fieldTooLong: "a field of over \(CSVReader.maximumFieldLength) bytes at byte \(offset)"
        case .fieldCount(let expected, let found): "\(found) fields instead of \(expected) at byte \(offset)"
        }
    }
}
