import CryptoCLI
import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

private func parsed(_ text: String) throws -> Favorites { try Favorites(Array(text.utf8)) }

extension Favorites {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
    fileprivate var words: String { symbols.map(\.description).joined(separator: " ") }
}

@Suite("Favorites: the text of the file", .quick)
struct FavoritesTextTests {
    static let symbolsCases: [(String, String)] = [
        ("", ""), ("\n\n", ""), ("# only words\n", ""), ("BTC", "BTC"), ("BTC\nETH\n", "BTC ETH"),
        ("  btc\t\r\nid:bitcoin # the coin\r\n", "btc id:bitcoin"), ("# BTC\n#ETH\nSOL #no\n", "SOL"),
        ("BTC\nbtc\nBTC/EUR\nBTC\n", "BTC BTC/EUR"), ("stock:AAPL\nAAPL\n", "stock:AAPL AAPL"),
        ("C#\n", "C#"), ("\tBTC\r", "BTC"),
    ]

    @Test(
        "One symbol a line, comments, blank lines, space and line ends of any kind; each symbol once",
        arguments: symbolsCases)
    func symbols(text: String, symbols: String) throws {
        let list = try parsed(text)
        #expect(list.words == symbols)
        #expect(list.text == text)
    }

    static let noSymbolCases: [(String, Int, String)] = [
        ("BTC\nBTC,ETH\n", 2, "'BTC,ETH' is not a symbol; separate symbols with spaces"),
        ("global:volume 2\n", 1, "'global:volume 2': a figure of the market has no amount"),
        ("BTC, 5 # two\n", 1, "'BTC, 5' is not a symbol; separate symbols with spaces"),
        ("\n# x\nBTC/\n", 3, "'BTC/' is not a pair; write BASE/QUOTE, as in BTC/EUR"),
        ("id:\n", 1, "'id:' is not a symbol"),
        ("a/b/c", 1, "'a/b/c' is not a pair; write BASE/QUOTE, as in BTC/EUR"),
        ("BTC\n!!\n", 2, "'!!' is not a symbol"), ("stock:-", 1, "'stock:-' is not a symbol"),
        ("=/USD", 1, "'=/USD' is not a symbol"),
    ]

    @Test("A line that is no symbol is said with its number and why", arguments: noSymbolCases)
    func noSymbol(text: String, line: Int, problem: String) {
        let error = #expect(throws: Favorites.SyntaxError.self) { try parsed(text) }
        #expect(error?.line == line && error?.problem == problem)
    }

    @Test("A line that is not UTF-8 is said with its number")
    func notUTF8() {
        let error = #expect(throws: Favorites.SyntaxError.self) {
            try Favorites(Array("BTC\n".utf8) + [0xFF, 0xFE] + Array("\nETH\n".utf8))
        }
        #expect(error?.line == 2 && error?.problem == "not valid UTF-8")
    }

    static let addCases: [(String, String, String?)] = [
        ("", "btc", "BTC\n"), ("ETH", "btc", "ETH\nBTC\n"),
        ("ETH\r\n# last", "btc/eur", "ETH\r\n# last\r\nBTC/EUR\r\n"),
        ("BTC\n", "btc", nil), ("btc # mine\n", "BTC", nil), ("BTC\n", "BTC/USD", "BTC\nBTC/USD\n"),
        ("BTC\n", "id:Bitcoin", "BTC\nid:Bitcoin\n"), ("AAPL\n", "stock:aapl", "AAPL\nstock:AAPL\n"),
    ]

    @Test("Adding puts a symbol at the end, as everybody writes it, and no second time", arguments: addCases)
    func add(text: String, symbol: String, result: String?) throws {
        var list = try parsed(text)
        #expect(try list.add(Symbol(symbol)) == (result != nil))
        #expect(list.text == result ?? text)
        #expect(try parsed(list.text) == list)
    }

    static let removeCases: [(String, String, String?)] = [
        ("# a\nBTC # x\n\nETH\n", "btc", "# a\n\nETH\n"), ("BTC\nETH\nbtc\n", "BTC", "ETH\n"), ("BTC", "BTC", ""),
        ("BTC/EUR\n", "BTC", nil), ("id:bitcoin\n", "bitcoin", nil), ("stock:AAPL\n", "AAPL", nil), ("", "BTC", nil),
        ("# mine\r\nsol\r\nBTC\r\n\r\n# end", "btc", "# mine\r\nsol\r\n\r\n# end"),
    ]

    @Test("Removing takes the symbol's line, or lines, and leaves all others as they stand", arguments: removeCases)
    func remove(text: String, symbol: String, result: String?) throws {
        var list = try parsed(text)
        #expect(try list.remove(Symbol(symbol)) == (result != nil))
        #expect(list.text == result ?? text)
    }

    static let moveCases: [(String, String, Int, String?)] = [
        ("A\nB\nC\n", "C", 1, "C\nA\nB\n"), ("A\nB\nC\n", "A", 3, "B\nC\nA\n"), ("A\nB\nC\n", "A", 2, "B\nA\nC\n"),
        ("A\nB\nC\n", "B", 2, "A\nB\nC\n"), ("A\nB", "A", 2, "B\nA\n"), ("A\nB", "B", 1, "B\nA\n"),
        ("# top\nA\n# between\nB # mine\n# end\n", "b", 1, "# top\nB # mine\nA\n# between\n# end\n"),
        ("# top\nA\n# between\nB\n# end\n", "A", 2, "# top\n# between\nB\nA\n# end\n"),
        ("A\nB\nA\nC\n", "A", 3, "B\nC\nA\n"), ("A\nB\n", "A", 3, nil), ("A\n", "B", 1, nil), ("A\n", "A", 0, nil),
        ("# mine\r\nBTC\r\n\r\nsol\r\n# end", "SOL", 1, "# mine\r\nsol\r\nBTC\r\n\r\n# end"),
        ("# mine\r\nsol\r\n\r\nETH # x\r\n# end", "sol", 2, "# mine\r\n\r\nETH # x\r\nsol\r\n# end"),
    ]

    @Test("Moving puts a symbol's line at the place N of the symbols; comment lines stay", arguments: moveCases)
    func move(text: String, symbol: String, place: Int, result: String?) throws {
        var list = try parsed(text)
        #expect(try list.move(Symbol(symbol), to: place) == (result != nil))
        #expect(list.text == result ?? text)
    }

    @Test("Any series of edits leaves a text that reads back the same, with every comment in its order")
    func edits() throws {
        var generator = SplitMix64(state: 7)
        var list = try parsed("# one\nBTC # b\n\n# two\r\nETH\n#three")
        let names = ["btc", "ETH", "sol", "id:a", "stock:B", "X/EUR", "doge"]
        for _ in 0..<500 {
            let symbol = try Symbol(names[Int(generator.next() % UInt64(names.count))])
            let before = list.symbols
            let lot = FavoriteLot(ExactDecimal(Int(generator.next() % 9)))
            switch generator.next() % 4 {
            case 0: #expect(list.add(symbol) == !before.contains(symbol))
            case 1: #expect(list.remove(symbol) == before.contains(symbol))
            case 2:
                #expect(list.set(symbol, lot) == before.contains(symbol))
                #expect(list.lots(of: symbol) == (before.contains(symbol) ? [lot] : []))
            default:
                let place = Int(generator.next() % 8) + 1
                let isMoved = list.move(symbol, to: place)
                #expect(isMoved == (before.contains(symbol) && place <= before.count))
                if isMoved { #expect(list.symbols[place - 1] == symbol && list.symbols.count == before.count) }
            }
            #expect(try parsed(list.text) == list)
            let comments = list.text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("#") }.map {
                $0.prefix(4)
            }
            #expect(comments == ["# on", "# tw", "#thr"])
        }
    }

    @Test("A symbol that the file would take for a comment cannot stand in it")
    func hash() throws {
        #expect(try !Favorites.canHold(Symbol("#meme")))
        #expect(try !Favorites.canHold(Symbol("!!")) && Favorites.canHold(Symbol("🔥")))
        #expect(try Favorites.canHold(Symbol("id:#meme")) && Favorites.canHold(Symbol("C#")))
    }
}

// MARK: - In a list

extension FavoritesTests {
    private static func quote(
        _ symbol: String, id: String? = nil, name: String? = nil, kind: AssetKind = .coin, cap: Int? = nil,
        in currency: Currency = .usd
    ) -> Quote {
        var quote = Quote(
            time: Timestamp(seconds: 0), symbol: symbol, currency: currency, provider: "test")
        (quote.id, quote.name, quote.kind) = (id, name, kind)
        quote.marketCap = cap.map { Number(ExactDecimal($0)) }
        return quote
    }

    static let indicesCases: [(String, Set<Int>)] = [
        ("BTC", [1]), ("btc", [1]), ("AAPL", [4]), ("stock:AAPL", [3]), ("id:fake", [0]), ("ETH/EUR", [6]),
        ("ETH", [5]), ("BTC/EUR", []), ("BTC-PERP", [7]), ("WBTC", [2]), ("USD", []), ("USDT", [8]), ("USDC", [9]),
        ("BTC\nid:bitcoin\nETH", [1, 5]),
    ]

    @Test(
        "A ticker is the largest coin that bears it, never a stock; a pair is of its currency; an id is one coin",
        arguments: indicesCases)
    func indices(text: String, places: Set<Int>) throws {
        let quotes = [
            Self.quote("BTC", id: "fake", cap: 1), Self.quote("BTC", id: "bitcoin", cap: 9),
            Self.quote("WBTC", id: "wrapped-bitcoin", cap: 99), Self.quote("AAPL", id: "AAPL", kind: .stock, cap: 50),
            Self.quote("AAPL", id: "apple-coin", cap: 2), Self.quote("ETH", id: "ethereum"),
            Self.quote("ETH", id: "ETHEUR", in: .eur), Self.quote("BTC-PERP", kind: .future),
            Self.quote("USDT"), Self.quote("USDC"),
        ]
        #expect(try parsed(text).indices(in: quotes) == places)
    }
}
