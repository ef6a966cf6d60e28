import Platform

/// The quote currencies of the markets that are read of an exchange's list. It has thousands, and a list of this
/// program those of one currency.
struct WantedCurrencies: Sendable {
    /// In capitals; nil for all currencies.
    private let codes: [String]?

    /// All markets.
    static let all = WantedCurrencies(codes: nil)

    private init(codes: [String]?) {
        self.codes = codes
    }

    init(_ currencies: [Currency]) {
        codes = currencies.map(\.code)
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
