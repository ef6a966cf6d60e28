import ProviderKit

/// The names that a request asks for. Many services name in an answer what it is of: an answer that names something
/// else holds the price of another asset.
struct AskedNames: Sendable {
    /// The only names that a provider may answer by in place of the one it was asked by: a beginning is left out before
    /// an ending.
    private static let renames = [
        // Yahoo leaves out the dollar of a pair of currencies: `USDEUR=X` is `EUR=X`.
        (provider: Yahoo.name, leftOut: "USD", ending: "=X")
    ]

    private let names: [String]
    /// What an answer may name.
    private let allowed: Set<String>

    /// Creates the names of a request.
    init(_ names: [String], of provider: String) {
        self.names = names
        let renamed = names.map { $0.uppercased() }.flatMap { name in
            Self.renames.compactMap { rename in
                rename.provider == provider && name.hasPrefix(rename.leftOut) && name.hasSuffix(rename.ending)
                    ? String(name.dropFirst(rename.leftOut.count)) : nil
            }
        }
        allowed = Set((names + renamed).map(Self.plain))
    }

    /// A name in capitals with one separator: `BRK.B`, `BRK-B` and `BRK/B` are spellings of one name.
    private static func plain(_ name: String) -> String {
        String(name.uppercased().map { "./ ".contains($0) ? "-" : $0 })
    }

    /// Throws `RowProblem` if a member of an answer names something else. Nil is no name.
    func check(_ answered: String?, _ member: String) throws {
        guard let answered, !allowed.contains(Self.plain(answered)) else { return }
        let wanted = names.count == 1 ? "not \(names[0])" : "which was not asked for"
        throw RowProblem(description: "\(member) is \(answered.prefix(40)), \(wanted)")
    }

    /// Throws `RowProblem` if an answer names something, and nothing of that was asked for. A service may add coins of
    /// other tickers to those of a ticker.
    func check(_ answered: [String?], _ member: String) throws {
        guard !answered.contains(where: { $0.map { allowed.contains(Self.plain($0)) } ?? true }) else { return }
        if let first = answered.first { try check(first, member) }
    }

    /// Returns a quote whose id was asked for. Throws `RowProblem` otherwise.
    func checked(_ quote: Quote) throws -> Quote {
        try check(quote.id, "symbol")
        return quote
    }

    /// Returns markets whose ids were all asked for. Throws `RowProblem` otherwise.
    func checked(_ answer: ListAnswer) throws -> ListAnswer {
        for quote in answer.quotes { try check(quote.id, "symbol") }
        return answer
    }
}
