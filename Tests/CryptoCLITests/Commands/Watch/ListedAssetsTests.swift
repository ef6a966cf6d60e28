import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("Board of a list", .quick)
struct ListedAssetsTests {
    @Test(
        "a refreshed list updates the board",
        arguments: [
            ("", "BTC", "BTC"), ("BTC", "BTC ETH", "BTC ETH"), ("BTC ETH", "BTC", "BTC"),
            ("LUNA ETH", "BTC ETH", "LUNA ETH BTC"), ("A B C", "A B", "A B"), ("A B", "B A", "A B"),
            ("A B C", "D E", ""), ("A", "B C", "A B C"), ("", "B A", "B A"), ("A", "A A B", "A B"), ("", "", ""),
        ])
    func vectors(board: String, list: String, expected: String) throws {
        var live = ListedAssets()
        _ = live.refresh(Self.quotes(board))
        let changes = live.refresh(Self.quotes(list))
        #expect(Self.symbols(live) == expected)
        let (before, after) = (Set(board.split(separator: " ")), Set(expected.split(separator: " ")))
        #expect(Set(changes.added.map { Substring($0.symbol) }) == after.subtracting(before))
        #expect(Set(changes.removed.map { Substring($0.symbol) }) == before.subtracting(after))
    }

    @Test("random lists, one after the other, follow the rules", arguments: 1...20)
    func random(seed: UInt64) throws {
        var numbers = SplitMix(state: seed)
        var live = ListedAssets()
        var naive: [String] = []
        for _ in 0..<200 {
            let count = Int.random(in: 1...6, using: &numbers)
            let list = Array(["A", "B", "C", "D", "E", "F", "G", "H"].shuffled(using: &numbers).prefix(count))
            let before = naive
            naive = Self.naive(naive, list)
            let changes = live.refresh(Self.quotes(list.joined(separator: " ")))
            #expect(live.quotes.map(\.symbol) == naive)
            #expect(changes.added.map(\.symbol) == naive.filter { !before.contains($0) })
            #expect(changes.removed.map(\.symbol) == before.filter { !naive.contains($0) })
        }
    }

    /// The rule as it is written, one sentence a line.
    private static func naive(_ board: [String], _ list: [String]) -> [String] {
        if board.isEmpty { return list }
        if board.count < list.count { return board + list.filter { !board.contains($0) } }
        if board.count > list.count { return board.filter { list.contains($0) } }
        return board + list.filter { !board.contains($0) }
    }

    @Test("what stays is left as it was first loaded, whatever a later refresh contains")
    func values() throws {
        var live = ListedAssets()
        let first = [Self.quote("BTC", price: "100", open: "90"), Self.quote("ETH", price: "10", open: "9")]
        _ = live.refresh(first)
        _ = live.refresh([Self.quote("BTC", price: "1", open: "1"), Self.quote("ETH", price: "2", open: "2")])
        #expect(live.quotes == first)
    }

    @Test(
        "an asset is itself by id, symbol, full name and market together",
        arguments: ["id", "symbol", "name", "market", "none"])
    func identity(part: String) throws {
        var live = ListedAssets()
        var quote = Self.quote("BTC", price: "1", open: "1")
        (quote.id, quote.name, quote.market) = ("bitcoin", "Bitcoin", "BTC-USD")
        _ = live.refresh([quote])
        switch part {
        case "id": quote.id = "other"
        case "symbol": quote.symbol = "XBT"
        case "name": quote.name = nil
        case "market": quote.market = "BTC-EUR"
        default: quote.price = Number("2")
        }
        let changes = live.refresh([quote])
        #expect(changes.added.count == (part == "none" ? 0 : 1))
        #expect(changes.removed.isEmpty)
    }

    private static func quotes(_ symbols: String) -> [Quote] {
        symbols.split(separator: " ").map { quote(String($0), price: "1", open: "1") }
    }

    private static func quote(_ symbol: String, price: String, open: String?) -> Quote {
        var quote = Quote(
            time: Timestamp(seconds: 1_709_294_400), symbol: symbol, currency: .usd, provider: "made")
        (quote.price, quote.open) = (Number(price), open.flatMap { Number($0) })
        return quote
    }

    private static func symbols(_ board: ListedAssets) -> String {
        board.quotes.map(\.symbol).joined(separator: " ")
    }
}

/// SplitMix64, by Sebastiano Vigna's reference: the same numbers every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
