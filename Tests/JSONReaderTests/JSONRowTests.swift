import JSONReader
import TestSupport
import Testing

@Suite("JSON rows: valid and invalid", .quick)
struct JSONRowTests {
    private enum Key: String, CaseIterable {
        case symbol, price
    }

    private struct BadPrice: Error {}

    private static let keys = JSONKeys<Key>()

    /// Reads a row as a provider does.
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
        "An invalid row among valid ones is reported and dropped",
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

    @Test("A row is also dropped when its reader throws another error")
    func ownError() throws {
        let (good, bad) = try Self.rows("[{\"price\":13,\"x\":{}},{\"symbol\":\"B\"}]")
        #expect(good == ["B -"])
        #expect(bad.count == 1 && bad.first is BadPrice)
    }

    @Test(
        "A row that is not valid JSON makes the whole text invalid",
        arguments: [
            "{\"symbol\":\"A\",}", "{\"symbol\":5, \"x\":nul}", "{\"symbol\":5", "", "]",
            "{\"price\":2,\"x\":\"\u{1}\"}",
        ])
    func brokenRow(row: String) throws {
        #expect(throws: JSONError.self) { try Self.rows("[{\"symbol\":\"A\"},\(row),{\"symbol\":\"B\"}]") }
    }

    @Test("A dropped row does not change the nesting depth")
    func depth() throws {
        let row = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let text = "[" + Array(repeating: row, count: 20).joined(separator: ",") + "]"
        let (good, bad) = try Self.rows(text)
        #expect(good.isEmpty && bad.count == 20)
    }
}
