import JSONReader
import TestSupport
import Testing

@Suite("JSONReader", .quick)
struct JSONReaderTests {
    private enum Key: String, CaseIterable {
        case symbol = "s"
        case price
        case eightful = "12345678"
        case marketCapitalization = "market_capitalization"
        case marketCapitalizationRank = "market_capitalization_rank"
        case empty = ""
    }

    private static let keys = JSONKeys<Key>()

    private func read<Result>(_ text: String, _ body: (inout JSONReader) throws -> Result) throws -> Result {
        try JSONReader.read(Array(text.utf8), body)
    }

    private func error(_ text: String, _ body: (inout JSONReader) throws -> Void) throws -> JSONError {
        try #require(throws: JSONError.self) { try read(text, body) }
    }

    @Test("Known keys are read in the order of the text, and unknown ones are skipped")
    func object() throws {
        let text = """
            { "x": {"s": [1, {"price": null}]}, "price": 67024.10, "s": "BTC", "pric": 1, "prices": 2, "12345678": true,
              "123456789": 0, "market_capitalization_rank": 1, "market_capitalization": null, "": "e", "é": 3 }
            """
        var seen: [String] = []
        try read(text) { reader in
            try reader.readObject(Self.keys) { key, reader in
                switch key {
                case .symbol, .empty: seen.append("\(key) \(try reader.readString().makeString())")
                case .price, .marketCapitalizationRank:
                    seen.append("\(key) \(String(decoding: try reader.readNumber().bytes, as: UTF8.self))")
                case .eightful: seen.append("\(key) \(try reader.readBool())")
                case .marketCapitalization: seen.append("\(key) \(try reader.takeNull())")
                }
            }
        }
        #expect(
            seen == [
                "price 67024.10", "symbol BTC", "eightful true", "marketCapitalizationRank 1",
                "marketCapitalization true",
                "empty e",
            ])
    }

    @Test("A key written with escapes is the same key")
    func escapedKeys() throws {
        var price = ""
        try read("{\"\\u0070ric\\u0065\": 1}") { reader in
            try reader.readObject(Self.keys) { key, reader in
                #expect(key == .price)
                price = String(decoding: try reader.readNumber().bytes, as: UTF8.self)
            }
        }
        #expect(price == "1")
    }

    @Test(
        "A duplicate of a key that is read is an error, escaped or not",
        arguments: [
            ("{\"s\": 1, \"price\": 2, \"s\": 1}", "s", 21), ("{\"price\": 1, \"pric\\u0065\": 2}", "price", 13),
            ("{\"\": 1, \"\": 1}", "", 8),
        ])
    func duplicates(text: String, name: String, offset: Int) throws {
        let expected = JSONError(.duplicateKey(name), at: offset)
        #expect(try error(text) { try $0.readObject(Self.keys) { _, reader in try reader.skip() } } == expected)
        #expect(try error(text) { try $0.readMap { _, reader in try reader.skip() } } == expected)
    }

    @Test("A duplicate of a key that is not read is accepted")
    func ignoredDuplicates() throws {
        try read("{\"x\": 1, \"x\": 2, \"s\": 3}") {
            try $0.readObject(Self.keys) { key, _ in #expect(key == .symbol) }
        }
    }

    @Test("A map reads every key, and skips a value that the closure does not read")
    func map() throws {
        var names: [String] = []
        try read("{\"BTC\": {\"USD\": 1}, \"\\u00c5\": [], \"😀\": 2}") { reader in
            try reader.readMap { name, _ in names.append(name.makeString()) }
        }
        #expect(names == ["BTC", "Å", "😀"])
    }

    @Test("A value that is not read is validated too")
    func leftAlone() throws {
        #expect(throws: JSONError.self) { try read("[{\"a\": nul}]") { try $0.readArray { _ in } } }
        #expect(throws: JSONError.self) { try read("nul") { _ in } }
        #expect(throws: JSONError.self) { try read("{\"s\": [1 2]}") { try $0.readObject(Self.keys) { _, _ in } } }
        #expect(throws: JSONError(.trailing, at: 3)) { try read("[] x") { try $0.readArray { _ in } } }
    }

    @Test(
        "The error for a value of the wrong kind has the kind found and its offset",
        arguments: [
            ("[1]", JSONKind.string, JSONKind.number), ("[\"1\"]", .number, .string), ("[null]", .object, .null),
            ("[{}]", .array, .object), ("[[]]", .object, .array), ("[1]", .bool, .number), ("[true]", .null, .bool),
        ])
    func wrongKind(text: String, expected: JSONKind, found: JSONKind) throws {
        let thrown = try error(text) { reader in
            try reader.readArray { reader in
                switch expected {
                case .object: try reader.readObject(Self.keys) { _, _ in }
                case .array: try reader.readArray { _ in }
                case .string: _ = try reader.readString()
                case .number: _ = try reader.readNumber()
                case .bool: _ = try reader.readBool()
                case .null: try reader.readNull()
                }
            }
        }
        #expect(thrown == JSONError(.wrongKind(expected: expected, found: found), at: 1))
    }

    @Test("Numbers keep their text, from numbers and from strings")
    func numberOrString() throws {
        var texts: [String] = []
        try read("[67024.00, \"67024.00\", \"1\\u0030\", -1e5]") { reader in
            try reader.readArray { reader in
                texts.append(try reader.readNumberOrString().withUTF8 { String(decoding: $0, as: UTF8.self) })
            }
        }
        #expect(texts == ["67024.00", "67024.00", "10", "-1e5"])
        #expect(
            try error("[[]]") { try $0.readArray { _ = try $0.readNumberOrString() } }.kind
                == .wrongKind(expected: .number, found: .array))
    }

    @Test(
        "Escapes are decoded, and half a surrogate pair becomes U+FFFD",
        arguments: [
            ("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\u{8}\u{C}\n\r\t"), ("a\\u00e5b", "aåb"), ("\\uD83D\\uDE00!", "😀!"),
            ("\\u0000", "\u{0}"), ("\\uD83D", "\u{FFFD}"), ("\\uDE00x", "\u{FFFD}x"), ("\\uD83D\\u0041", "\u{FFFD}A"),
            ("\\uD83D\\uD83D\\uDE00", "\u{FFFD}😀"), ("\\uD83D\\n", "\u{FFFD}\n"), ("\\\\u0041", "\\u0041"),
            ("plain", "plain"),
            ("\\uFFFF", "\u{FFFF}"), ("\\udbff\\udfff", "\u{10FFFF}"), ("€\\u20ac", "€€"),
        ])
    func escapes(written: String, decoded: String) throws {
        try read("\"\(written)\"") { reader in
            let string = try reader.readString()
            #expect(string.makeString() == decoded)
            #expect(string == decoded)
            #expect(string != decoded + "x")
            #expect(string.hasEscapes == written.contains("\\"))
        }
    }
}
