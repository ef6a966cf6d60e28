extension XMLReader {
    /// Reads a tag. The cursor is at its `<`.
    mutating func readTag() throws(TextError) -> XMLEvent {
        if try take("</") { return .end(try readEndTag()) }
        if try take("<?") { throw error("a processing instruction", at: cursor - 2) }
        if unsafe text[cursor + 1] == UInt8(ascii: "!") {
            if try take("<!DOCTYPE") { throw error("a DOCTYPE", at: cursor - 9) }
            throw syntax("no element")
        }
        let start = cursor
        cursor += 1
        let name = try readName()
        guard openElements.count < Self.maximumDepth else {
            throw error("over \(Self.maximumDepth) levels deep", at: start)
        }
        try readAttributes()
        openElements.append(name)
        return .start(name)
    }

    private mutating func readEndTag() throws(TextError) -> XMLText {
        let start = cursor - 2
        let name = try readName()
        skipWhiteSpace()
        guard try take(">") else { throw syntax("no end of the tag") }
        guard let expected = openElements.popLast() else { throw syntax("no element", at: start) }
        guard name == expected else {
            throw error("</\(name.shown)> instead of </\(expected.shown)>", at: start)
        }
        return name
    }

    /// Reads attributes and the end of the tag.
    private mutating func readAttributes() throws(TextError) {
        attributes.removeAll(keepingCapacity: true)
        var names: Set<XMLText> = []
        while true {
            let isSeparated = skipWhiteSpace()
            if try take(">") { return }
            if try take("/") {
                guard try take(">") else { throw syntax("no end of the tag") }
                isEndPending = true
                return
            }
            guard isSeparated else { throw syntax("neither a space nor the tag's end") }
            let start = cursor
            let name = try readName()
            guard attributes.count < Self.maximumAttributes else {
                throw error("over \(Self.maximumAttributes) attributes", at: start)
            }
            guard isNew(name, &names) else { throw error("'\(name.shown)' twice", at: start) }
            attributes.append(XMLAttribute(name: name, value: try readAttributeValue()))
        }
    }

    /// Whether no attribute of this tag has the name. From the ninth attribute on it uses `names`, to avoid quadratic
    /// time.
    private func isNew(_ name: XMLText, _ names: inout Set<XMLText>) -> Bool {
        if attributes.count < 8 { return !attributes.contains { $0.name == name } }
        if names.isEmpty { names = Set(attributes.map(\.name)) }
        return names.insert(name).inserted
    }

    /// Consumes an opening quote of either kind and returns it.
    private mutating func readQuote() throws(TextError) -> UInt8 {
        guard unsafe cursor < text.count, unsafe text[cursor] == UInt8(ascii: "\"") || text[cursor] == UInt8(ascii: "'")
        else {
            throw unexpected("no quote")
        }
        cursor += 1
        return unsafe text[cursor - 1]
    }

    /// Reads an equals sign and the value after it.
    mutating func readAttributeValue() throws(TextError) -> XMLText {
        skipWhiteSpace()
        guard try take("=") else { throw syntax("no '='") }
        skipWhiteSpace()
        let quote = try readQuote()
        let start = cursor
        while unsafe cursor < text.count {
            let byte = unsafe text[cursor]
            if byte == quote {
                defer { cursor += 1 }
                return slice(from: start)
            }
            // Other values cannot be slices of the text, and are rare.
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte < 0x20 { break }
            cursor += 1
        }
        return try resolveAttributeValue(from: start, to: quote)
    }

    private mutating func resolveAttributeValue(from start: Int, to quote: UInt8) throws(TextError) -> XMLText {
        var value = unsafe Array(text[start..<cursor])
        while unsafe cursor < text.count, unsafe text[cursor] != quote {
            switch unsafe text[cursor] {
            case UInt8(ascii: "<"): throw syntax("an unescaped character")
            case UInt8(ascii: "&"): try readReference(into: &value)
            case 0x0A, 0x0D, 0x09:
                value.append(0x20)
                passLineEnd()
            default:
                unsafe value.append(text[cursor])
                cursor += 1
            }
        }
        guard unsafe cursor < text.count else { throw truncated }
        cursor += 1
        return XMLText(resolved: value)
    }
}
