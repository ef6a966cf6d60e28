import JSONReader

/// Gathers the rows of an answer: a row that makes no sense is dropped and counted, the others stand (REQUIREMENTS W8).
struct RowCollector<Row> {
    /// The sound rows.
    private(set) var rows: [Row] = []
    private(set) var dropped: [DroppedRow] = []
    /// All rows, sound or not.
    private(set) var count = 0

    /// Makes room for as many rows as may come.
    mutating func reserveCapacity(_ count: Int) {
        rows.reserveCapacity(count)
    }

    /// Reads the next row with `body`; only broken JSON is thrown on.
    mutating func read(_ reader: inout JSONReader, _ body: (inout JSONReader) throws -> Row) throws {
        count += 1
        switch try reader.readRow(body) {
        case .success(let row): rows.append(row)
        case .failure(let problem as RowProblem): drop(problem.description)
        case .failure(let error as JSONError): drop(error.fact)
        case .failure(let error): throw error
        }
    }

    private mutating func drop(_ problem: String) {
        dropped.append(DroppedRow(place: count, problem: problem))
    }

    /// Throws where there are rows and not a single sound one: that is no answer.
    func check() throws {
        guard rows.isEmpty, let first = dropped.first else { return }
        throw RowProblem(description: "row \(first.place): \(first.problem)")
    }
}

extension RowCollector<Quote> {
    /// The sound rows and the others' problems, as `check` lets them.
    func answer() throws -> ListAnswer {
        try check()
        return ListAnswer(quotes: rows, dropped: dropped)
    }
}
