/// A coin or stock that the search of a provider finds by a part of its name or ticker.
package struct FoundAsset: Sendable, Equatable {
    /// Whether it is a coin or a stock.
    package var kind: AssetKind
    /// The ticker in capitals; nil if the provider sent none.
    package var ticker: String?
    /// The ID at the provider; nil if the provider sent none.
    package var id: String?
    /// The name; nil if the provider sent none.
    package var name: String?

    /// Creates a found asset. Each parameter sets the property of the same name.
    package init(kind: AssetKind, ticker: String?, id: String?, name: String?) {
        (self.kind, self.ticker, self.id, self.name) = (kind, ticker, id, name)
    }
}

extension FoundAsset {
    /// Returns the symbol of the asset that an unknown symbol most likely means: the one with exactly this name, or
    /// else the first.
    ///
    /// If the ticker of the asset means another one, because an asset before it has it too or it was asked for already,
    /// the symbol is the ID of the asset, as far as IDs of the provider are valid.
    ///
    /// - Parameters:
    ///   - symbol: The unknown symbol.
    ///   - found: What a search for its name found, best first.
    ///   - idsAreValid: Whether an ID of the provider is valid as a symbol.
    /// - Returns: The symbol without a quote currency; nil if nothing was found that can be written as one.
    package static func symbol(meantBy symbol: Symbol, among found: [FoundAsset], idsAreValid: Bool) -> Symbol? {
        let wanted = symbol.bare.lowercased()
        let places =
            found.indices.filter { found[$0].isNamed(wanted) } + found.indices.filter { !found[$0].isNamed(wanted) }
        return places.lazy.compactMap { place in
            let asset = found[place]
            let isFirst = !found[..<place].contains { $0.ticker == asset.ticker }
            let texts = [isFirst ? asset.tickerSymbol : nil, idsAreValid ? asset.idSymbol : nil]
            return texts.compactMap(\.self).first { $0.name != symbol.name }
        }.first
    }

    private func isNamed(_ text: String) -> Bool { name?.lowercased() == text || id?.lowercased() == text }

    /// The ticker as a symbol; nil if it is none, or would mean something else.
    private var tickerSymbol: Symbol? {
        guard let ticker, let symbol = try? Symbol(kind == .stock ? "stock:\(ticker)" : ticker) else { return nil }
        return symbol.name == (kind == .stock ? .stock(ticker) : .ticker(ticker)) ? symbol : nil
    }

    private var idSymbol: Symbol? { kind == .stock ? nil : id.flatMap { try? Symbol("id:\($0)") } }
}
