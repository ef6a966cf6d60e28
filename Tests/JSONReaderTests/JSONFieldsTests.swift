import JSONReader
import TestSupport
import Testing

@Suite("JSONFields")
struct JSONFieldsTests {
    enum Key: String, CaseIterable {
        case type
        case price = "p"
        case size = "a_size_whose_name_is_longer_than_a_step"
        case best = "best_bid_size"
        case rows
    }

    /// Readers of an object alone, with rows, and with named rows.
    private static let fresh: [JSONFields<Key>] = [
        JSONFields(), JSONFields(rows: .objects(in: .rows)), JSONFields(rows: .named(in: .rows)),
    ]

    /// The same readers after they read a text.
    private static func fresh(after text: String) -> [JSONFields<Key>] {
        fresh.map { reader in
            var fields = reader
            _ = outcome(text, &fields)
            return fields
        }
    }

    /// The result of reading a text: a value or an error for each key of each object, or one error for the whole text.
    private static func outcome(_ text: String, _ fields: inout JSONFields<Key>) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            do {
                return try fields.read(bytes) { message in
                    (0...message.rows.count).flatMap { values(of: message[$0]) }
                }
            } catch {
                return ["\(error)"]
            }
        }
    }

    private static func values(of row: JSONRow<Key>) -> [String] {
        do {
            try row.check()
        } catch {
            return ["\(error)"]
        }
        let name = row.name.isEmpty ? [] : [String(decoding: row.name.bytes, as: UTF8.self)]
        return name
            + Key.allCases.dropLast().map { key in
                do {
                    let string = try row.read(key) { $0.next == .string ? try $0.readString().makeString() : "-" }
                    return (string ?? "-") + " " + String(decoding: try row.number(key).bytes, as: UTF8.self)
                } catch {
                    return "\(error)"
                }
            }
    }

    private static let texts = [
        #"{"type":"ticker","p":"67200.15","b":1,"best_bid_size":"0.1","c":"0123456789abcdef"}"#,
        #"{"type":"ticker","p":"67200.16","b":12,"best_bid_size":"0.25","c":"0123456789abcdef"}"#,
        #"{"type":"ticker","p":67200.16,"b":"x","best_bid_size":null,"c":[1,{"p":"3"}]}"#,
        #"{ "type" : "ticker" , "p" : "1" , "best_bid_size" : "2" } "#,
        #"{"type":"ticker", "p":"1\u0031","best_bid_size":"ü","c":"0123\"56789abcdef"}"#,
        #"{"p":"1","type":"ticker","a_size_whose_name_is_longer_than_a_step":"5"}"#,
        #"{"type":"ti\"ker","p":"67200.1\","b":1,"best_bid_size":"0.1","c":"0123456789abcdef"}"#,
        #"{"type":"ticker","p":"67200.15","p":"1","best_bid_size":"0.1"}"#,
        #"{"type":"ticker","p":"67200.15","b":1,"best_bid_size":{},"c":true}"#,
        #"{"type":"ticker","p":"67200.15","b":01,"best_bid_size":"0.1","c":"0123456789abcdef"}"#,
        #"{"type":"ticker","p":"67200.15","b":1,"best_bid_size":"0.1","c":"0123456789abcdef""#,
        #"{"type":"ticker","p":"67200.15","b":1,"best_bid_size":"0.1","c":"0123456789abcd"#,
        "{\"type\":\"tick\ner\",\"p\":\"67200.15\",\"b\":1,\"best_bid_size\":\"0.1\",\"c\":\"0123456789abcdef\"}",
        #"{"type":"","p":"","b":"","best_bid_size":""}"#, #"{"type":7,"p":0,"b":0,"best_bid_size":7}"#,
        #"{"type":"0123456789abcdef","p":"0123456789abcdef0","b":1234567890123456,"best_bid_size":"0"}"#,
        #"{"type":"0123456789abcde","p":"0123456789abcdef0123456789abcdef","b":12345678901234567,"best_bid_size":1.5e3}"#,
        #"{"type":"ticker","p": "1","b": 1,"best_bid_size": "1"}"#,
        #"{"type":"ticker",}"#, #"{"type":"ticker","p"}"#, #"{,"type":"ticker"}"#, "{}", "[]", "",
        #"{"type":-67.25,"p":0.5,"b":-0.25e-7,"best_bid_size":12.50,"c":"0123456789abcdef"}"#,
        #"{"type":-17.05,"p":9.0,"b":-5.00e+1,"best_bid_size":02.50,"c":"0123456789abcdef"}"#,
        #"{"rows":[{"p":1,"type":"a"},{"p":2.5,"type":"b"},5,{"p":1,"p":2}],"type":"ticker","p":"0"}"#,
        #"{"type":"ticker","rows":{"p":1,"type":"a"},"p":"01234567890123456789012345678901234"}"#,
        #"{"type":"ticker","rows":{"A":{"p":1,"type":"a"},"B":{"p":2,"type":"b"},"C\n":{},"D":[]},"p":"2"}"#,
        #"[{"p":1,"type":"a"},{"p":2,"type":"b","rows":[{"p":7}]}]"#, #"{"rows":[],"p":1}"#, #"{"rows":[1 2]}"#,
    ]

    @Test("Earlier messages change neither the values nor the errors of a message", .quick, arguments: texts)
    func history(text: String) {
        for (layout, fresh) in Self.fresh.enumerated() {
            var first = fresh
            let expected = Self.outcome(text, &first)
            for before in Self.texts {
                // The pairs of earlier messages are tried with rows only, to save time.
                for last in layout == 1 ? Self.texts : [before] {
                    var fields = fresh
                    _ = Self.outcome(before, &fields)
                    _ = Self.outcome(last, &fields)
                    #expect(Self.outcome(text, &fields) == expected, "after \(before) and \(last)")
                    #expect(Self.outcome(text, &fields) == expected, "again after \(before) and \(last)")
                }
            }
        }
    }

    @Test("A key that is not read is missing, also when it occurs twice, and the others have their values", .quick)
    func unread() {
        for rows in [JSONFields<Key>.Rows.none, .objects(in: .rows)] {
            var fields = JSONFields<Key>(rows: rows, unread: [.type, .size])
            for (price, best) in [("1", "2"), ("3", "45"), ("6", "7")] {
                let text = #"{"type":"a","p":"\#(price)","type":5,"best_bid_size":"\#(best)"}"#
                #expect(Self.outcome(text, &fields) == ["- ", "\(price) \(price)", "- ", "\(best) \(best)"])
            }
        }
    }

    /// The bytes that stand in place of another: those that decide what a value is, then some more.
    private static let deciding = Array("\",\\{0".utf8)
    private static let others = Array(":}[]a-. \n\u{7F}".utf8)

    @Test("A changed byte anywhere in a repeated message is noticed", .quick, arguments: texts)
    func mutation(text: String) { expectNoticed(text, Self.deciding) }

    @Test("A byte that is changed to any other anywhere in a repeated message is noticed", .long, arguments: texts)
    func mutations(text: String) { expectNoticed(text, Self.deciding + Self.others) }

    private func expectNoticed(_ text: String, _ replacements: [UInt8]) {
        let bytes = Array(text.utf8)
        let readers = Array(zip(Self.fresh, Self.fresh(after: text)))
        for place in bytes.indices {
            for byte in replacements {
                var changed = bytes
                changed[place] = byte
                let changedText = String(decoding: changed, as: UTF8.self)
                for reader in readers {
                    var (fresh, fields) = reader
                    #expect(Self.outcome(changedText, &fields) == Self.outcome(changedText, &fresh))
                }
            }
        }
    }

    /// Numbers and strings of all lengths around sixteen and thirty-two bytes, and texts that look like them.
    private static let values: [String] = {
        let digits = String(repeating: "1234567890", count: 4)
        let lengths = [1, 2, 9, 15, 16, 17, 30, 31, 32, 33]
        let whole = lengths.map { String(digits.prefix($0)) }
        let fractions = lengths.flatMap { [digits.prefix($0) + ".25", "0." + digits.prefix($0)] }.map { String($0) }
        let odd = [
            "0", "00", "01.5", "1.", ".5", "1..2", "1.2.3", "-1", "-0.5", "-01", "1e5", "1.5E+3", "12a", "1 ", "null",
        ]
        let texts = [0] + lengths
        let strings = texts.map { "\"\(digits.prefix($0))\"" }
        let oddStrings = [#""a\"b""#, #""a\u0031""#, "\"é\"", "\"a\tb\"", "\"\u{7F}\"", "\"a", "a\"", "\"\"\""]
        return whole + fractions + odd + strings + oddStrings
    }()

    @Test("A value that has another length than in the message before is read as in a first message", .quick)
    func lengths() {
        for end in ["", #","type":"\#(String(repeating: "x", count: 40))""#] {
            let texts = Self.values.map { "{\"p\":\($0)\(end)}" }
            let alone = texts.map { text in
                var fields = JSONFields<Key>()
                return Self.outcome(text, &fields)
            }
            for (first, second) in texts.indices.flatMap({ first in texts.indices.map { (first, $0) } }) {
                var fields = JSONFields<Key>()
                _ = Self.outcome(texts[first], &fields)
                // The second time it has the remembered length.
                let outcomes = (0..<2).map { _ in Self.outcome(texts[second], &fields) }
                if outcomes != [alone[second], alone[second]] {
                    Issue.record("\(texts[first]), then \(texts[second]): \(outcomes)")
                }
            }
        }
    }

    @Test("A text is accepted if the plain reader accepts it, whatever was read before", .quick, arguments: texts)
    func grammar(text: String) { expectSameGrammar(text, Self.deciding) }

    @Test("A text with any byte changed is accepted if the plain reader accepts it", .long, arguments: texts)
    func wholeGrammar(text: String) { expectSameGrammar(text, Self.deciding + Self.others) }

    private func expectSameGrammar(_ text: String, _ replacements: [UInt8]) {
        let bytes = Array(text.utf8)
        let readers = Self.fresh(after: text)
        for place in bytes.indices {
            for byte in replacements {
                var changed = bytes
                changed[place] = byte
                let isValid = (try? JSONReader.read(changed) { try $0.skip() }) != nil
                for reader in readers {
                    var fields = reader
                    let isRead = (try? changed.withUnsafeBufferPointer { try fields.read($0) { _ in } }) != nil
                    #expect(isRead == isValid, "\(String(decoding: changed, as: UTF8.self)) after \(text)")
                }
            }
        }
    }

    @Test(
        "Strings, numbers and nulls are distinguished, and a value of another kind is an error when it is read", .quick)
    func kinds() {
        var fields = JSONFields<Key>()
        #expect(Self.outcome(Self.texts[0], &fields) == ["ticker ticker", "67200.15 67200.15", "- ", "0.1 0.1"])
        #expect(Self.outcome(Self.texts[2], &fields) == ["ticker ticker", "- 67200.16", "- ", "- "])
        #expect(Self.outcome(Self.texts[4], &fields)[1] == "11 11")
        let object = Self.outcome(Self.texts[8], &fields)[3]
        #expect(object == "\(JSONError(.wrongKind(expected: .string, found: .object), at: 54))")
    }

    @Test("Escapes are decoded in each text, and a reader at the same text reads it as it is written", .quick)
    func escapes() throws {
        var fields = JSONFields<Key>(rows: .objects(in: .rows))
        let text = #"""
            {"type":"a\/b","rows":[{"p":"1\u0032","type":"\u5e01\ud83d\ude00"},{"p":"\"\\\n","more":"\/"}],"p":"\u0000"}
            """#
        let expected = [
            "a/b a/b", "\0 \0", "- ", "- ", "币😀 币😀", "12 12", "- ", "- ", "- ", "\"\\\n \"\\\n", "- ", "- ",
        ]
        #expect(Self.outcome(text, &fields) == expected)
        #expect(Self.outcome(Self.texts[0], &fields) == ["ticker ticker", "67200.15 67200.15", "- ", "0.1 0.1"])
        #expect(Self.outcome(text, &fields) == expected)
        let problem = JSONError(.wrongKind(expected: .bool, found: .string), at: 8)
        #expect(throws: problem) {
            try Array(#"{"type":"\u0041"}"#.utf8).withUnsafeBufferPointer { bytes in
                try fields.read(bytes) { message in
                    #expect(message.head.type(.type) == .string)
                    _ = try message.head.read(.type) { try $0.readBool() }
                }
            }
        }
    }

    @Test("The outermost object comes first, then each row; an invalid row affects no other", .quick)
    func rows() {
        var fields = JSONFields<Key>(rows: .objects(in: .rows))
        let text = #"{"rows":[{"p":1,"type":"a"},5,{"p":1,"p":2},{"p":3}],"type":"ticker"}"#
        #expect(
            Self.outcome(text, &fields) == [
                "ticker ticker", "- ", "- ", "- ", "a a", "- 1", "- ", "- ",
                "\(JSONError(.wrongKind(expected: .object, found: .number), at: 28))",
                "\(JSONError(.duplicateKey("p"), at: 37))", "- ", "- 3", "- ", "- ",
            ])
        var named = JSONFields<Key>(rows: .named(in: .rows))
        #expect(
            Self.outcome(#"{"rows":{"A":{"p":1},"\u0042":{"p":2}}}"#, &named) == [
                "- ", "- ", "- ", "- ", "A", "- ", "- 1", "- ", "- ", "B", "- ", "- 2", "- ", "- ",
            ])
    }

    @Test("An object with more members than are remembered is read correctly", .quick)
    func many() {
        let members = (0..<200).map { "\"k\($0)\":\"\($0)\"" }.joined(separator: ",")
        let text = "{\(members),\"p\":\"7\"}"
        var fields = JSONFields<Key>()
        for _ in 0..<2 { #expect(Self.outcome(text, &fields)[1] == "7 7") }
    }

    @Test("A message of more rows than any before is read whole, up to the limit", .quick)
    func manyRows() throws {
        var fields = JSONFields<Key>(rows: .objects(in: .rows))
        for count in [1, 100, 3, JSONFields<Key>.maximumRows, JSONFields<Key>.maximumRows + 1] {
            let rows = (0..<count).map { "{\"p\":\($0)}" }.joined(separator: ",")
            let text = Array("{\"rows\":[\(rows)]}".utf8)
            let sum = try? text.withUnsafeBufferPointer { text in
                try fields.read(text) { message in
                    try message.rows.reduce(0) { sum, row in
                        sum + (Int(String(decoding: try message[row].number(.price).bytes, as: UTF8.self)) ?? 0)
                    }
                }
            }
            #expect(sum == (count > JSONFields<Key>.maximumRows ? nil : count * (count - 1) / 2))
        }
    }
}
