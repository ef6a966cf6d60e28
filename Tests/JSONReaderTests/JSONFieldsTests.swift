import JSONReader
import Testing

@Suite("JSONFields")
struct JSONFieldsTests {
    enum Key: Int, CaseIterable { case type, price, size, best }

    private static var fresh: JSONFields<Key> {
        JSONFields([
            .type: "type", .price: "p", .size: "a_size_whose_name_is_longer_than_a_step", .best: "best_bid_size",
        ])
    }

    /// The result of reading a text: a value or an error for each key, or one error for the whole text.
    private static func outcome(_ text: String, _ fields: inout JSONFields<Key>) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            do {
                try JSONReader.read(bytes) { try $0.readFields(&fields) }
            } catch {
                return ["\(error)"]
            }
            return Key.allCases.map { key in
                do {
                    let string = (try? fields.string(key, in: bytes))?.makeString() ?? "-"
                    return string + " " + String(decoding: try fields.number(key, in: bytes), as: UTF8.self)
                } catch {
                    return "\(error)"
                }
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
    ]

    @Test("Earlier messages change neither the values nor the errors of a message", arguments: texts)
    func history(text: String) {
        var fresh = Self.fresh
        let expected = Self.outcome(text, &fresh)
        for before in Self.texts {
            for last in Self.texts {
                var fields = Self.fresh
                _ = Self.outcome(before, &fields)
                _ = Self.outcome(last, &fields)
                #expect(Self.outcome(text, &fields) == expected, "after \(before) and \(last)")
                #expect(Self.outcome(text, &fields) == expected, "again after \(before) and \(last)")
            }
        }
    }

    @Test("A changed byte anywhere in a repeated message is noticed", arguments: texts)
    func mutation(text: String) {
        let bytes = Array(text.utf8)
        for place in bytes.indices {
            for byte in "\",:\\{}0a \n\u{7F}".utf8 {
                var changed = bytes
                changed[place] = byte
                let changedText = String(decoding: changed, as: UTF8.self)
                var (fresh, fields) = (Self.fresh, Self.fresh)
                _ = Self.outcome(text, &fields)
                #expect(Self.outcome(changedText, &fields) == Self.outcome(changedText, &fresh))
            }
        }
    }

    @Test("Strings, numbers and nulls are distinguished, and a value of another kind is an error when it is read")
    func kinds() {
        var fields = Self.fresh
        #expect(Self.outcome(Self.texts[0], &fields) == ["ticker ticker", "67200.15 67200.15", "- ", "0.1 0.1"])
        #expect(Self.outcome(Self.texts[2], &fields) == ["ticker ticker", "- 67200.16", "- ", "- "])
        #expect(Self.outcome(Self.texts[4], &fields)[1] == "11 ")
        let object = Self.outcome(Self.texts[8], &fields)[3]
        #expect(object == "\(JSONError(.wrongKind(expected: .string, found: .object), at: 54))")
    }

    @Test("An object with more members than are remembered is read correctly")
    func many() {
        let members = (0..<200).map { "\"k\($0)\":\"\($0)\"" }.joined(separator: ",")
        let text = "{\(members),\"p\":\"7\"}"
        var fields = Self.fresh
        for _ in 0..<2 { #expect(Self.outcome(text, &fields)[1] == "7 7") }
    }
}
