import CommandLineKit
import Markets
import Platform

extension Failure {
    /// Creates the failure of an unknown currency code.
    ///
    /// `isAlone` is true for the value of an option, which is a single code. `others` are the other codes of the same
    /// command line. `providers` were asked for a coin of this name. The user named the providers in `named`.
    init(
        unknownCurrency text: String, known: Set<String>, isAlone: Bool = false, among others: [String] = [],
        asked providers: [String] = [], named: [String]? = nil, in table: ProviderTable? = nil
    ) {
        let asked = providers.isEmpty ? "" : " (asked: \(providers.joined(separator: ", ")))"
        let hint = Self.currencyHint(text, known: known, isAlone: isAlone, among: others)
        let search = hint.isEmpty && !providers.isEmpty ? table.map { Self.search(text, named, in: $0) } ?? "" : ""
        self.init(.unknownName, "unknown currency \(text.inQuotes)" + asked + hint + search)
    }

    /// Returns what to write instead of a text that is no currency code, after a semicolon; empty if nothing is near.
    static func currencyHint(
        _ text: String, known: Set<String>, isAlone: Bool = false, among others: [String] = []
    ) -> String {
        if Timestamp(day: text) != nil { return "; a day is an option: \("--at \(text)".inQuotes)" }
        if let first = text.split(separator: ",").first, text.contains(",") {
            let code = Currency(first)?.code ?? Currency.usd.code
            return isAlone ? "; write one code, as in \(code.inQuotes)" : "; separate codes with spaces"
        }
        if text.lowercased().hasPrefix("stock:") {
            let code = others.lazy.compactMap { Currency($0)?.code }.first.map { " -c \($0)" } ?? ""
            return "; the price of a stock is \("crypto price \(text)\(code)".inQuotes)"
        }
        if let pair = try? Symbol(text), let base = pair.ticker, let quote = pair.quote {
            return "; it is a pair: write \(base.inQuotes) or \(quote.code.inQuotes)"
        }
        let name = text.lowercased().hasPrefix("id:") ? String(text.dropFirst(3)) : text
        let meant = foreignNames[text.uppercased()] ?? Asset.largeCoin(named: name).map { [$0] }
        // Of equally near codes the first is meant: the large currencies, then coins by size.
        let common = (Asset.depositCurrencies.sorted() + Asset.largeCoins).filter(known.contains)
        return meant.map { "; did you mean \($0.map(\.inQuotes).asAlternatives)?" }
            ?? suggestion(for: text.uppercased(), in: common + known.sorted())
    }

    /// Returns whether the code is that of a fiat currency or of a large coin.
    static func isKnown(_ code: String) -> Bool {
        Currency.known.contains(code) || Asset.largeCoins.contains(code)
            || Currency(code)?.isFiat == true
    }

    /// Says that a currency has ended without a fixed rate, and what replaced it; nil for any other code.
    static func ending(of code: String) -> String? {
        guard let currency = Currency(code), currency.end(at: Timestamp(seconds: .max)) != nil else { return nil }
        return "no fixed rate is known for \(code)\(successor(of: code))"
    }

    /// Returns when a currency ended and what replaced it, to follow its code; empty for a currency in use.
    static func successor(of code: String) -> String {
        guard let rate = Currency(code)?.fixedRate(at: Timestamp(seconds: .max)), let day = rate.since else {
            return ""
        }
        return ", which ended in \(day.day.prefix(7)); its successor is \(rate.successor)"
    }

    /// Returns the currency of a code. Throws, without a request, for text that cannot be a code and for names such as
    /// `EURO`. A code in no table here may still be a coin, and many tickers differ from a currency code in one letter
    /// (TON, TOP), so only a provider can reject it. `isAlone` is for the value of an option.
    static func currency(
        _ text: String, isAlone: Bool = false, among others: [String] = []
    ) throws(Failure) -> Currency {
        if text.utf8.contains(UInt8(ascii: ":")), let currency = try token(text) { return currency }
        guard let currency = Currency(text), foreignNames[currency.code] == nil else {
            throw Failure(
                unknownCurrency: text, known: Currency.known, isAlone: isAlone, among: others)
        }
        return currency
    }

    /// Returns a token as a currency; nil for another symbol with a colon. Throws for an address that is none.
    private static func token(_ text: String) throws(Failure) -> Currency? {
        do throws(Symbol.SyntaxError) {
            let symbol = try Symbol(text)
            return symbol.quote == nil ? symbol.token.map { Currency($0) } : nil
        } catch {
            switch error {
            case .address, .chain: throw Failure(.usage, "\(text.inQuotes) \(error.words)")
            case .empty, .tooLong, .character, .pair, .figure: return nil
            }
        }
    }

    /// The number of unknown symbols that are named, and for which a hint is looked for.
    static let namedSymbols = 10

    /// Symbols that no provider knows, in one line, with what to write instead. `wasSearched` says whether one of the
    /// providers has a search, which then had nothing to offer; `named` are the providers that the user named, which a
    /// suggested command names too. `line` returns the line of the favorites file or of stdin that a symbol is from.
    init(
        unknownSymbols symbols: [Symbol], providers: [String], named: [String]?, hints: [Symbol: SymbolHint],
        in table: ProviderTable, wasSearched: Bool = false, line: (Symbol) -> String? = { _ in nil }
    ) {
        let shown = symbols.prefix(Self.namedSymbols)
        let lines = shown.map(line)
        let isOnly = symbols.count == 1
        var message = (isOnly ? lines[0].map { "\($0): " } : nil) ?? ""
        message += "unknown symbol" + (isOnly ? " " : "s ")
        message += zip(shown, lines).map { symbol, line in
            symbol.description.inQuotes + (isOnly ? "" : line.map { " (\($0))" } ?? "")
        }.joined(separator: ", ")
        if symbols.count > shown.count { message += " and \(symbols.count - shown.count) more" }
        message += " (asked: \(providers.joined(separator: ", ")))"
        // There may be a coin of this name.
        let asksForHelp = isOnly && symbols[0].description == "help"
        let hint =
            asksForHelp
            ? "; '--help' prints help"
            : SymbolHint.text(of: hints, for: Array(shown), isOnly: isOnly, named: named, in: table)
        self.init(
            .unknownName,
            message
                + (hint.isEmpty && symbols.count == 1
                    ? Self.hint(symbols[0], providers, named, in: table, wasSearched: wasSearched) : hint))
    }

    /// Returns what to write instead of a symbol, after a semicolon; empty for a known ticker, of a coin or a stock.
    private static func hint(
        _ symbol: Symbol, _ providers: [String], _ named: [String]?, in table: ProviderTable, wasSearched: Bool
    ) -> String {
        switch symbol.name {
        case .id:
            guard let first = providers.first else { return "" }
            return "; \("crypto list --fields symbol,id -p \(first)".inQuotes) lists ids"
        case .stock(let ticker):
            // One with a suffix is written as it should be.
            guard !Asset.largeStocks.contains(ticker), !ticker.contains(".") else { return "" }
            return "; a stock is written as in 'stock:AAPL' or 'stock:HSBA.L'"
        case .ticker:
            guard !wasSearched, table.mayHaveCoins(providers), !symbol.isCurrencyPair, let ticker = symbol.ticker,
                !Asset.largeCoins.contains(ticker)
            else { return "" }
            return search(ticker, named, in: table)
        case .token:
            let able = table.defaults(for: .price, of: .token).map(\.name)
            return able.contains(where: providers.contains)
                ? "" : "; tokens are known to \(able.joined(separator: ", "))"
        case .figure(let figure):
            return "; it is known to \(table.names(with: figure).joined(separator: ", "))"
        }
    }

    /// Returns how to find a symbol by its name, after a semicolon; empty for a ticker too short for a search.
    private static func search(_ ticker: String, _ named: [String]?, in table: ProviderTable) -> String {
        let command = "crypto list --search \(ticker.lowercased())" + table.option(of: named, for: .list)
        return ticker.count < 2 ? "" : "; \(command.inQuotes) searches by name"
    }

    /// Codes of currencies that people often call by another name or sign. Several countries have crowns.
    static let foreignNames: [String: [String]] = [
        "YEN": ["JPY"], "EURO": ["EUR"], "EUROS": ["EUR"], "DOLLAR": ["USD"], "DOLLARS": ["USD"], "POUND": ["GBP"],
        "POUNDS": ["GBP"], "RMB": ["CNY"], "YUAN": ["CNY"], "RUPEE": ["INR"], "RUPEES": ["INR"], "FRANC": ["CHF"],
        "KR": ["SEK", "NOK", "DKK", "ISK"], "KRONA": ["SEK"], "KRONOR": ["SEK"], "KRONE": ["NOK", "DKK"],
        "KRONER": ["NOK", "DKK"], "KRONUR": ["ISK"], "KRÓNUR": ["ISK"],
    ].merging(WrittenAmount.signs.map { (String($0), [$1]) }) { name, _ in name }
}

extension Failure {
    /// Returns why a provider does not quote in a currency, and the advice; nil for a currency in use. A code that is
    /// in no table is most likely a typing error.
    static func refusal(of currency: Currency) -> (fact: String, advice: String)? {
        if let ending = ending(of: currency.code) { return (ending, "") }
        if isKnown(currency.code) {
            let successor = successor(of: currency.code)
            return successor.isEmpty ? nil : ("does not quote in \(currency)\(successor)", "")
        }
        let nearest = Suggestion.nearest(to: currency.code, in: Currency.known.sorted())
        let guess = nearest.map { "did you mean '\($0)'?" } ?? ""
        return ("unknown currency \(currency.code.inQuotes)", guess)
    }
}
