import CryptoCLI
import DecimalArithmetic
import Markets
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private func favorites(_ text: String) throws -> Favorites { try Favorites(Array(text.utf8)) }

extension Favorites {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
    fileprivate var held: [String] {
        holdings.map { holding in "\(holding.symbol): " + holding.lots.map(\.description).joined(separator: " + ") }
    }
}

@Suite("Favorites: what the symbols hold", .quick)
struct FavoriteLotTests {
    @Test("The holdings of a long file take no time that grows with its square")
    func many() throws {
        let count = 30_000
        let many = try favorites((0..<count).map { "XY\($0) 1\n" }.joined())
        let begin = processorTime()
        #expect(many.holdings.count == count)
        #expect(processorTime() - begin < .seconds(10))
    }

    /// The processor time of this thread.
    private func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    static let lines: [(String, [String])] = [
        ("BTC", []), ("BTC 0.5", ["BTC: 0.5"]), ("BTC 0.5 @ 30000", ["BTC: 0.5 @ 30000 USD"]),
        ("  btc\t0.50  @\t30000.10 sek # bought\r\n", ["btc: 0.5 @ 30000.1 SEK"]),
        ("BTC 0.5@30000 USD", ["BTC: 0.5 @ 30000 USD"]),
        ("BTC/EUR 1 @ 7", ["BTC/EUR: 1 @ 7 EUR"]), ("BTC/EUR 1 @ 7 SEK", ["BTC/EUR: 1 @ 7 SEK"]),
        ("id:bitcoin 1", ["id:bitcoin: 1"]), ("stock:AAPL 12 @ 0", ["stock:AAPL: 12 @ 0 USD"]),
        ("SEK 1000 @ 1 SEK", ["SEK: 1000 @ 1 SEK"]), ("BTC 0", ["BTC: 0"]),
        ("ETH 1.000000000000000001 @ 0.1 BTC", ["ETH: 1.000000000000000001 @ 0.1 BTC"]),
        ("PEPE 123456789012345678901234.0000000001", ["PEPE: 123456789012345678901234.0000000001"]),
        ("BTC 1\nETH\nBTC\nbtc 2 @ 5\nSOL 3", ["BTC: 1 + 2 @ 5 USD", "SOL: 3"]), ("# BTC 1\nBTC #1\n", []),
        ("a@b 1", ["a@b: 1"]), ("stock:NVDA 1 2024-05-01 # gift", ["stock:NVDA: 1 2024-05-01"]),
        ("stock:NVDA 1 @ 631.6 usd 2024-05-01", ["stock:NVDA: 1 @ 631.6 USD 2024-05-01"]),
        ("stock:NVDA 1 @ 631.6 2024-05-01T14:30:00Z", ["stock:NVDA: 1 @ 631.6 USD 2024-05-01T14:30:00Z"]),
    ]

    @Test("An amount, a cost and its currency follow the symbol; a symbol on several lines has lots", arguments: lines)
    func reading(text: String, held: [String]) throws {
        let list = try favorites(text)
        #expect(list.held == held)
        #expect(list.text == text)
    }

    static let problems: [(String, Int, String)] = [
        ("BTC x", 1, "'BTC x': 'x' is not an amount"), ("\nBTC ETH # two\n", 2, "'BTC ETH': 'ETH' is not an amount"),
        ("BTC -1", 1, "'BTC -1': '-1' is below 0"),
        ("BTC +1", 1, "'BTC +1': '+1' is not an amount; write it without '+'"),
        ("BTC 1e3", 1, "'BTC 1e3': '1e3' is not an amount; write it without an exponent"),
        (
            "BTC 0,5", 1,
            "'BTC 0,5': '0,5' is not an amount; write a decimal point and no separators, as in 1234.5"
        ),
        ("BTC .5", 1, "'BTC .5': '.5' is not an amount; write '0.5'"),
        ("BTC @ 5", 1, "'BTC @ 5': '@' is not an amount"),
        ("0.5 BTC", 1, "'0.5 BTC': 'BTC' is not an amount; the symbol comes first, as in 'BTC 0.5'"),
        (
            "BTC 1.0000000000000000000000000000000005", 1,
            "'BTC 1.0000000000000000000000000000000005': '1.0000000000000000000000000000000005' is not an amount; "
                + "34 digits at most"
        ),
        (
            "BTC 1 30000 USD", 1,
            "'BTC 1 30000 USD': '@' goes before the cost, not '30000', as in 'BTC 0.5 @ 30000 USD'"
        ),
        ("BTC 1 USD", 1, "'BTC 1 USD': '@' goes before the cost, not 'USD', as in 'BTC 0.5 @ 30000 USD'"),
        ("BTC 1 @", 1, "'BTC 1 @': the cost after '@' is missing, as in 'BTC 0.5 @ 30000 USD'"),
        ("BTC 1@", 1, "'BTC 1@': the cost after '@' is missing, as in 'BTC 0.5 @ 30000 USD'"),
        ("BTC 1 @ USD 5", 1, "'BTC 1 @ USD 5': 'USD' is not an amount"),
        ("BTC 1 @ -5", 1, "'BTC 1 @ -5': '-5' is below 0"), ("BTC 1 @@ 5", 1, "'BTC 1 @@ 5': '@' is not an amount"),
        ("BTC 1@5USD", 1, "'BTC 1@5USD': '5USD' is not an amount"),
        ("BTC 1 @ 5 $", 1, "'BTC 1 @ 5 $': '$' is not a currency code"),
        ("BTC 1 @ 5 USD each", 1, "'BTC 1 @ 5 USD each': nothing goes after the currency, not 'each'"),
        (
            "BTC 1 @ 5 USD 2024-05-01 x", 1, "'BTC 1 @ 5 USD 2024-05-01 x': nothing goes after the date, not 'x'"
        ),
    ]

    @Test("What is not an amount, a cost or a currency is reported with its line", arguments: problems)
    func problem(text: String, line: Int, problem: String) {
        let error = #expect(throws: Favorites.SyntaxError.self) { try favorites(text) }
        #expect(error?.line == line && error?.problem == problem)
    }

    static let additions: [(String, String, String, String?)] = [
        ("", "btc", "0.5", "BTC 0.5 @ 3 USD\n"), ("ETH", "id:a", "7", "ETH\nid:a 7 @ 3 USD\n"),
        ("BTC\n", "BTC", "1", nil),
    ]

    @Test("A symbol is added with what it holds", arguments: additions)
    func add(text: String, symbol: String, amount: String, result: String?) throws {
        var list = try favorites(text)
        let lot = FavoriteLot(try #require(ExactDecimal(amount)), cost: FavoriteLot.UnitCost(3, .usd))
        #expect(try list.add(Symbol(symbol), lot) == (result != nil))
        #expect(list.text == result ?? text)
        #expect(try favorites(list.text) == list)
    }

    static let settings: [(String, String?)] = [
        ("BTC\n", "BTC 2 @ 3 USD\n"), (" btc\t# mine\r\nETH", " btc 2 @ 3 USD\t# mine\r\nETH"),
        ("BTC 1 @ 9 SEK # mine", "BTC 2 @ 3 USD # mine"), ("ETH\nBTC 1\n", "ETH\nBTC 2 @ 3 USD\n"),
        ("BTC\nETH\nBTC 1\n", "BTC\nETH\nBTC 2 @ 3 USD\n"), ("BTC 2@3.00\n", "BTC 2@3.00\n"),
        ("BTC 1\nBTC 1\n", nil), ("ETH 1\n", nil), ("", nil),
    ]

    @Test(
        "What a symbol holds is set in its line, whose comment is kept; not if it has several lots", arguments: settings
    )
    func set(text: String, result: String?) throws {
        var list = try favorites(text)
        let isSet = try list.set(Symbol("BTC"), FavoriteLot(2, cost: FavoriteLot.UnitCost(3, .usd)))
        #expect(isSet == (result != nil))
        #expect(list.text == result ?? text)
        #expect(try favorites(list.text) == list)
    }

    static let moves: [(String, Int, String)] = [
        ("A\nB\nX 1 # x\n", 1, "X 1 # x\nA\nB\n"), ("X 1\n# c\nA\nX\nX 2 @ 3\nB", 3, "# c\nA\nB\nX 1\nX 2 @ 3\n"),
        ("A\nX 1\nX 2\nB\n", 1, "X 1\nX 2\nA\nB\n"), ("A\nX\nX\nB\n", 3, "A\nB\nX\n"),
        ("X 1\nA\nX 2", 2, "A\nX 1\nX 2\n"),
    ]

    @Test("Moving a symbol keeps its amounts: all lines with one move together", arguments: moves)
    func move(text: String, place: Int, result: String) throws {
        var list = try favorites(text)
        #expect(try list.move(Symbol("X"), to: place))
        #expect(list.text == result)
        #expect(try favorites(list.text) == list)
    }

    @Test("Removing a symbol removes its lots, and keeps those of others")
    func remove() throws {
        var list = try favorites("X 1\nA 2 # a\nX 3 @ 4\n")
        #expect(try list.remove(Symbol("x")))
        #expect(list.text == "A 2 # a\n")
    }
}
