import JSONReader

/// What is wrong with one row of an answer; the others may stand.
struct RowProblem: Error, CustomStringConvertible {
    let description: String
}

/// What a row is of, as far as it says so.
struct RowName {
    var symbol: String?
    var id: String?
}

extension JSONReader {
    /// Reads a row that alone is lost when it makes no sense; only broken JSON is thrown on.
    mutating func readSoundRow<Row>(
        _ body: (inout JSONReader) throws -> Row
    ) throws -> Result<Row, RowProblem> {
        switch try readRow(body) {
        case .success(let row): return .success(row)
        case .failure(let problem as RowProblem): return .failure(problem)
        case .failure(let error as JSONError): return .failure(RowProblem(description: error.fact))
        case .failure(let error): throw error
        }
    }
}

/// Gathers the rows of an answer: a row that makes no sense is dropped and counted, the others stand.
struct RowCollector<Row> {
    /// The sound rows.
    private(set) var rows: [Row] = []
    private(set) var dropped: [DroppedRow] = []

    /// All rows, sound or not.
    var count: Int { rows.count + dropped.count }

    /// Makes room for as many rows as may come.
    mutating func reserveCapacity(_ count: Int) {
        rows.reserveCapacity(count)
    }

    /// Reads the next row with `body`; of one that is dropped `name` reads again what it is of.
    mutating func read(
        _ reader: inout JSONReader, name: (inout JSONReader) throws -> RowName,
        _ body: (inout JSONReader) throws -> Row
    ) throws {
        var again = reader
        switch try reader.readSoundRow(body) {
        case .success(let row):
            rows.append(row)
        case .failure(let problem):
            let name = (try? name(&again)) ?? RowName()
            dropped.append(
                DroppedRow(place: count + 1, symbol: name.symbol, id: name.id, problem: problem.description))
        }
    }

    /// Throws where there are rows and not a single sound one: that is no answer.
    func check() throws {
        guard rows.isEmpty, let first = dropped.first else { return }
        throw RowProblem(description: first.fact)
    }
}

extension RowCollector<Quote> {
    /// The sound rows and the others' problems, as `check` lets them.
    func answer() throws -> ListAnswer {
        try check()
        return ListAnswer(quotes: rows, dropped: dropped)
    }
}

extension DroppedRow {
    /// The row's place and problem, for a failure that it alone makes.
    var fact: String { "row \(place): \(problem)" }

    /// The same row, counted over all pages.
    func moved(by rows: Int) -> DroppedRow {
        DroppedRow(place: place + rows, symbol: symbol, id: id, problem: problem)
    }

    /// Whether it says that it is of another asset than `name`.
    func isOfAnother(than name: Symbol) -> Bool {
        switch name.name {
        case .id(let wanted): id.map { $0 != wanted } ?? false
        case .ticker(let wanted), .stock(let wanted): symbol.map { $0.uppercased() != wanted } ?? false
        }
    }
}

extension ListAnswer {
    /// The place of a sound row among all rows, counted from 1.
    func place(ofQuoteAt index: Int) -> Int {
        dropped.reduce(index + 1) { place, lost in lost.place <= place ? place + 1 : place }
    }
}
