import Markets

extension Quote {
    /// Which coin was chosen if several have the ticker; nil if only one has it.
    var ambiguity: String? {
        guard !namesakes.isEmpty else { return nil }
        let others = namesakes.prefix(5).map { "id:\($0)" }.joined(separator: ", ")
        let more = namesakes.count > 5 ? " and \(namesakes.count - 5) more" : ""
        return "\(symbol) is \(id ?? "?"), the largest of several; the others are \(others)\(more)"
    }
}
