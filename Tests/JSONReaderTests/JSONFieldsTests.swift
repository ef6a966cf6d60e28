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

    /// What is read of a text: a value or the error of each key, or the error of the text.
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
        #"{"type":"ticker",}"#, #"{"type":"ticker","p"}"#, #"{,"type":"ticker"}"#, "{}", "[]", "",
    ]

    @Test("What was read before changes nothing of what is read, nor of what is refused", arguments: texts)
    func history(text: String) {
        var fresh = Self.fresh
        let expected = Self.outcome(text, &fresh)
        for before in Self.texts {
            var fields = Self.fresh
            _ = Self.outcome(before, &fields)
            #expect(Self.outcome(text, &fields) == expected)
            #expect(Self.outcome(text, &fields) == expected)
        }
    }

    @Test("A byte changed anywhere in a repeated message is seen")
    func mutation() {
        let text = Array(Self.texts[0].utf8)
        for place in text.indices {
            for byte in #"",:\{}0a "#.utf8 {
                var changed = text
                changed[place] = byte
                let changedText = String(decoding: changed, as: UTF8.self)
                var (fresh, fields) = (Self.fresh, Self.fresh)
                _ = Self.outcome(Self.texts[0], &fields)
                #expect(Self.outcome(changedText, &fields) == Self.outcome(changedText, &fresh))
            }
        }
    }

    @Test("Strings, numbers and nulls are told apart, and other kinds refused where one is read")
    func kinds() {
        var fields = Self.fresh
        #expect(Self.outcome(Self.texts[0], &fields) == ["ticker ticker", "67200.15 67200.15", "- ", "0.1 0.1"])
        #expect(Self.outcome(Self.texts[2], &fields) == ["ticker ticker", "- 67200.16", "- ", "- "])
        #expect(Self.outcome(Self.texts[4], &fields)[1] == "11 ")
        let object = Self.outcome(Self.texts[8], &fields)[3]
        #expect(object == "\(JSONError(.wrongKind(expected: .string, found: .object), at: 54))")
    }

    @Test("More members than are remembered are read all the same")
    func many() {
        let members = (0..<200).map { "\"k\($0)\":\"\($0)\"" }.joined(separator: ",")
        let text = "{\(members),\"p\":\"7\"}"
        var fields = Self.fresh
        for _ in 0..<2 { #expect(Self.outcome(text, &fields)[1] == "7 7") }
    }
}
