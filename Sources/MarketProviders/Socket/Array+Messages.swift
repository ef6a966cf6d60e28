extension [String] {
    /// Joins texts by commas, in as many groups as are needed for each to have at most `limit` bytes. A longer text is
    /// a group alone.
    func joined(upTo limit: Int) -> [String] {
        var groups: [String] = []
        for text in self {
            let last = groups.count - 1
            if last >= 0, groups[last].utf8.count + 1 + text.utf8.count <= limit {
                groups[last] += ","
                groups[last] += text
            } else {
                groups.append(text)
            }
        }
        return groups
    }
}
