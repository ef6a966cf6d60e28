extension XMLReader {
    /// Reads a tag. The cursor is at its `<`.
    mutating func readTag() throws(XMLError) -> XMLEvent {
        if try take("</") { return .end(try readEndTag()) }
        if try take("<?") { throw error(.processingInstruction, at: cursor - 2) }
        if unsafe text[cursor + 1] == UInt8(ascii: "!") {
            if try take("<!DOCTYPE") { throw error(.doctype, at: cursor - 9) }
            throw error(.syntax(expected: .element))
        }
        let start = cursor
        cursor += 1
        let name = try readName()
        guard openElements.count < Self.maximumDepth else { throw error(.tooDeep, at: start) }
        try readAttributes()
        openElements.append(name)
        return .start(name)
    }

    private mutating func readEndTag() throws(XMLError) -> XMLText {
        let start = cursor - 2
        let name = try readName()
        skipWhiteSpace()
        guard try take(">") else { throw error(.syntax(expected: .tagEnd)) }
        guard let expected = openElements.popLast() else { throw error(.syntax(expected: .element), at: start) }
        guard name == expected else {
            throw error(.mismatchedTag(expected: expected.shown, found: name.shown), at: start)
        }
        return name
    }

    /// Reads attributes and the end of the tag.
    private mutating func readAttributes() throws(XMLError) {
        attributes.removeAll(keepingCapacity: true)
        var names: Set<XMLText> = []
        while true {
            let isSeparated = skipWhiteSpace()
            if try take(">") { return }
            if try take("/") {
                guard try take(">") else { throw error(.syntax(expected: .tagEnd)) }
                isEndPending = true
                return
            }
            guard isSeparated else { throw error(.syntax(expected: .spaceOrTagEnd)) }
            let start = cursor
            let name = try readName()
            guard attributes.count < Self.maximumAttributes else { throw error(.tooManyAttributes, at: start) }
            guard isNew(name, &names) else { throw error(.duplicateAttribute(name.shown), at: start) }
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
    private mutating func readQuote() throws(XMLError) -> UInt8 {
        guard unsafe cursor < text.count, unsafe text[cursor] == UInt8(ascii: "\"") || text[cursor] == UInt8(ascii: "'")
        else {
            throw unexpected(.quote)
        }
        cursor += 1
        return unsafe text[cursor - 1]
    }

    /// Reads an equals sign and the value after it.
    mutating func readAttributeValue() throws(XMLError) -> XMLText {
        skipWhiteSpace()
        guard try take("=") else { throw error(.syntax(expected: .equals)) }
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

    private mutating func resolveAttributeValue(from start: Int, to quote: UInt8) throws(XMLError) -> XMLText {
        var value = unsafe Array(text[start..<cursor])
        while unsafe cursor < text.count, unsafe text[cursor] != quote {
            switch unsafe text[cursor] {
            case UInt8(ascii: "<"): throw error(.syntax(expected: .escape))
            case UInt8(ascii: "&"): try readReference(into: &value)
            case 0x0A, 0x0D, 0x09:
                value.append(0x20)
                passLineEnd()
            default:
                unsafe value.append(text[cursor])
                cursor += 1
            }
        }
        guard unsafe cursor < text.count else { throw error(.truncated) }
        cursor += 1
        return XMLText(resolved: value)
    }
}
