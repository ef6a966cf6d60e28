extension Field {
    /// The rows by this field, upwards or downwards. Rows of equal values keep their order, unknown values are last in
    /// both directions, text is ordered by its characters, capitals first.
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
