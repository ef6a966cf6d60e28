extension String {
    /// The text without accents and in small letters, as the search of Open-Meteo compares names: `ile` of `Île`.
    ///
    /// Only Latin letters lose their accents: the names that are compared are in English.
    var folded: String {
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: lowercased().unicodeScalars.compactMap(\.withoutAccent))
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// A small letter without what its Unicode name has it `WITH`; nil for a combining accent.
    fileprivate var withoutAccent: Unicode.Scalar? {
        if isASCII { return self }
        if (0x0300...0x036F).contains(value) { return nil }
        // LATIN SMALL LETTER I WITH CIRCUMFLEX
        let words = (properties.name ?? "").split(separator: " ")
        guard words.count > 5, words[0] == "LATIN", words[4] == "WITH", words[3].utf8.count == 1 else { return self }
        return words[3].lowercased().unicodeScalars.first
    }
}
