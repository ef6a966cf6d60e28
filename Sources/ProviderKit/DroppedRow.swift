package import JSONReader

/// A row of an answer that could not be read.
public struct DroppedRow: Sendable, Hashable {
    /// Which row of the answer, counted from 1.
    public var place: Int
    /// The ticker, market or city it is of, where it says so.
    public var symbol: String?
    /// The provider's identifier of what it is of, where it says so.
    public var id: String?
    /// What is wrong with it.
    public var problem: String

    /// A row that makes no sense; long texts are cut.
    public init(place: Int, symbol: String? = nil, id: String? = nil, problem: String) {
        self.place = place
        self.symbol = symbol?.shown
        self.id = id?.shown
        self.problem = problem.shown
    }
}

/// The rows of an answer that could not be read: all are counted, the first are kept.
///
/// The elements are the rows that are kept.
public struct DroppedRows: Sendable, Hashable {
    /// How many there are.
    public private(set) var total = 0
    private var kept: [DroppedRow] = []

    /// No row.
    public init() {}

    /// Whether another row would be kept.
    @usableFromInline package var keepsMore: Bool { kept.count < AnswerLimit.keptProblems }

    /// Whether rows were counted that are not kept.
    package var isCut: Bool { kept.count < total }

    /// Takes a row.
    package mutating func append(_ row: DroppedRow) {
        total += 1
        if keepsMore { kept.append(row) }
    }

    /// Takes rows that are not kept.
    package mutating func count(_ more: Int = 1) { total += more }

    /// How many are counted and not kept.
    package var others: Int { total - kept.count }

    /// Takes the rows of another answer.
    package mutating func append(contentsOf others: DroppedRows) {
        total += others.total
        kept += others.kept.prefix(AnswerLimit.keptProblems - kept.count)
    }

    /// The same rows, counted over all pages.
    package func moved(by rows: Int) -> DroppedRows {
        var moved = self
        for index in moved.kept.indices { moved.kept[index].place += rows }
        return moved
    }

    /// Brings the rows into their answer's order.
    package mutating func sort() { kept.sort { $0.place < $1.place } }
}

extension DroppedRows: RandomAccessCollection {
    /// The first row that is kept.
    public var startIndex: Int { kept.startIndex }
    /// Behind the last row that is kept.
    public var endIndex: Int { kept.endIndex }
    /// A row that is kept.
    public subscript(position: Int) -> DroppedRow { kept[position] }
}

extension DroppedRows: ExpressibleByArrayLiteral {
    /// These rows.
    public init(arrayLiteral elements: DroppedRow...) {
        for row in elements { append(row) }
    }
}

// MARK: - Texts of any length

extension String {
    /// The text, cut where it is too long to be shown.
    var shown: String {
        utf8.count <= AnswerLimit.shownText
            ? self : String(decoding: utf8.prefix(AnswerLimit.shownText), as: UTF8.self) + "…"
    }
}

extension JSONString {
    /// The string. Throws `RowProblem` where it is longer than any text of a provider.
    package func text(_ field: String) throws -> String {
        guard bytes.count <= AnswerLimit.text else {
            throw RowProblem(description: "\(field) is over \(AnswerLimit.text) bytes long")
        }
        return makeString()
    }

    /// The string, cut where it is longer than any text of a provider.
    package var cut: String { bytes.count <= AnswerLimit.text ? makeString() : shown }

    /// The string, cut where it is too long to be shown.
    package var shown: String {
        guard bytes.count > AnswerLimit.text else { return makeString().shown }
        return String(decoding: bytes.prefix(AnswerLimit.shownText), as: UTF8.self) + "…"
    }
}
