import Platform

/// The markets that are read of an exchange's list. It has thousands, and a list of this program the first of those
/// in one currency.
struct WantedMarkets: Sendable {
    /// The quote currencies, in capitals; nil for all.
    private let codes: [String]?
    /// How many are read at most.
    let count: Int

    /// All markets.
    static let all = WantedMarkets(codes: nil, count: .max)
}

extension WantedMarkets {
    /// The markets in the currencies that a query may list. Those of the first currency that has any are listed, so
    /// only of one currency it is known how many are needed.
    init(_ currencies: [Currency], for query: ListQuery) {
        let isCounted = currencies.count == 1 && query.search == nil && query.market == .spot
        self.init(codes: currencies.map(\.code), count: isCounted ? query.depth.rowsOfAll ?? .max : .max)
    }

    /// Whether markets quoted in a currency are read. The code is in any letter case, and nil if it is not known yet.
    func includes(_ code: String?) -> Bool {
        guard let codes, let code else { return true }
        // Nearly all are sent in capitals.
        return codes.contains(code) || codes.contains(code.inCapitals)
    }

    /// Whether a market may be read whose name, in capitals, ends with its quote currency; nil if it is not known yet.
    func mayInclude(market name: String?) -> Bool {
        guard let codes, let name else { return true }
        return codes.contains { name.hasSuffix(bytes: $0) }
    }
}
