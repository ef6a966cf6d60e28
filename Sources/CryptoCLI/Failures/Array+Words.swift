extension [String] {
    /// The texts as alternatives in a sentence: `a, b or c`.
    var asAlternatives: String {
        // Joining is generic at run time, and texts of options are made at each start.
        var text = first ?? ""
        for word in indices.dropFirst() { text += (word == count - 1 ? " or " : ", ") + self[word] }
        return text
    }
}
