import JSONReader
import Platform

/// The rows of an answer by the names that they were asked by; an invalid one does not affect the others.
struct QuotesByName: Sendable {
    private var rows: [String: Result<Quote, ProviderFailure.Reason>] = [:]
    private let asked: AskedNames

    /// Creates an answer without rows. `names` are those that are asked for.
    init(of names: [String], by provider: String) { asked = AskedNames(names, of: provider) }

    /// Reads the row of a name. Throws `RowProblem` if the name was not asked for, and `JSONError` for malformed JSON.
    mutating func read(
        _ name: String, _ reader: inout JSONReader,
        _ row: (inout JSONReader) throws -> Result<Quote, ProviderFailure.Reason>
    ) throws {
        try asked.check(name, "a name")
        switch try reader.readSoundRow(row) {
        case .success(let quote): rows[Self.key(name)] = quote
        case .failure(let problem): rows[Self.key(name)] = .failure(.invalidData("\(name): \(problem)"))
        }
    }

    /// Returns the quote of a name; nil if the answer does not have it.
    subscript(name: String) -> Result<Quote, ProviderFailure.Reason>? { rows[Self.key(name)] }

    /// The letter case of a hexadecimal address means nothing, and some services send a checksum in it.
    private static func key(_ name: String) -> String { name.contains(bytes: "0x") ? name.lowercased() : name }
}

extension QuotesByName: Cacheable {
    var isWorthKeeping: Bool { rows.isWorthKeeping }
    mutating func markStale() { rows.markStale() }
}
