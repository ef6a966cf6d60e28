extension String {
    /// The text without characters that a terminal interprets, truncated to fit on a line.
    package var harmless: String {
        var result = ""
        for (index, scalar) in unicodeScalars.enumerated() {
            guard index < 80 else { return result + "..." }
            result += scalar.isHarmful ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return result
    }

    /// The escaped text in single quotes.
    package var inQuotes: String { "'\(harmless)'" }
}

extension Unicode.Scalar {
    /// Whether the character is a control character, or a format character that reorders or hides text. The joiner of
    /// emoji is allowed.
    var isHarmful: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200D
        default: false
        }
    }
}
