extension String {
    /// The text without anything a terminal would act on, no longer than a line can bear.
    package var harmless: String {
        var result = ""
        for (index, scalar) in unicodeScalars.enumerated() {
            guard index < 80 else { return result + "..." }
            result += scalar.isHarmful ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return result
    }

    /// `'text'`, harmless.
    package var inQuotes: String { "'\(harmless)'" }

    /// As it stands in a message about a value: a number bare, anything else in quotes.
    package var shown: String {
        let isNumber =
            !isEmpty && utf8.count <= 80 && (utf8.first != UInt8(ascii: "-") || utf8.count > 1)
            && utf8.drop { $0 == UInt8(ascii: "-") }.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
        return isNumber ? self : inQuotes
    }
}

extension Unicode.Scalar {
    /// Control characters, and the format characters that reorder or hide text; the joiner of emoji may stand.
    fileprivate var isHarmful: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200D
        default: false
        }
    }
}
