import DecimalArithmetic
import Platform
import Testing

@testable import Markets

@Suite("Symbols, currencies, changes")
struct ModelTests {
    @Test(
        arguments: [
            ("btc", .ticker("BTC"), nil), ("BTC/eur", .ticker("BTC"), "EUR"), ("id:Bitcoin", .id("Bitcoin"), nil),
            ("ID:x/y", .id("x/y"), nil), ("stock:aapl", .stock("AAPL"), nil),
            ("Stock:BRK.B/sek", .stock("BRK.B"), "SEK"),
            ("1INCH", .ticker("1INCH"), nil), ("$WIF", .ticker("$WIF"), nil), ("币安人生", .ticker("币安人生"), nil),
            ("a:b", .ticker("A:B"), nil), ("ß", .ticker("SS"), nil), ("id:id:x", .id("id:x"), nil),
            (String(repeating: "a", count: 64), .ticker(String(repeating: "A", count: 64)), nil),
        ] as [(String, Symbol.Name, String?)])
    func symbols(text: String, name: Symbol.Name, quote: String?) throws {
        let symbol = try Symbol(text)
        #expect(symbol.name == name && symbol.quote?.code == quote && symbol.description == text)
    }

    @Test(
        arguments: [
            ("", .empty), ("id:", .empty), ("stock:", .empty), ("/EUR", .empty), ("BTC/", .pair),
            ("BTC/EUR/SEK", .pair),
            ("BTC/€", .pair), ("BTC/E-R", .pair), ("a b", .character(" ")), ("a,b", .character(",")),
            ("a\tb", .character("\t")), ("\u{1B}[2J", .character("\u{1B}")), ("a\u{202E}b", .character("\u{202E}")),
            ("a\u{0}", .character("\u{0}")), ("id:a b", .character(" ")), (String(repeating: "a", count: 65), .tooLong),
        ] as [(String, Symbol.SyntaxError)])
    func noSymbols(text: String, error: Symbol.SyntaxError) {
        #expect(throws: error) { try Symbol(text) }
    }

    @Test(
        "two symbols are equal when they mean the same",
        arguments: [
            ("btc", "BTC", true), ("btc/eur", "BTC/EUR", true), ("btc", "btc/usd", false), ("id:a", "id:A", false),
            ("ID:a", "id:a", true), ("stock:A", "a", false),
        ])
    func equality(left: String, right: String, isEqual: Bool) throws {
        #expect((try Symbol(left) == Symbol(right)) == isEqual)
        #expect(Set([try Symbol(left), try Symbol(right)]).count == (isEqual ? 1 : 2))
    }

    @Test(
        arguments: [
            ("sek", "SEK", true), ("USD", "USD", true), ("usdt", "USDT", false), ("SEKK", "SEKK", false),
            ("YEN", "YEN", false), ("1inch", "1INCH", false), ("", nil, false), ("U$D", nil, false),
            ("a b", nil, false),
            ("-USD", nil, false), (String(repeating: "A", count: 21), nil, false),
        ] as [(String, String?, Bool)])
    func currencies(text: String, code: String?, isFiat: Bool) {
        let currency = Currency(text)
        #expect(currency?.code == code && currency?.isFiat ?? false == isFiat)
    }

    @Test("C1 the list of ISO 4217 has the codes it should and no others of note")
    func iso4217() {
        #expect(
            Currency.iso4217.isSuperset(of: ["USD", "SEK", "EUR", "DKK", "NOK", "JPY", "INR", "XAU", "VED", "ZWG"]))
        #expect(Currency.iso4217.isDisjoint(with: ["YEN", "BTC", "USDT", "USDC", "HRK", "DEM", "XTS", "XXX"]))
        #expect(Currency.iso4217.allSatisfy { $0.count == 3 && $0 == $0.uppercased() })
    }

    @Test("a base currency that an exchange quotes in is fiat, a coin with a code of ISO 4217 is none")
    func kindOfBase() {
        for code in ["USD", "EUR", "GBP", "JPY", "CHF", "AUD", "CAD", "SEK", "INR", "TRY", "BRL"] {
            #expect(AssetKind(base: code) == .fiat, "\(code)")
        }
        // Ethernity, Mantle and OpenDAO bear the codes of Eritrea's, Mongolia's and Somalia's currencies.
        for ticker in ["ERN", "MNT", "SOS", "BTC", "USDT", "EURC", "EURI", "", "eur"] {
            #expect(AssetKind(base: ticker) == .coin, "\(ticker)")
        }
    }

    private func quote(price: String?) -> Quote {
        var quote = Quote(time: Timestamp(seconds: 0), symbol: "X", currency: .usd, provider: "p")
        quote.price = price.flatMap { Number($0) }
        return quote
    }

    @Test(
        "P4 change and percent from an open; none above 0 means all three unknown, never inf or nan",
        arguments: [
            ("110", "100", "100", "10", "10"), ("90", "100", "100", "-10", "-10"), ("1", "3", "3", "-2", Self.thirds),
            ("5", "5", "5", "0", "0"), ("0", "5", "5", "-5", "-100"), ("110", "0", nil, nil, nil),
            ("110", "-1", nil, nil, nil), ("110", nil, nil, nil, nil), (nil, "100", nil, nil, nil),
            ("0.00000812", "0.000008", "0.000008", "0.00000012", "1.5"),
        ] as [(String?, String?, String?, String?, String?)])
    func changeFromOpen(price: String?, sent: String?, open: String?, change: String?, percent: String?) {
        var quote = quote(price: price)
        quote.setChange(fromOpen: sent.flatMap { Number($0) })
        #expect(quote.open?.description == open)
        #expect(quote.change?.description == change)
        #expect(quote.changePercent?.description == percent)
    }

    private static let thirds = "-66.66666667"

    @Test(
        "P4 a change as sent; the open follows from the amount alone",
        arguments: [
            ("110", "10", "10.0001", "100"), ("110", nil, "10", nil), (nil, "10", "10", nil), ("110", "10", nil, "100"),
            ("110", nil, nil, nil), ("1", "-0.5", "-33.3", "1.5"),
        ] as [(String?, String?, String?, String?)])
    func changeAsSent(price: String?, amount: String?, percent: String?, open: String?) {
        var quote = quote(price: price)
        quote.setChange(amount: amount.flatMap { Number($0) }, percent: percent.flatMap { Number($0) })
        #expect(quote.change?.description == amount)
        #expect(quote.changePercent?.description == percent)
        #expect(quote.open?.description == open)
    }
}
