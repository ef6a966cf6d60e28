import CommandLineKit
import Markets
import Rendering

/// What to write instead of a symbol that no provider knows.
enum SymbolHint: Equatable {
    /// Another symbol, or an option that the text is the value of.
    case symbol(String)
    /// The symbol of a coin that got another ticker.
    case renamed(CoinRename, String)
    /// It is a field, after those of `--fields`.
    case field([String])
    /// The command that takes this currency.
    case convert(String)
    /// The command that takes this amount.
    case amount(WrittenAmount)

    /// The names of all fields of quotes and holdings. The table takes long to make, and there may be thousands of
    /// symbols.
    private static let fields = Set(FieldTable<QuoteRow>.quotes(.holdings).names)

    /// The hint that needs no request; nil if nothing is known about the text. `symbols` are it and the known ones of
    /// the command line.
    init?(
        _ symbol: Symbol, asked providers: [String], among symbols: [Symbol] = [], _ common: CommonOptions,
        in table: ProviderTable
    ) {
        if let stock = Self.stock(meantBy: symbol) {
            self = .symbol(stock)
            return
        }
        guard table.mayHaveCoins(providers), !Self.isKnown(symbol), !symbol.isCurrencyPair, let ticker = symbol.ticker
        else { return nil }
        if let fields = common.fields, Self.fields.contains(symbol.description) {
            self = .field(fields)
        } else if common.command == "list", let count = Int(ticker), count > 0 {
            self = .symbol("--limit \(count)")
        } else if symbol.quote == nil, let amount = WrittenAmount(ticker) {
            self = .amount(amount)
        } else if let pair = Self.pair(with: symbol, after: symbols) {
            self = .symbol(pair)
        } else if symbol.quote == nil, Currency(ticker)?.isFiat == true {
            self = .convert(ticker)
        } else if let meant = Self.meant(ticker, symbol.quote) {
            self = .symbol(meant)
        } else {
            return nil
        }
    }

    /// The hint that a search of a provider gives; nil if it found nothing.
    init?(_ symbol: Symbol, found: [FoundAsset], idsAreValid: Bool) {
        guard let meant = FoundAsset.symbol(meantBy: symbol, among: found, idsAreValid: idsAreValid) else { return nil }
        let text = meant.description + (meant.isID ? "" : Self.suffix(symbol.quote))
        let rename = symbol.ticker.flatMap { CoinRename(of: $0) }.flatMap { $0.new == meant.ticker ? $0 : nil }
        self = rename.map { .renamed($0, text) } ?? .symbol(text)
    }

    /// The hint of a ticker that a search did not find: its new ticker, or a similar one of a large coin.
    init?(notFound symbol: Symbol, asked providers: [String], in table: ProviderTable) {
        guard table.mayHaveCoins(providers), !symbol.isCurrencyPair, let ticker = symbol.ticker else { return nil }
        if let rename = CoinRename(of: ticker) {
            self = .renamed(rename, rename.new + Self.suffix(symbol.quote))
        } else if !Self.isKnown(symbol),
            let similar = Suggestion.nearest(to: ticker, in: Asset.largeCoins)
        {
            self = .symbol(similar + Self.suffix(symbol.quote))
        } else {
            return nil
        }
    }

    /// Whether it is the ticker of a large coin or stock, which is spelled as it should be.
    static func isKnown(_ symbol: Symbol) -> Bool {
        switch symbol.name {
        case .ticker(let ticker): Asset.largeCoins.contains(ticker)
        case .stock(let ticker): Asset.largeStocks.contains(ticker)
        case .id, .token: false
        case .figure: true
        }
    }

    /// `; did you mean 'BTC/USDT'?` and the like; empty without hints. If the symbol is not the only one, each hint
    /// names the symbol that it is for. `named` are the providers that the user named.
    static func text(
        of hints: [Symbol: SymbolHint], for symbols: [Symbol], isOnly: Bool, named: [String]?, in table: ProviderTable
    ) -> String {
        var (meant, currencies): ([String], String) = ([], "")
        for symbol in symbols {
            switch hints[symbol] {
            case .renamed(let rename, let text):
                currencies += "; \(rename)"
                meant.append(text.inQuotes + (isOnly ? "" : " for \(symbol.description.inQuotes)"))
            case .symbol(let text):
                meant.append(text.inQuotes + (isOnly ? "" : " for \(symbol.description.inQuotes)"))
            case .convert(let code):
                let command =
                    "crypto convert 1 \(code) \(code == "USD" ? "EUR" : "USD")" + table.option(of: named, for: .rates)
                currencies += "; \(code) is a currency: try '\(command)'"
            case .field(let fields):
                let hint = Failure.fieldHint(symbol.description, after: fields)
                currencies += "; \(isOnly ? "" : "\(symbol.description.inQuotes) is a field: ")\(hint)"
            case .amount(let amount):
                let command = amount.command() + table.option(of: named, for: .rates)
                currencies += "; \(symbol.description.inQuotes) is an amount: try \(command.inQuotes)"
            case nil: break
            }
        }
        return currencies + (meant.isEmpty ? "" : "; did you mean \(meant.joined(separator: ", "))?")
    }

    /// The symbol that was meant by a name, a pair without a separator, or the ticker of a stock.
    private static func meant(_ ticker: String, _ quote: Currency?) -> String? {
        if let coin = Asset.largeCoin(named: ticker) { return coin + suffix(quote) }
        if Asset.largeStocks.contains(ticker) { return "stock:\(ticker)\(suffix(quote))" }
        if let coin = coin(ofLongID: ticker) { return coin + suffix(quote) }
        return quote == nil ? pair(ticker) : nil
    }

    /// Returns the ticker in `BTC-BITCOIN`, an id of coinpaprika.
    private static func coin(ofLongID id: String) -> String? {
        let parts = id.split(separator: "-", maxSplits: 1).map(String.init)
        return parts.count == 2 && Asset.largeCoin(named: parts[1]) == parts[0] ? parts[0] : nil
    }

    /// Returns the stock that is meant by `stocks:AAPL`, `NASDAQ:AAPL` or `AAPL.US`; nil for any other symbol.
    private static func stock(meantBy symbol: Symbol) -> String? {
        let prefixes = ["STOCKS:", "EQUITY:", "NASDAQ:", "NYSE:"]
        switch symbol.name {
        case .stock(let ticker) where ticker.hasSuffix(".US"):
            return "stock:\(ticker.dropLast(3))\(suffix(symbol.quote))"
        case .ticker(let ticker):
            let begin = prefixes.first { ticker.hasPrefix($0) && ticker.count > $0.count } ?? ""
            let bare = ticker.dropFirst(begin.count)
            let isAmerican = bare.hasSuffix(".US") && bare.count > 3
            guard isAmerican || !begin.isEmpty else { return nil }
            return "stock:\(isAmerican ? bare.dropLast(3) : bare)\(suffix(symbol.quote))"
        case .stock, .id, .token, .figure: return nil
        }
    }

    /// Returns the pair that is meant by a currency after a coin or a stock, as two symbols; nil for any other symbol.
    private static func pair(with symbol: Symbol, after symbols: [Symbol]) -> String? {
        guard symbol.quote == nil, let code = symbol.ticker, Currency(code)?.isFiat == true,
            let place = symbols.firstIndex(of: symbol),
            let base = symbols[..<place].last(where: { $0.ticker.flatMap { Currency($0) }?.isFiat != true }),
            base.quote == nil, !base.isID
        else { return nil }
        return (base.ticker ?? "stock:\(base.bare)") + "/\(code)"
    }

    private static func suffix(_ quote: Currency?) -> String { quote.map { "/\($0)" } ?? "" }

    private static func pair(_ ticker: String) -> String? {
        let parts = ticker.split { $0 == ":" || $0 == "_" }
        if parts.count == 2, let quote = Currency(parts[1]), quote.isQuoteOfMarkets { return "\(parts[0])/\(quote)" }
        for coin in Asset.largeCoins where ticker.hasPrefix(coin) {
            let rest = ticker.dropFirst(coin.count)
            if let quote = Currency(rest), quote.isQuoteOfMarkets { return "\(coin)/\(quote)" }
        }
        return nil
    }
}

extension ProviderTable {
    /// Returns ` -p sample` for the providers that the user named and that can do the job of the command that is
    /// suggested; empty without any.
    func option(of named: [String]?, for job: ProviderJob) -> String {
        let able = (named ?? []).filter { self.named($0, isOfAir: false)?.jobs.contains(job) ?? false }
        return able.isEmpty ? "" : " -p \(able.joined(separator: ","))"
    }

    /// Returns whether one of these providers may have coins.
    func mayHaveCoins(_ names: [String]) -> Bool {
        names.contains { named($0, isOfAir: false)?.mayHaveCoins ?? true }
    }
}
