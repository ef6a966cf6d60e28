import JSONReader
import TestSupport
import Testing

/// Rows that are read with the orders of the rows before them, beside the same rows read without.
@Suite("Order of the members of rows", .computes, .quick)
struct JSONMemberOrderTests {
    private enum Key: String, CaseIterable {
        case a, symbol, price, inner
        case long = "a name of more than thirty-two bytes"
    }

    private enum InnerKey: String, CaseIterable {
        case price, symbol
    }

    private static let keys = JSONKeys<Key>()
    private static let innerKeys = JSONKeys<InnerKey>()

    /// Reads the members of a row, all but `a`, which is left to be skipped.
    private static func row(_ reader: inout JSONReader) throws -> [String] {
        var read: [String] = []
        try reader.readObject(keys) { key, reader in
            switch key {
            case .a: read.append("a \(reader.next.map { "\($0)" } ?? "-")")
            case .inner where reader.next == .object:
                try reader.readObject(innerKeys) { key, reader in
                    read.append("inner \(key) \(try reader.readNumberOrString().makeString())")
                }
            case .inner: break
            default: read.append("\(key) \(try reader.readNumberOrString().makeString())")
            }
        }
        return read
    }

    private static func rows(_ text: String, like orders: JSONMemberOrders?) -> [String] {
        var rows: [String] = []
        do {
            try JSONReader.read(Array(text.utf8)) { reader in
                try reader.readArray { reader in
                    switch try reader.readRow(like: orders, { try row(&$0) }) {
                    case .success(let row): rows.append("\(row)")
                    case .failure(let error): rows.append("\(error)")
                    }
                }
            }
        } catch {
            rows.append("\(error)")
        }
        return rows
    }

    private static let names = [
        #""a""#, #""symbol""#, #""price""#, #""inner""#, #""a name of more than thirty-two bytes""#, #""other""#,
        #""pri\u0063e""#, #""another name of more than thirty-two bytes""#, #""""#,
    ]
    private static let values = [
        "1", "-12.50", "1e5", "12345678901234567890.123456789", "0", "00", "1.", #""""#, #""x""#, #""67024.00000000""#,
        #""a text of more than thirty-two bytes, which is long""#, #""é""#, #""\n\u00e9""#, "\"\u{1}\"", "null", "true",
        "nul", "[]", "[1,[2]]", "{}", #"{"price":1,"symbol":"2"}"#, #"{"symbol":3}"#, #"{"price":1,"price":2}"#,
    ]
    private static let spaces = ["", "", "", " ", "\n\t ", "\r\n" + String(repeating: " ", count: 35)]

    /// A list of objects that mostly are like the one before, with other values.
    private static func list(_ random: inout some RandomNumberGenerator) -> String {
        func space() -> String { spaces.randomElement(using: &random)! }
        var names: [String] = []
        var rows: [String] = []
        let isPlain = Bool.random(using: &random)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: names = Array(self.names.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)))
            case 1: names.append(self.names.randomElement(using: &random)!)
            case 2 where !names.isEmpty: names.remove(at: Int.random(in: names.indices, using: &random))
            default: break
            }
            let members = names.map { name in
                let value = values.randomElement(using: &random)!
                return isPlain ? "\(name):\(value)" : space() + name + space() + ":" + space() + value + space()
            }
            rows.append("{" + members.joined(separator: ",") + (Int.random(in: 0..<40, using: &random) == 0 ? "" : "}"))
        }
        return "[" + rows.joined(separator: isPlain ? "," : space() + "," + space()) + "]"
    }

    @Test("20,000 lists are read as without what is known of the rows before, errors and their places included")
    func comparison() {
        var random = SystemRandomNumberGenerator()
        var read = 0
        for _ in 0..<20_000 {
            let text = Self.list(&random)
            let (expected, rows) = (Self.rows(text, like: nil), Self.rows(text, like: JSONMemberOrders()))
            guard rows == expected else {
                Issue.record("\(text): \(rows), not \(expected)")
                return
            }
            read += rows.count
        }
        #expect(read > 20_000)
    }

    @Test(
        "Members of an object that is not wanted any longer are checked and skipped", arguments: [false, true])
    func unwanted(isRow: Bool) throws {
        func keys(_ text: String) throws -> [String] {
            var found: [String] = []
            try JSONReader.read(Array(text.utf8)) { reader in
                let orders = isRow ? JSONMemberOrders() : nil
                try reader.readArray { reader in
                    _ = try reader.readRow(like: orders) { reader in
                        var isWanted = true
                        try reader.readObject(Self.keys, while: { isWanted }) { key, reader in
                            isWanted = try reader.readNumberOrString().makeString() != "stop"
                            found.append("\(key)")
                        }
                    }.get()
                }
            }
            return found
        }
        let row = #"{"symbol":"x","price":1},{"symbol":"stop","price":{"y":[2]}},{"symbol":"z","price":3}"#
        #expect(try keys("[\(row)]") == ["symbol", "price", "symbol", "symbol", "price"])
        #expect(throws: JSONError.self) { try keys(#"[{"symbol":"stop","price":nul}]"#) }
    }

    @Test("A repeated member is named where it has the place of a remembered one", arguments: ["", " ", "\n "])
    func repeated(space: String) {
        let text = #"[{"price":1\#(space),"symbol":"a"},{"symbol":"x"\#(space),"symbol":"y"}]"#
        let rows = Self.rows(text, like: JSONMemberOrders())
        #expect(rows == Self.rows(text, like: nil) && rows.last?.contains("symbol") == true, "\(rows)")
    }

    @Test(
        "A member without a comma before it is an error, also where the rows before had one", arguments: ["", "\n  "])
    func missingComma(space: String) {
        let row = #"{"price":1,\#(space)"symbol":"a"}"#
        let text = "[\(row),\(row),\(String(row.map { $0 == "," ? " " : $0 }))]"
        let rows = Self.rows(text, like: JSONMemberOrders())
        #expect(rows == Self.rows(text, like: nil) && rows.last?.contains("comma") == true, "\(rows)")
    }

    @Test("Objects with more members than are remembered, and more sets of keys, are read alike")
    func limits() {
        let members = (0..<60).map { #""member \#($0)":\#($0)"# } + [#""price":5"#, #""symbol":"x""#]
        let wide =
            "[" + Array(repeating: "{" + members.joined(separator: ",") + "}", count: 3).joined(separator: ",") + "]"
        #expect(Self.rows(wide, like: JSONMemberOrders()) == Array(repeating: #"["price 5", "symbol x"]"#, count: 3))

        let orders = JSONMemberOrders()
        for number in 0..<20 {
            // Each set of keys exists for one row only.
            let keys = JSONKeys([("x\(number)", number), ("y", -1)])
            let text = Array(#"[{"x\#(number)":1,"y":2},{"x\#(number)":1,"y":2}]"#.utf8)
            var found: [Int] = []
            try? JSONReader.read(text) { reader in
                try reader.readArray { reader in
                    _ = try reader.readRow(like: orders) { try $0.readObject(keys) { key, _ in found.append(key) } }
                }
            }
            #expect(found == [number, -1, number, -1])
        }
    }
}
