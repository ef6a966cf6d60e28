import Platform

/// A ticker of a stock in its canonical form, which is Yahoo's: `BRK-B`, `VOLV-B.ST`, `HSBA.L`.
package struct StockTicker: Sendable {
    /// The ticker at its exchange, in capitals: `VOLV-B`.
    package let code: String
    /// The ending of its exchange: `ST`; nil for one of the United States.
    package let exchange: String?

    /// Parses a ticker as `Symbol` writes it; nil if it is not one of a stock: an index, a currency or a future.
    package init?(_ text: String) {
        let text = text.uppercased()
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard text.isPathSegment, parts.count <= 2, !parts.contains(""), !text.contains(where: { "^=|@ ".contains($0) })
        else { return nil }
        (code, exchange) = (parts[0], parts.dropFirst().first)
    }

    /// The code with another mark before its class: `VOLV.B`.
    package func code(class mark: String) -> String { code.replacing(bytes: "-", with: mark) }
}
