extension [String] {
    /// The texts as alternatives in a sentence: `a, b or c`.
    var asAlternatives: String {
        // The joining of a slice is generic at run time, and texts of options are made at each start.
        let last = Array(suffix(2)).joined(separator: " or ")
        return (Array(dropLast(2)) + [last]).joined(separator: ", ")
    }
}
