import Platform

extension CNBC {
    /// The countries in CNBC's symbols, by the exchanges in tickers. It has no stocks of Korea, Mexico and Turkey.
    /// Those of Australia, Britain, Denmark, Germany, Hong Kong, Israel, Japan and Sweden are confirmed; the others are
    /// those that other programs send.
    private static let countries = [
        "AS": "NL", "AX": "AU", "BK": "TH", "CO": "DK", "DE": "DE", "HK": "HK", "KL": "MY", "L": "GB", "MC": "ES",
        "MI": "IT", "NS": "IN", "NZ": "NZ", "PA": "FR", "PS": "PH", "SA": "BR", "SI": "SG", "SS": "CN", "ST": "SE",
        "SW": "CH", "T": "JP", "TA": "IL", "TO": "CA", "TW": "TW",
    ]

    private static let indices = ["^DJI": ".DJI", "^GSPC": ".SPX", "^IXIC": ".IXIC", "^N225": ".N225"]

    /// CNBC's symbol of a ticker: `VOLV.B-SE` of `VOLV-B.ST`. Its own symbols are kept. Nil for a ticker that it cannot
    /// have.
    static func symbol(of ticker: String) -> String? {
        let ticker = ticker.uppercased()
        if let index = indices[ticker] { return index }
        let isOwn = ticker.first.map(".@".contains) == true || ticker.hasSuffix("=") || hasCountry(ticker)
        if isOwn { return ticker.isPathSegment && !ticker.contains("|") ? ticker : nil }
        guard let stock = StockTicker(ticker) else { return nil }
        guard let exchange = stock.exchange else { return stock.code(class: ".") }
        return countries[exchange].flatMap { country in
            switch country {
            case "HK": "\(stock.code.drop { $0 == "0" })-HK"
            case "JP": "\(stock.code).T-JP"
            // China has two exchanges. A code of Shanghai begins with 5, 6 or 9: `000001` is an index there, and a bank
            // in Shenzhen.
            case "CN" where stock.code.first.map("569".contains) != true: nil
            // London's codes of two letters end with a point.
            case "GB" where stock.code.count == 2: "\(stock.code).-GB"
            default: "\(stock.code(class: "."))-\(country)"
            }
        }
    }

    /// Whether one of CNBC's own symbols ends with a country.
    private static func hasCountry(_ symbol: String) -> Bool { symbol.dropLast(2).last == "-" }

    /// Whether a symbol whose currency is not sent is one in dollars: a stock or an index of the United States. Futures
    /// may be in cents, and a yield is no price.
    static func isInDollars(_ symbol: String) -> Bool {
        if symbol.hasPrefix(".") { return [".DJI", ".IXIC", ".SPX"].contains(symbol) }
        return symbol.allSatisfy { ("A"..."Z").contains($0) || $0 == "." }
    }
}
