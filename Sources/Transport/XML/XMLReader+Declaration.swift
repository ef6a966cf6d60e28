extension XMLReader {
    /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` if the text begins with it.
    mutating func readDeclaration() throws(TextError) {
        let start = cursor
        guard try take("<?xml") else { return }
        guard unsafe cursor == text.count || Self.isWhiteSpace(text[cursor]) else {
            throw error("a processing instruction", at: start)
        }
        var allowed = ["version", "encoding", "standalone"][...]
        while true {
            let isSeparated = skipWhiteSpace()
            if try take("?>") { break }
            guard isSeparated else { throw syntax("neither a space nor the tag's end") }
            let itemStart = cursor
            let name = try readName().makeString()
            let value = try readAttributeValue().makeString()
            guard let place = allowed.firstIndex(of: name), place == 0 || allowed.startIndex > 0,
                unsafe !text[itemStart..<cursor].contains(UInt8(ascii: "&")), Self.isSound(value, of: name)
            else { throw syntax("no sound XML declaration", at: itemStart) }
            guard name != "encoding" || value.uppercased() == "UTF-8" else {
                throw error("the encoding '\(value)' instead of UTF-8", at: itemStart)
            }
            allowed = allowed[(place + 1)...]
        }
        guard allowed.startIndex > 0 else { throw syntax("no sound XML declaration", at: start) }
    }

    private static func isSound(_ value: String, of name: String) -> Bool {
        switch name {
        case "version":
            value.hasPrefix("1.") && value.utf8.count > 2
                && value.utf8.dropFirst(2).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        case "standalone": value == "yes" || value == "no"
        default: true
        }
    }
}
