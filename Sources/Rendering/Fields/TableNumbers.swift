/// The numbers that the columns of a table have shown so far.
///
/// Columns of prices share theirs. Otherwise the low of a coin near 1 could have four decimals, the high beside it two,
/// and the low would look higher.
struct TableNumbers: Sendable {
    private var columns: [ColumnNumbers]
    /// For each column the index of the one that holds its numbers.
    private let places: [Int]

    /// No numbers yet, of columns with these presentations.
    init(_ presentations: [Presentation]) {
        columns = presentations.map { _ in ColumnNumbers() }
        let prices = presentations.firstIndex(of: .price)
        places = presentations.indices.map { presentations[$0] == .price ? prices ?? $0 : $0 }
    }

    /// Adds the numbers of each column of some rows.
    mutating func add(_ cells: TableCells) {
        for index in columns.indices { columns[places[index]].add(cells.values(inColumn: index)) }
    }

    /// The numbers from which the decimals of a column follow.
    subscript(index: Int) -> ColumnNumbers { columns[places[index]] }
}
