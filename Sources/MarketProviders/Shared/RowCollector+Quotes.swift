extension RowCollector<Quote> {
    /// The valid rows, and the problems of the others. Throws `RowProblem` if there are rows but none is valid.
    func answer() throws -> ListAnswer {
        try check()
        var answer = ListAnswer(quotes: rows, dropped: dropped)
        answer.leftOut = leftOut
        return answer
    }
}

extension DroppedRow {
    /// Whether the row names another asset than `name`.
    func isOfAnother(than name: Symbol) -> Bool {
        switch name.name {
        case .id(let wanted): id.map { $0 != wanted } ?? false
        case .ticker(let wanted), .stock(let wanted): symbol.map { $0.uppercased() != wanted } ?? false
        case .token: true
        case .figure: false
        }
    }
}

extension ListAnswer {
    /// The place of a sound row among all rows, counted from 1.
    func place(ofQuoteAt index: Int) -> Int {
        dropped.reduce(index + 1) { place, lost in lost.place <= place ? place + 1 : place }
    }
}
