import CommandLineKit
import Markets

/// What to write instead of a symbol that no provider knows.
enum SymbolHint: Equatable {
    /// Another symbol.
    case symbol(String)
    /// The command that takes this currency.
    case convert(String)
    /// The command that takes this amount.
    case amount(WrittenAmount)

    /// The hint that needs no request; nil if nothing is known about the text.
    init?(_ symbol: Symbol, asked providers: [String]) {
        let mayBeCoin = providers.contains { MarketProvider.named($0)?.kinds.contains(.coin) ?? true }
        guard mayBeCoin, !Self.isKnown(symbol), let ticker = symbol.ticker else { return nil }
        if symbol.quote == nil, let amount = WrittenAmount(ticker) {
            self = .amount(amount)
        } else if symbol.quote == nil, Currency(ticker)?.isFiat == true {
            self = .convert(ticker)
        } else if let meant = Self.meant(ticker, symbol.quote) {
            self = .symbol(meant)
        } else if let similar = Suggestion.nearest(to: ticker, in: MarketProvider.largeCoins) {
            self = .symbol(similar + Self.suffix(symbol.quote))
        } else {
            return nil
        }
    }

    /// The hint that a search of a provider gives; nil if it found nothing.
    init?(_ symbol: Symbol, found: [FoundAsset], idsAreValid: Bool) {
        guard let meant = FoundAsset.symbol(meantBy: symbol, among: found, idsAreValid: idsAreValid) else { return nil }
        self = .symbol(meant.description + (meant.isID ? "" : Self.suffix(symbol.quote)))
    }

    /// Whether it is the ticker of a large coin or stock, which is spelled as it should be.
    static func isKnown(_ symbol: Symbol) -> Bool {
        switch symbol.name {
        case .ticker(let ticker): MarketProvider.largeCoins.contains(ticker)
        case .stock(let ticker): MarketProvider.largeStocks.contains(ticker)
        case .id: false
        }
    }

    /// `; did you mean 'BTC/USDT'?` and the like; empty without hints. If the symbol is not the only one, each hint names
    /// the symbol that it is for. `named` are the providers that the user named.
    static func text(
        of hints: [Symbol: SymbolHint], for symbols: [Symbol], isOnly: Bool, named: [String]?
    ) -> String {
        var (meant, currencies): ([String], String) = ([], "")
        for symbol in symbols {
            switch hints[symbol] {
            case .symbol(let text): meant.append(text.inQuotes + (isOnly ? "" : " for \(symbol.description.inQuotes)"))
            case .convert(let code):
                let command =
                    "crypto convert 1 \(code) \(code == "USD" ? "EUR" : "USD")" + option(of: named, for: .rates)
                currencies += "; \(code) is a currency: try '\(command)'"
            case .amount(let amount):
                let command = amount.command() + option(of: named, for: .rates)
                currencies += "; \(symbol.description.inQuotes) is an amount: try \(command.inQuotes)"
            case nil: break
            }
        }
        return currencies + (meant.isEmpty ? "" : "; did you mean \(meant.joined(separator: ", "))?")
    }

    /// Returns ` -p sample` for the providers that the user named, as far as they can do the job of the command that is
    /// suggested.
    static func option(of named: [String]?, for job: ProviderJob) -> String {
        let able = (named ?? []).filter { MarketProvider.named($0)?.jobs.contains(job) ?? false }
        return able.isEmpty ? "" : " -p \(able.joined(separator: ","))"
    }

    /// The symbol that was meant by a name, a pair without a separator, or the ticker of a stock.
    private static func meant(_ ticker: String, _ quote: Currency?) -> String? {
        if let coin = MarketProvider.largeCoin(named: ticker) { return coin + suffix(quote) }
        if MarketProvider.largeStocks.contains(ticker) { return "stock:\(ticker)\(suffix(quote))" }
        return quote == nil ? pair(ticker) : nil
    }

    private static func suffix(_ quote: Currency?) -> String { quote.map { "/\($0)" } ?? "" }

    private static func pair(_ ticker: String) -> String? {
        for coin in MarketProvider.largeCoins where ticker.hasPrefix(coin) {
            let rest = ticker.dropFirst(coin.count)
            if let quote = Currency(rest), quote.isQuoteOfMarkets { return "\(coin)/\(quote)" }
        }
        return nil
    }
}
