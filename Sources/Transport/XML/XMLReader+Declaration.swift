extension XMLReader {
    /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` if the text begins with it.
    mutating func readDeclaration() throws(XMLError) {
        let start = cursor
        guard try take("<?xml") else { return }
        guard unsafe cursor == text.count || Self.isWhiteSpace(text[cursor]) else {
            throw error(.processingInstruction, at: start)
        }
        var allowed = ["version", "encoding", "standalone"][...]
        while let item = try readDeclarationItem() {
            guard let place = allowed.firstIndex(of: item.name), place == 0 || allowed.startIndex > 0 else {
                throw error(.syntax(expected: .declaration), at: item.offset)
            }
            allowed = allowed[(place + 1)...]
            try check(item)
        }
        guard allowed.startIndex > 0 else { throw error(.syntax(expected: .declaration), at: start) }
    }

    private struct DeclarationItem {
        let name: String
        let value: String
        let offset: Int
    }

    /// Reads the next name and value; nil after the end of the declaration.
    private mutating func readDeclarationItem() throws(XMLError) -> DeclarationItem? {
        let isSeparated = skipWhiteSpace()
        if try take("?>") { return nil }
        guard isSeparated else { throw error(.syntax(expected: .spaceOrTagEnd)) }
        let start = cursor
        let name = try readName().makeString()
        try readEquals()
        let quote = try readQuote()
        guard let end = unsafe text[cursor...].firstIndex(of: quote) else {
            throw unsafe error(.truncated, at: text.count)
        }
        let value = unsafe String(decoding: text[cursor..<end], as: UTF8.self)
        cursor = end + 1
        return DeclarationItem(name: name, value: value, offset: start)
    }

    private func check(_ item: DeclarationItem) throws(XMLError) {
        let isSound =
            switch item.name {
            case "version":
                item.value.hasPrefix("1.") && item.value.utf8.count > 2
                    && item.value.utf8.dropFirst(2).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            case "standalone": item.value == "yes" || item.value == "no"
            default: true
            }
        guard isSound else { throw error(.syntax(expected: .declaration), at: item.offset) }
        guard item.name != "encoding" || item.value.uppercased() == "UTF-8" else {
            throw error(.encoding(item.value), at: item.offset)
        }
    }
}
