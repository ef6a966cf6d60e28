extension String {
    /// The text in lower case without accents, as Open-Meteo's search compares names: `ile` for `Île`.
    ///
    /// Only Latin letters lose their accents, because the compared names are in English.
    var folded: String {
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: lowercased().unicodeScalars.compactMap(\.withoutAccent))
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// A lower-case letter without the part after `WITH` in its Unicode name; nil for a combining accent.
    fileprivate var withoutAccent: Unicode.Scalar? {
        if isASCII { return self }
        if (0x0300...0x036F).contains(value) { return nil }
        // For example `LATIN SMALL LETTER I WITH CIRCUMFLEX`.
        let words = (properties.name ?? "").split(separator: " ")
        guard words.count > 5, words[0] == "LATIN", words[4] == "WITH", words[3].utf8.count == 1 else { return self }
        return words[3].lowercased().unicodeScalars.first
    }
}
