/// The numbers that the columns of a table have shown so far.
///
/// Columns of prices share theirs. Otherwise the low of a coin near 1 could have four decimals, the high beside it two,
/// and the low would look higher.
///
/// For people each asset has prices of its own: those of others do not change its decimals.
struct TableNumbers: Sendable {
    private var columns: [ColumnNumbers]
    /// For each column the index of the one that holds its numbers.
    private let places: [Int]
    /// The column with the names of assets, and those with prices.
    private let asset: Int?
    private let prices: [Int]
    /// The prices of each asset.
    private var assets: [String: ColumnNumbers] = [:]

    /// No numbers yet, of columns with these presentations. `asset` is the column with the names of assets.
    init(_ presentations: [Presentation], asset: Int? = nil) {
        columns = presentations.map { _ in ColumnNumbers() }
        let first = presentations.firstIndex { $0 == .price || $0 == .money }
        places = presentations.indices.map { index in
            [.price, .money].contains(presentations[index]) ? first ?? index : index
        }
        self.asset = asset
        prices = presentations.indices.filter { presentations[$0] == .price }
    }

    /// Adds the numbers of each column of some rows.
    mutating func add(_ cells: TableCells) {
        for index in columns.indices { columns[places[index]].add(cells.values(inColumn: index)) }
        guard !prices.isEmpty else { return }
        for row in 0..<cells.rowCount {
            let values = cells.values(inRow: row)
            assets[name(in: values), default: ColumnNumbers(ofAsset: true)].add(
                prices.map { values[values.startIndex + $0] })
        }
    }

    private func name(in row: ArraySlice<Value>) -> String {
        guard let asset, case .text(let name) = row[row.startIndex + asset] else { return "" }
        return name
    }

    /// The prices of the asset of a row.
    func prices(in row: ArraySlice<Value>) -> ColumnNumbers? { prices.isEmpty ? nil : assets[name(in: row)] }

    /// The decimals of the price of a row; 0 without one.
    func placesOfPrice(in row: ArraySlice<Value>) -> Int {
        guard let first = prices.first, case .number(let price) = row[row.startIndex + first] else { return 0 }
        return prices(in: row)?.places(for: price) ?? 0
    }

    /// The numbers from which the decimals of a column follow.
    subscript(index: Int) -> ColumnNumbers { columns[places[index]] }
}
