import AirQuality
import Markets

/// A row that `--once` knows again in the next run, whatever provider answers then.
protocol OnceRow {
    /// The name of the row among those of its command line: what was asked for, if it was.
    var onceName: String { get }
}

extension QuoteRow: OnceRow {
    var onceName: String { assetName.named(in: group) }

    /// The name of its asset, which several groups may have.
    var assetName: String { self.givenName ?? quote.onceName }
}

extension String {
    /// The name of a row of this name in a group of favorites, or in none.
    func named(in group: String?) -> String { group.map { "\(self) in \($0)" } ?? self }
}

extension Quote {
    fileprivate var onceName: String {
        token?.description ?? (kind == .coin || kind == .index ? symbol : "\(kind.rawValue):\(symbol)")
    }
}

extension [QuoteRow] {
    /// Gives names to the rows of a provider's list. Of several with the same ticker, the largest has the ticker alone
    /// as its name, as when it is asked for; the others have their market or id too.
    mutating func nameForOnce() {
        for indices in Dictionary(grouping: indices, by: { self[$0].quote.onceName }).values where indices.count > 1 {
            let largest = indices.min { self[$0].place < self[$1].place }
            for index in indices where index != largest {
                self[index].givenName = "\(self[index].quote.onceName) \(self[index].detail)"
            }
        }
    }
}

extension QuoteRow {
    /// What tells it from other rows with the same ticker.
    fileprivate var detail: String { quote.market ?? quote.id ?? quote.currency.code }

    fileprivate var place: (Int, String) { (quote.rank ?? .max, detail) }
}

extension ConvertRow: OnceRow {
    var onceName: String { "\(shown.conversion.from) \(shown.conversion.to)" }
}

extension AirRow: OnceRow {
    var onceName: String { (place?.description ?? reading.city).lowercased() }
}

extension Symbol {
    /// The meaning of the symbol as text, however it was typed.
    var onceName: String {
        let asset =
            switch name {
            case .ticker(let text): text
            case .id(let text): "id:\(text)"
            case .stock(let text): "stock:\(text)"
            case .token(let token): token.description
            case .figure(let figure): figure.symbol
            }
        return quote.map { "\(asset)/\($0)" } ?? asset
    }
}
