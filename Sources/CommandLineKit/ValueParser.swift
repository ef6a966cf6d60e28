/// How the text of a value is read, and what pages and completions say of such values.
package struct ValueParser<Value>: Sendable {
    /// The values there are; empty where there is no fixed list.
    package var choices: [Choice] = []
    /// Whether the text is a list with commas.
    package var isList = false
    let parse: @Sendable (String) throws(ValueError) -> Value

    /// A parser that takes the whole text or throws.
    package init(parse: @escaping @Sendable (String) throws(ValueError) -> Value) {
        self.parse = parse
    }

    func described(
        name: String, short: Character?, _ valueName: String, _ help: String, _ defaultText: String?
    ) -> OptionInfo {
        var info = OptionInfo(name: name, short: short, valueName: valueName, help: help)
        info.choices = choices
        info.isList = isList
        info.defaultText = defaultText
        return info
    }
}

extension ValueParser {
    /// The same reading with another result.
    package func map<Other>(
        _ transform: @escaping @Sendable (Value) throws(ValueError) -> Other
    ) -> ValueParser<Other> {
        let parse = self.parse
        var mapped = ValueParser<Other> { (text) throws(ValueError) in try transform(try parse(text)) }
        mapped.choices = choices
        mapped.isList = isList
        return mapped
    }

    /// Values with commas between them, none of them empty; spaces around one are dropped.
    package static func list<Element>(of element: ValueParser<Element>) -> ValueParser where Value == [Element] {
        var list = ValueParser { (text) throws(ValueError) in
            guard !text.isEmpty else { throw ValueError.empty }
            var values: [Element] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let part = part.trimmed
                guard !part.isEmpty else { throw ValueError("\(text.inQuotes) has an empty element") }
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
    /// Any text but the empty one.
    package static var text: ValueParser {
        ValueParser { (text) throws(ValueError) in
            guard !text.isEmpty else { throw ValueError.empty }
            return text
        }
    }

    /// Any text, the empty one too.
    package static var anyText: ValueParser {
        ValueParser { (text) throws(ValueError) in text }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var rest = self
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
