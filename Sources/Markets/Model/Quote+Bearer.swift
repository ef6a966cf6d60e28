extension Quote {
    /// Whether it is a quote of the asset that a symbol names, for any quote currency of a pair. A ticker is one of a
    /// coin or a future, never of a stock.
    package func isNamed(by name: Symbol) -> Bool {
        switch name.name {
        case .ticker(let ticker): symbol == ticker && kind != .stock
        case .id(let wanted): id == wanted
        case .stock(let ticker): symbol == ticker && kind == .stock
        case .token(let wanted): token == wanted
        case .figure(let figure): symbol == figure.symbol && kind == .index
        }
    }

    /// Whether its market cap is the larger one; where neither has one, whether it ranks higher.
    func isLarger(than other: Quote) -> Bool {
        switch (marketCap, other.marketCap) {
        case (let cap?, let otherCap?): cap > otherCap
        case (_?, nil): true
        case (nil, _?): false
        case (nil, nil): rank.map { $0 < other.rank ?? .max } ?? false
        }
    }

    /// What a wrapped or bridged coin is the wrapping of by its name, in lower case: `cardano` of
    /// `Binance-Peg Cardano`, `usdc` of `Bridged USDC (Polygon PoS Bridge)`; nil where the name says nothing of the
    /// kind.
    fileprivate var wrapped: String? {
        guard let name = name?.lowercased() else { return nil }
        var words = name.prefix { $0 != "(" }.split(separator: " ")
        if let first = words.first, Self.wrappers.contains(String(first)) { words.removeFirst() }
        let inner = words.joined(separator: " ")
        return inner.isEmpty || inner == name ? nil : inner
    }

    private static let wrappers: Set<String> = ["wrapped", "bridged", "pegged", "binance-peg"]
}

extension [Quote] {
    /// Returns the coin that a ticker with several coins means: the largest, the first of equals.
    ///
    /// Services list coins under the ticker of the coin they wrap, some with a market cap that includes it: a coin
    /// that by its name wraps another of them is not taken.
    package func bearer(
        among bearers: [Int], isLarger: (_ quote: Quote, _ than: Quote) -> Bool = { $0.isLarger(than: $1) }
    ) -> Int? {
        guard bearers.count > 1 else { return bearers.first }
        let real = bearers.filter { index in
            guard let wrapped = self[index].wrapped else { return true }
            return !bearers.contains { $0 != index && self[$0].isCalled(wrapped) }
        }
        let candidates = real.isEmpty ? bearers : real
        return candidates.reduce(candidates[0]) { isLarger(self[$1], self[$0]) ? $1 : $0 }
    }

    /// Whether a coin may wrap one that is not in the list.
    package func isWrapping(_ index: Int) -> Bool { self[index].wrapped != nil }
}

extension Quote {
    fileprivate func isCalled(_ text: String) -> Bool {
        name?.lowercased() == text || id?.lowercased() == text
    }
}
