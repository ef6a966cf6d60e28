extension String {
    /// The text as a string of JSON, quotes included (RFC 8259, 7).
    package var asJSON: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\":
                text.unicodeScalars.append("\\")
                text.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension Sequence<String> {
    /// The texts as an array of JSON.
    package var asJSON: String { "[" + map(\.asJSON).joined(separator: ",") + "]" }
}
