public import JSONReader

/// An error in one row of a response. Other rows are not affected.
@usableFromInline
package struct RowProblem: Error, CustomStringConvertible {
    @usableFromInline package let description: String

    @usableFromInline
    package init(description: String) {
        self.description = description
    }

}

/// The name of a row, as far as it is known.
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
    /// Reads a row. If it is invalid, only this row is lost; only malformed JSON throws.
    @inlinable
    package mutating func readSoundRow<Row>(
        _ body: (inout JSONReader) throws -> Row
    ) throws -> Result<Row, RowProblem> {
        switch try readRow(body) {
        case .success(let row): return .success(row)
        case .failure(let error):
            guard error is RowProblem || error is JSONError else { throw error }
            return .failure(RowProblem(description: "\(error)"))
        }
    }
}

/// Collects the rows of a response. Invalid rows are dropped and counted.
@usableFromInline
package struct RowCollector<Row> {
    /// The valid rows.
    @usableFromInline package private(set) var rows: [Row] = []
    @usableFromInline package private(set) var dropped = DroppedRows()
    /// The number of rows that were not wanted: those that were left out, and those after the first `wanted`.
    @usableFromInline package private(set) var leftOut = 0
    @usableFromInline let limit: Int
    /// How many rows are read. The others are only checked to be JSON.
    @usableFromInline let wanted: Int
    @usableFromInline let orders = JSONMemberOrders()

    /// Creates a collector of at most `limit` valid rows, of which the first `wanted` are read.
    @inlinable
    package init(limit: Int = AnswerLimit.rows(of: Row.self), wanted: Int = .max) {
        (self.limit, self.wanted) = (limit, wanted)
    }

    /// The number of all rows, valid or not.
    @inlinable package var count: Int { rows.count + leftOut + dropped.total }

    /// Reserves memory for as many rows of a size as the text has room for, and for a third more, since the others may
    /// be shorter: to grow is to copy all rows. What is not used is never touched.
    @inlinable
    mutating func reserve(_ size: Int, of remaining: Int) {
        rows.reserveCapacity(min(limit, wanted, 1 + remaining / max(1, size) / 3 * 4))
    }

    /// Reserves memory for a number of rows.
    package mutating func reserveCapacity(_ count: Int) {
        rows.reserveCapacity(count)
    }

    /// Reads the next row with `body`, which returns nil for one that is left out. If the row is dropped and stored,
    /// `name` reads its name in a second pass.
    ///
    /// Throws `RowProblem` if there are more valid rows than the limit.
    @inlinable
    package mutating func read(
        _ reader: inout JSONReader, name: (inout JSONReader) throws -> RowName,
        _ body: (inout JSONReader) throws -> Row?
    ) throws {
        reader.awaitBytes(JSONReader.firstPart)
        var again = reader
        let read = try readRow(&reader, body)
        if case .failure(let error) = read { try drop(error, of: dropped.keepsMore ? try? name(&again) : nil) }
        if rows.count == 1 { reserve(reader.offset - again.offset, of: again.expectedRemaining) }
        guard rows.count <= limit else { throw tooMany }
    }

    /// Reads a row, of which a part may still have to arrive. It is then read again once there is more of it.
    @inlinable
    mutating func readRow(
        _ reader: inout JSONReader, _ body: (inout JSONReader) throws -> Row?
    ) throws(JSONError) -> Result<Void, any Error> {
        while true {
            let (before, counts) = (reader, (rows: rows.count, leftOut: leftOut))
            do throws(JSONError) {
                return try reader.withoutArriving { (reader) throws(JSONError) in
                    // A row is large: it is moved to where it stays.
                    try reader.readRow(like: orders) { reader in
                        if rows.count >= wanted {
                            try reader.skip()
                            leftOut += 1
                        } else if let row = try body(&reader) {
                            rows.append(row)
                        } else {
                            leftOut += 1
                        }
                    }
                }
            } catch {
                guard before.isArriving, error.kind == .truncated else { throw error }
                reader = before
                rows.removeLast(rows.count - counts.rows)
                leftOut = counts.leftOut
                // Twice as much each time, so that a row of megabytes is read a few times only.
                reader.awaitBytes(max(2 * before.remaining, JSONReader.firstPart))
            }
        }
    }

    /// Takes a row that was read. If it is dropped and stored, `name` returns its name.
    ///
    /// Throws `RowProblem` if there are more valid rows than the limit.
    @inlinable
    package mutating func take(_ row: Result<Row, any Error>, name: () throws -> RowName) throws {
        switch row {
        case .success(let row):
            guard rows.count < limit else { throw tooMany }
            rows.append(row)
        case .failure(let error):
            try drop(error, of: dropped.keepsMore ? try? name() : nil)
        }
    }

    @usableFromInline var tooMany: RowProblem { RowProblem(description: "over \(limit) rows") }

    @usableFromInline
    mutating func drop(_ error: any Error, of name: RowName?) throws {
        guard error is RowProblem || error is JSONError else { throw error }
        guard dropped.keepsMore else { return dropped.count() }
        dropped.append(
            DroppedRow(place: count + 1, symbol: name?.symbol, id: name?.id, problem: "\(error)"))
    }

    /// Throws `RowProblem` if there are rows but none is valid, because that is not a usable response.
    package func check() throws {
        guard rows.isEmpty, leftOut == 0, let first = dropped.first else { return }
        throw RowProblem(description: first.fact)
    }
}

extension RowCollector: Sendable where Row: Sendable {}

extension RowCollector: Cacheable where Row: Cacheable {
    package mutating func markStale() { rows.markStale() }
    package var isWorthKeeping: Bool { !rows.isEmpty || leftOut > 0 || dropped.isEmpty }
}

extension DroppedRow {
    /// The number and problem of the row, for a failure about this row alone.
    package var fact: String { "row \(place): \(problem)" }
}
