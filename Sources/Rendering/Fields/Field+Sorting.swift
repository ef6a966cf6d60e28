extension Field {
    /// Sorts rows by this field. Rows in which it is unknown come last. The order of equal rows is kept.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - descending: Whether the largest value comes first.
    /// - Returns: The sorted rows.
    package func sorted(_ rows: [Row], descending: Bool = false) -> [Row] {
        let relation = descending ? Relation.greater : .less
        let values = rows.map(value)
        let known = values.indices.filter { values[$0] != .null }.sorted { left, right in
            if relation.holds(values[left], values[right]) { return true }
            return left < right && !relation.holds(values[right], values[left])
        }
        return (known + values.indices.filter { values[$0] == .null }).map { rows[$0] }
    }
}
