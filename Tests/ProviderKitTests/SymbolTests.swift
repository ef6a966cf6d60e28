import ProviderKit
import TestSupport
import Testing

@Suite("Symbols", .quick)
struct SymbolTests {
    private static let usdc = Token(chain: .ethereum, address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48")

    @Test(
        arguments: [
            ("btc", .ticker("BTC"), nil), ("BTC/eur", .ticker("BTC"), "EUR"), ("id:Bitcoin", .id("Bitcoin"), nil),
            ("ID:x/y", .id("x/y"), nil), ("stock:aapl", .stock("AAPL"), nil),
            ("Stock:BRK.B/sek", .stock("BRK-B"), "SEK"),
            ("btc-usd", .ticker("BTC"), "USD"), ("ETH-usdt", .ticker("ETH"), "USDT"),
            ("a-b-eur", .ticker("A-B"), "EUR"),
            ("BTC-PERP", .ticker("BTC-PERP"), nil), ("BTC-240628", .ticker("BTC-240628"), nil),
            ("-USD", .ticker("-USD"), nil), ("BTC-", .ticker("BTC-"), nil), ("id:BTC-USD", .id("BTC-USD"), nil),
            ("stock:BRK-EUR", .stock("BRK-EUR"), nil), ("BTC-USD/EUR", .ticker("BTC-USD"), "EUR"),
            ("1INCH", .ticker("1INCH"), nil), ("$WIF", .ticker("$WIF"), nil), ("币安人生", .ticker("币安人生"), nil),
            ("a:b", .ticker("A:B"), nil), ("ß", .ticker("SS"), nil), ("id:id:x", .id("id:x"), nil),
            ("Eth:0xA0b86991c6218b36c1d19d4a2e9eb0ce3606EB48", .token(Self.usdc), nil),
            ("ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48/sek", .token(Self.usdc), "SEK"),
            (
                "SOL:So11111111111111111111111111111111111111112",
                .token(Token(chain: .solana, address: "So11111111111111111111111111111111111111112")), nil
            ),
            (String(repeating: "a", count: 64), .ticker(String(repeating: "A", count: 64)), nil),
        ] as [(String, Symbol.Name, String?)])
    func symbols(text: String, name: Symbol.Name, quote: String?) throws {
        let symbol = try Symbol(text)
        #expect(symbol.name == name && symbol.quote?.code == quote && symbol.description == text)
    }

    @Test(
        "A class of shares has one canonical form, whatever separates it; an exchange of one letter is no class",
        arguments: [
            ("brk.b", "BRK-B", nil), ("brk/b", "BRK-B", nil), ("BRK-B", "BRK-B", nil), ("BF.B/SEK", "BF-B", "SEK"),
            ("bf/b/sek", "BF-B", "SEK"), ("volv.b.st", "VOLV-B.ST", nil), ("VOLV/B.ST", "VOLV-B.ST", nil),
            ("BT.A.L", "BT-A.L", nil), ("HSBA.L", "HSBA.L", nil), ("7203.T", "7203.T", nil), ("VOD.DE", "VOD.DE", nil),
            ("VOLV.B-SE", "VOLV.B-SE", nil), (".SPX", ".SPX", nil), ("AAPL/EUR", "AAPL", "EUR"),
        ] as [(String, String, String?)])
    func shareClasses(text: String, ticker: String, quote: String?) throws {
        let symbol = try Symbol("stock:" + text)
        #expect(symbol.name == .stock(ticker) && symbol.quote?.code == quote)
    }

    @Test(
        "At a provider of stocks a text with a dash is a ticker",
        arguments: [
            ("btc-usd", "BTC-USD"), ("BTC/USD", "BTC"), ("stock:BRK-B", "BRK-B"), ("aapl", "AAPL"), ("brk.b", "BRK-B"),
        ])
    func stockTicker(text: String, ticker: String) throws {
        #expect(try Symbol(text).stockTicker == ticker)
    }

    @Test(
        arguments: [
            ("", .empty), ("id:", .empty), ("stock:", .empty), ("/EUR", .empty), ("BTC/", .pair),
            ("BTC/EUR/SEK", .pair),
            ("BTC/€", .pair), ("BTC/E-R", .pair), ("a b", .character(" ")), ("a,b", .character(",")),
            ("a\tb", .character("\t")), ("\u{1B}[2J", .character("\u{1B}")), ("a\u{202E}b", .character("\u{202E}")),
            ("a\u{0}", .character("\u{0}")), ("id:a b", .character(" ")), (String(repeating: "a", count: 65), .tooLong),
            ("eth:", .address(.ethereum)), ("eth:0xa0b8", .address(.ethereum)), ("base:usdc", .address(.base)),
            ("arb:0xg0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", .address(.arbitrum)),
            ("sol:0o11111111111111111111111111111111111111112", .address(.solana)),
            ("op:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48/", .pair),
            ("tron:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", .chain("tron")),
        ] as [(String, Symbol.SyntaxError)])
    func noSymbols(text: String, error: Symbol.SyntaxError) {
        #expect(throws: error) { try Symbol(text) }
    }

    @Test(
        "two symbols are equal when they mean the same",
        arguments: [
            ("btc", "BTC", true), ("btc/eur", "BTC/EUR", true), ("btc-eur", "BTC/EUR", true),
            ("btc", "btc/usd", false), ("id:a", "id:A", false),
            ("ID:a", "id:a", true), ("stock:A", "a", false),
            (
                "polygon:0xA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48",
                "matic:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", true
            ),
            (
                "bsc:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
                "eth:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", false
            ),
            (
                "sol:So11111111111111111111111111111111111111112",
                "sol:so11111111111111111111111111111111111111112", false
            ),
        ])
    func equality(left: String, right: String, isEqual: Bool) throws {
        #expect((try Symbol(left) == Symbol(right)) == isEqual)
        #expect(Set([try Symbol(left), try Symbol(right)]).count == (isEqual ? 1 : 2))
    }
}
