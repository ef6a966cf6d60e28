package import JSONReader

/// A row of a response that could not be read.
@usableFromInline
package struct DroppedRow: Sendable, Hashable {
    /// The number of the row in the response, counted from 1.
    package var place: Int
    /// The ticker, market or city of the row, if known.
    package var symbol: String?
    /// The provider's identifier for the row, if known.
    package var id: String?
    /// The reason why the row is invalid.
    package var problem: String

    /// Creates an invalid row. Each parameter sets the property of the same name. Long texts are truncated.
    package init(place: Int, symbol: String? = nil, id: String? = nil, problem: String) {
        self.place = place
        self.symbol = symbol?.shown
        self.id = id?.shown
        self.problem = problem.shown
    }
}

/// The rows of a response that could not be read. All are counted; only the first ones are stored.
///
/// The elements of the collection are the stored rows.
@usableFromInline
package struct DroppedRows: Sendable, Hashable {
    /// The number of rows.
    @usableFromInline package private(set) var total = 0
    private var kept: [DroppedRow] = []

    /// Creates an empty list.
    package init() {}

    /// Whether another row would be stored.
    @usableFromInline package var keepsMore: Bool { kept.count < AnswerLimit.keptProblems }

    /// Whether some rows are counted but not stored.
    package var isCut: Bool { kept.count < total }

    /// Adds a row.
    package mutating func append(_ row: DroppedRow) {
        total += 1
        if keepsMore { kept.append(row) }
    }

    /// Counts rows without storing them.
    package mutating func count(_ more: Int = 1) { total += more }

    /// The number of rows that are counted but not stored.
    package var others: Int { total - kept.count }

    /// Adds the rows of another response.
    package mutating func append(contentsOf others: DroppedRows) {
        total += others.total
        kept += others.kept.prefix(AnswerLimit.keptProblems - kept.count)
    }

    /// Returns the same rows with their numbers increased by `rows`, to count them over all pages.
    package func moved(by rows: Int) -> DroppedRows {
        var moved = self
        for index in moved.kept.indices { moved.kept[index].place += rows }
        return moved
    }

    /// Sorts the rows by their number.
    package mutating func sort() { kept.sort { $0.place < $1.place } }
}

extension DroppedRows: RandomAccessCollection {
    /// The position of the first stored row.
    @usableFromInline package var startIndex: Int { kept.startIndex }
    /// The position after the last stored row.
    @usableFromInline package var endIndex: Int { kept.endIndex }
    /// The stored row at a position.
    ///
    /// - Parameter position: A position from `startIndex` on, before `endIndex`.
    @usableFromInline package subscript(position: Int) -> DroppedRow { kept[position] }
}

extension DroppedRows: ExpressibleByArrayLiteral {
    /// Creates a list of rows.
    ///
    /// - Parameter elements: The rows.
    @usableFromInline package init(arrayLiteral elements: DroppedRow...) {
        for row in elements { append(row) }
    }
}

// MARK: - Texts of any length

extension String {
    /// The text, truncated if it is too long to be shown.
    var shown: String {
        utf8.count <= AnswerLimit.shownText
            ? self : String(decoding: utf8.prefix(AnswerLimit.shownText), as: UTF8.self) + "…"
    }
}

extension JSONString {
    /// Returns the string. Throws `RowProblem` if it is longer than the limit for texts.
    package func text(_ field: String) throws -> String { try checked(field).makeString() }

    /// Returns the same string. Throws `RowProblem` if it is longer than the limit for texts.
    func checked(_ field: @autoclosure () -> String) throws -> JSONString {
        guard unsafe bytes.count <= AnswerLimit.text else {
            throw RowProblem(description: "\(field()) is over \(AnswerLimit.text) bytes long")
        }
        return self
    }

    /// The string, truncated if it is longer than the limit for texts.
    package var cut: String { unsafe bytes.count <= AnswerLimit.text ? makeString() : shown }

    /// The string, truncated if it is too long to be shown.
    package var shown: String {
        guard unsafe bytes.count > AnswerLimit.text else { return makeString().shown }
        return unsafe String(decoding: bytes.prefix(AnswerLimit.shownText), as: UTF8.self) + "…"
    }
}
