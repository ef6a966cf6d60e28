public import JSONReader

/// What is wrong with one row of an answer; the others may stand.
@usableFromInline
package struct RowProblem: Error, CustomStringConvertible {
    @usableFromInline package let description: String

    @usableFromInline
    package init(description: String) {
        self.description = description
    }

    /// What a row's own reading, or JSON's, found wrong.
    @usableFromInline
    init(_ error: any Error) {
        description =
            switch error {
            case let problem as RowProblem: problem.description
            case let error as JSONError: error.fact
            default: "\(error)"
            }
    }
}

/// What a row is of, as far as it says so.
@usableFromInline
package struct RowName {
    @usableFromInline package var symbol: String?
    @usableFromInline package var id: String?

    @usableFromInline
    package init(symbol: String? = nil, id: String? = nil) {
        self.symbol = symbol
        self.id = id
    }
}

extension JSONReader {
    /// Reads a row that alone is lost when it makes no sense; only broken JSON is thrown on.
    @inlinable
    package mutating func readSoundRow<Row>(
        _ body: (inout JSONReader) throws -> Row
    ) throws -> Result<Row, RowProblem> {
        switch try readRow(body) {
        case .success(let row): return .success(row)
        case .failure(let error):
            guard error is RowProblem || error is JSONError else { throw error }
            return .failure(RowProblem(error))
        }
    }
}

/// Gathers the rows of an answer: a row that makes no sense is dropped and counted, the others stand.
@usableFromInline
package struct RowCollector<Row> {
    /// The sound rows.
    @usableFromInline package private(set) var rows: [Row] = []
    @usableFromInline package private(set) var dropped = DroppedRows()
    @usableFromInline let limit: Int

    /// A collector of at most so many sound rows.
    @inlinable
    package init(limit: Int = AnswerLimit.rows) {
        self.limit = limit
    }

    /// All rows, sound or not.
    @inlinable package var count: Int { rows.count + dropped.total }

    /// Makes room for as many rows as may come.
    package mutating func reserveCapacity(_ count: Int) {
        rows.reserveCapacity(count)
    }

    /// Reads the next row with `body`; of one that is dropped, and kept, `name` reads again what it is of.
    ///
    /// Throws `RowProblem` where there are more sound rows than the limit.
    @inlinable
    package mutating func read(
        _ reader: inout JSONReader, name: (inout JSONReader) throws -> RowName,
        _ body: (inout JSONReader) throws -> Row
    ) throws {
        var again = reader
        switch try reader.readRow(body) {
        case .success(let row):
            guard rows.count < limit else { throw tooMany }
            rows.append(row)
        case .failure(let error):
            try drop(error, of: dropped.keepsMore ? try? name(&again) : nil)
        }
    }

    @usableFromInline var tooMany: RowProblem { RowProblem(description: "over \(limit) rows") }

    @usableFromInline
    mutating func drop(_ error: any Error, of name: RowName?) throws {
        guard error is RowProblem || error is JSONError else { throw error }
        guard dropped.keepsMore else { return dropped.count() }
        dropped.append(
            DroppedRow(place: count + 1, symbol: name?.symbol, id: name?.id, problem: RowProblem(error).description))
    }

    /// Throws where there are rows and not a single sound one: that is no answer.
    package func check() throws {
        guard rows.isEmpty, let first = dropped.first else { return }
        throw RowProblem(description: first.fact)
    }
}

extension DroppedRow {
    /// The row's place and problem, for a failure that it alone makes.
    package var fact: String { "row \(place): \(problem)" }
}
