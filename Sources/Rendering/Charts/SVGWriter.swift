/// Writes XML elements with escaped text.
struct SVGWriter {
    var bytes: [UInt8] = []

    /// Writes an element: around a text, around its title, or without content. The texts of attributes are those of
    /// this program, and empty ones are left out.
    mutating func element(
        _ name: String, class className: String = "", numbers: KeyValuePairs<String, Double> = [:],
        _ texts: KeyValuePairs<String, String> = [:], text: String? = nil, title: String? = nil
    ) {
        let attributes = [("class", className)] + numbers.map { ($0, $1.coordinate) } + texts
        raw("<" + name + attributes.map { $1.isEmpty ? "" : " \($0)=\"\($1)\"" }.joined())
        guard text ?? title != nil else { return raw("/>\n") }
        raw(title == nil ? ">" : ">\n")
        if let title { element("title", text: title) }
        escape(text ?? "")
        raw("</\(name)>\n")
    }

    /// Writes text of this program without escaping.
    mutating func raw(_ text: String) {
        bytes += Array(text.utf8)
    }

    private mutating func escape(_ text: String) {
        // The two noncharacters of Unicode that XML does not allow.
        let allowed = text.unicodeScalars.map { $0.value | 1 == 0xFFFF ? "\u{FFFD}" : $0 }
        escaping.write(String(String.UnicodeScalarView(allowed)), to: &bytes)
    }
}

extension Double {
    /// The number with at most two decimals, without trailing zeros.
    var coordinate: String {
        let hundredths = Int(saturating: self * 100)
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + fraction
    }
}

/// Escapes the markup characters of XML 1.0 and the characters that it does not allow.
private let escaping = Escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
