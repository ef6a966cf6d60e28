extension XMLReader {
    /// Reads a tag, standing at its `<`.
    mutating func readTag() throws(XMLError) -> XMLEvent {
        if try take("</") { return .end(try readEndTag()) }
        if try take("<?") { throw error(.processingInstruction, at: cursor - 2) }
        if text[cursor + 1] == UInt8(ascii: "!") {
            if try take("<!DOCTYPE") { throw error(.doctype, at: cursor - 9) }
            throw error(.syntax(expected: .element))
        }
        let start = cursor
        cursor += 1
        let name = try readName()
        guard openElements.count < Self.maximumDepth else { throw error(.tooDeep, at: start) }
        let attributes = try readAttributes()
        openElements.append(name)
        return .start(XMLElement(name: name, attributes: attributes))
    }

    private mutating func readEndTag() throws(XMLError) -> String {
        let start = cursor - 2
        let name = try readName()
        skipWhiteSpace()
        guard try take(">") else { throw error(.syntax(expected: .tagEnd)) }
        guard let expected = openElements.popLast() else { throw error(.syntax(expected: .element), at: start) }
        guard name == expected else { throw error(.mismatchedTag(expected: expected, found: name), at: start) }
        return name
    }

    /// Reads attributes up to the tag's end, and that too.
    private mutating func readAttributes() throws(XMLError) -> [XMLAttribute] {
        var attributes: [XMLAttribute] = []
        var names: Set<String> = []
        while true {
            let isSeparated = skipWhiteSpace()
            if try take(">") { return attributes }
            if try take("/") {
                guard try take(">") else { throw error(.syntax(expected: .tagEnd)) }
                isEndPending = true
                return attributes
            }
            guard isSeparated else { throw error(.syntax(expected: .spaceOrTagEnd)) }
            let start = cursor
            let name = try readName()
            guard names.insert(name).inserted else { throw error(.duplicateAttribute(name), at: start) }
            try readEquals()
            attributes.append(XMLAttribute(name: name, value: try readAttributeValue()))
        }
    }

    mutating func readEquals() throws(XMLError) {
        skipWhiteSpace()
        guard try take("=") else { throw error(.syntax(expected: .equals)) }
        skipWhiteSpace()
    }

    /// Passes an opening quote of either kind.
    mutating func readQuote() throws(XMLError) -> UInt8 {
        guard cursor < text.count, text[cursor] == UInt8(ascii: "\"") || text[cursor] == UInt8(ascii: "'") else {
            throw unexpected(.quote)
        }
        cursor += 1
        return text[cursor - 1]
    }

    private mutating func readAttributeValue() throws(XMLError) -> String {
        let quote = try readQuote()
        var value: [UInt8] = []
        while cursor < text.count, text[cursor] != quote {
            switch text[cursor] {
            case UInt8(ascii: "<"): throw error(.syntax(expected: .escape))
            case UInt8(ascii: "&"): try readReference(into: &value)
            case 0x0A, 0x0D, 0x09:
                value.append(0x20)
                passLineEnd()
            default:
                value.append(text[cursor])
                cursor += 1
            }
        }
        guard cursor < text.count else { throw error(.truncated) }
        cursor += 1
        return String(decoding: value, as: UTF8.self)
    }
}
