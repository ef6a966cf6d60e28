import JSONReader
import Testing

@Suite("Rows of JSON, good and bad")
struct JSONRowTests {
    private enum Key: String, CaseIterable {
        case symbol, price
    }

    private struct BadPrice: Error {}

    private static let keys = JSONKeys<Key>()

    /// A row as a provider reads it.
    private static func row(_ reader: inout JSONReader) throws -> String {
        var (symbol, price): (String?, String?) = (nil, nil)
        try reader.readObject(keys) { key, reader in
            switch key {
            case .symbol: symbol = try reader.readString().makeString()
            case .price:
                price = String(decoding: try reader.readNumber().bytes, as: UTF8.self)
                if price == "13" { throw BadPrice() }
            }
        }
        guard let symbol else { throw reader.missing("symbol") }
        return "\(symbol) \(price ?? "-")"
    }

    private static func rows(_ text: String) throws -> (good: [String], bad: [any Error]) {
        try JSONReader.read(Array(text.utf8)) { reader in
            var (good, bad): ([String], [any Error]) = ([], [])
            try reader.readArray { reader in
                switch try reader.readRow({ try row(&$0) }) {
                case .success(let row): good.append(row)
                case .failure(let error): bad.append(error)
                }
            }
            return (good, bad)
        }
    }

    @Test(
        "X7 one bad row among good ones is said and dropped",
        arguments: [
            ("{\"symbol\": 5, \"x\": [[{}]]}", JSONError.Kind.wrongKind(expected: .string, found: .number)),
            ("{\"symbol\": \"X\", \"price\": {\"deep\": [[\"}\"]]}}", .wrongKind(expected: .number, found: .object)),
            ("{\"price\": 2}", .missing("symbol")), ("[1, [2]]", .wrongKind(expected: .object, found: .array)),
            ("null", .wrongKind(expected: .object, found: .null)),
            ("\"text\"", .wrongKind(expected: .object, found: .string)),
            ("{\"symbol\": \"X\", \"symbol\": \"Y\"}", .duplicateKey("symbol")),
        ])
    func badRow(row: String, kind: JSONError.Kind) throws {
        let (good, bad) = try Self.rows("[{\"symbol\":\"A\"}, \(row) , {\"price\":7,\"symbol\":\"B\"}]")
        #expect(good == ["A -", "B 7"])
        #expect(bad.map { ($0 as? JSONError)?.kind } == [kind])
    }

    @Test("a row its reader refuses for its own reasons is dropped too")
    func ownError() throws {
        let (good, bad) = try Self.rows("[{\"price\":13,\"x\":{}},{\"symbol\":\"B\"}]")
        #expect(good == ["B -"])
        #expect(bad.count == 1 && bad.first is BadPrice)
    }

    @Test(
        "a row that is not sound JSON ends the text",
        arguments: [
            "{\"symbol\":\"A\",}", "{\"symbol\":5, \"x\":nul}", "{\"symbol\":5", "", "]",
            "{\"price\":2,\"x\":\"\u{1}\"}",
        ])
    func brokenRow(row: String) throws {
        #expect(throws: JSONError.self) { try Self.rows("[{\"symbol\":\"A\"},\(row),{\"symbol\":\"B\"}]") }
    }

    @Test("a row dropped within others leaves the depth as it was")
    func depth() throws {
        let row = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let text = "[" + Array(repeating: row, count: 20).joined(separator: ",") + "]"
        let (good, bad) = try Self.rows(text)
        #expect(good.isEmpty && bad.count == 20)
    }
}
