extension Field {
    /// Returns the rows sorted by this field, ascending by default. The sort is stable, unknown values are last in both
    /// directions, and text is ordered by characters, capitals first.
    public func sorted(_ rows: [Row], descending: Bool = false) -> [Row] {
        let relation = descending ? Relation.greater : .less
        let values = rows.map(value)
        let known = values.indices.filter { values[$0] != .null }.sorted { left, right in
            if relation.holds(values[left], values[right]) { return true }
            return left < right && !relation.holds(values[right], values[left])
        }
        return (known + values.indices.filter { values[$0] == .null }).map { rows[$0] }
    }
}
