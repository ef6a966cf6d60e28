public import JSONReader

/// What is wrong with one row of an answer; the others may stand.
@usableFromInline
package struct RowProblem: Error, CustomStringConvertible {
    @usableFromInline package let description: String

    @usableFromInline
    package init(description: String) {
        self.description = description
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
        case .failure(let problem as RowProblem): return .failure(problem)
        case .failure(let error as JSONError): return .failure(RowProblem(description: error.fact))
        case .failure(let error): throw error
        }
    }
}

/// Gathers the rows of an answer: a row that makes no sense is dropped and counted, the others stand.
@usableFromInline
package struct RowCollector<Row> {
    /// The sound rows.
    @usableFromInline package private(set) var rows: [Row] = []
    @usableFromInline package private(set) var dropped: [DroppedRow] = []

    @inlinable
    package init() {}

    /// All rows, sound or not.
    @inlinable package var count: Int { rows.count + dropped.count }

    /// Makes room for as many rows as may come.
    package mutating func reserveCapacity(_ count: Int) {
        rows.reserveCapacity(count)
    }

    /// Reads the next row with `body`; of one that is dropped `name` reads again what it is of.
    @inlinable
    package mutating func read(
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
    package func check() throws {
        guard rows.isEmpty, let first = dropped.first else { return }
        throw RowProblem(description: first.fact)
    }
}

extension DroppedRow {
    /// The row's place and problem, for a failure that it alone makes.
    package var fact: String { "row \(place): \(problem)" }

    /// The same row, counted over all pages.
    package func moved(by rows: Int) -> DroppedRow {
        DroppedRow(place: place + rows, symbol: symbol, id: id, problem: problem)
    }
}
