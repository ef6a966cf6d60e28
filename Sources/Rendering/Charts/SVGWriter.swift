/// Writes XML elements with escaped text. Coordinates have at most two decimals.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes an element without content.
    mutating func element(_ name: StaticString, _ attributes: [(StaticString, Attribute)]) {
        begin(name, attributes)
        bytes.append("/>\n")
    }

    /// Writes an element with a text.
    mutating func element(_ name: StaticString, _ attributes: [(StaticString, Attribute)] = [], text: String) {
        begin(name, attributes)
        bytes.append(">")
        escape(text)
        end(name)
    }

    /// Writes an element around the output of `body`.
    mutating func element(
        _ name: StaticString, _ attributes: [(StaticString, Attribute)], content body: (inout SVGWriter) -> Void
    ) {
        begin(name, attributes)
        bytes.append(">\n")
        body(&self)
        end(name)
    }

    /// Writes text of this program without escaping.
    mutating func raw(_ text: String) {
        bytes += Array(text.utf8)
    }

    /// The value of an attribute.
    enum Attribute {
        case text(String)
        case number(Double)
    }

    private mutating func begin(_ name: StaticString, _ attributes: [(StaticString, Attribute)]) {
        bytes.append("<")
        bytes.append(name)
        for (key, value) in attributes {
            bytes.append(" ")
            bytes.append(key)
            bytes.append("=\"")
            switch value {
            case .text(let text): escape(text)
            case .number(let number): raw(Self.coordinate(number))
            }
            bytes.append("\"")
        }
    }

    private mutating func end(_ name: StaticString) {
        bytes.append("</")
        bytes.append(name)
        bytes.append(">\n")
    }

    private mutating func escape(_ text: String) {
        // The two noncharacters of Unicode that XML does not allow.
        let isNone: (Unicode.Scalar) -> Bool = { $0.value == 0xFFFE || $0.value == 0xFFFF }
        guard text.unicodeScalars.contains(where: isNone) else { return escaping.write(text, to: &bytes) }
        var allowed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { allowed.append(isNone(scalar) ? "\u{FFFD}" : scalar) }
        escaping.write(String(allowed), to: &bytes)
    }

    /// Formats a coordinate with at most two decimals, without trailing zeros.
    static func coordinate(_ number: Double) -> String {
        let hundredths = Int(saturating: number * 100)
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + fraction
    }
}

/// Escapes the markup characters of XML 1.0 and the characters that it does not allow.
private let escaping = Escaping(and: "&<>\"'") { scalar, bytes in
    switch scalar {
    case 0x26: bytes.append("&amp;")
    case 0x3C: bytes.append("&lt;")
    case 0x3E: bytes.append("&gt;")
    case 0x22: bytes.append("&quot;")
    case 0x27: bytes.append("&#39;")
    default: TerminalText.replace(scalar, to: &bytes)
    }
}
