/// A parser for the text of a value, with metadata for pages and completions.
package struct ValueParser<Value>: Sendable {
    /// The allowed values; empty if there is no fixed list.
    package var choices: [Choice] = []
    /// Whether the text is a comma-separated list.
    package var isList = false
    /// Words that people write after a number as an argument of its own, which belong to the value.
    package var units: Set<String> = []
    /// Returns the value of a text, or throws why it is none.
    package let parse: @Sendable (String) throws(ValueError) -> Value

    /// Creates a parser. `parse` takes the whole text, and throws if it is invalid.
    package init(parse: @escaping @Sendable (String) throws(ValueError) -> Value) {
        self.parse = parse
    }
}

extension ValueParser {
    /// Returns a parser that transforms the result.
    package func map<Other>(
        _ transform: @escaping @Sendable (Value) throws(ValueError) -> Other
    ) -> ValueParser<Other> {
        let parse = self.parse
        var mapped = ValueParser<Other> { (text) throws(ValueError) in try transform(try parse(text)) }
        mapped.choices = choices
        mapped.isList = isList
        mapped.units = units
        return mapped
    }

    /// Parses comma-separated values, none of them empty. Spaces around a value are removed.
    package static func list<Element>(of element: ValueParser<Element>) -> ValueParser where Value == [Element] {
        var list = ValueParser { (text) throws(ValueError) in
            guard !text.isEmpty else { throw ValueError.empty }
            var values: [Element] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let part = part.trimmed
                guard !part.isEmpty else {
                    let hint = text.count > 1 && text.hasSuffix(",") ? "; no space follows a comma" : ""
                    throw ValueError("\(text.inQuotes) has an empty element\(hint)")
                }
                values.append(try element.parse(part))
            }
            return values
        }
        list.choices = element.choices
        list.isList = true
        return list
    }
}

extension ValueParser where Value == String {
    /// Accepts any text except the empty one.
    package static var text: ValueParser {
        ValueParser { (text) throws(ValueError) in
            guard !text.isEmpty else { throw ValueError.empty }
            return text
        }
    }

    /// Accepts any text, including the empty one.
    package static var anyText: ValueParser {
        ValueParser { (text) throws(ValueError) in text }
    }
}

extension Substring {
    /// The text without spaces around it.
    var trimmed: String {
        var rest = self
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
