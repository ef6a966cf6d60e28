import TestSupport
import Testing
import Transport

@Suite("CSVReader", .quick)
struct CSVReaderTests {
    private static func records(_ bytes: [UInt8]) throws(TextError) -> [[String]] {
        var reader = CSVReader(bytes)
        var records: [[String]] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    @Test(
        "Each rule of RFC 4180 section 2 is followed",
        arguments: [
            ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
            ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
            ("name,name2\r\na,b\r\n", [["name", "name2"], ["a", "b"]]),
            (" a , b\t\r\n", nil), (" a , b\r\n", [[" a ", " b"]]),
            ("a,b,\r\nc,d,\r\n", [["a", "b", ""], ["c", "d", ""]]),
            ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
            ("\"aaa\",\"b\r\nbb\",\"c,c\"\r\nzzz,yyy,xxx", [["aaa", "b\r\nbb", "c,c"], ["zzz", "yyy", "xxx"]]),
            ("\"aaa\",\"b\"\"bb\",\"\"\"\"", [["aaa", "b\"bb", "\""]]),
        ] as [(String, [[String]]?)])
    func rules(text: String, records: [[String]]?) {
        #expect((try? Self.records(Array(text.utf8))) == records)
    }

    @Test(
        "LF alone, no last line break, empty fields, non-ASCII text and line breaks in quotes are accepted",
        arguments: [
            ("", []), ("a", [["a"]]), ("a\n", [["a"]]), ("a\nb\r\nc", [["a"], ["b"], ["c"]]), (",", [["", ""]]),
            (",\n,", [["", ""], ["", ""]]), ("\n", [[""]]), ("\r\n\r\n", [[""], [""]]), ("\"\"", [[""]]),
            ("\"\",\"\"\r\n", [["", ""]]), ("å,日本,😀\n", [["å", "日本", "😀"]]), ("\"\n\r\",b", [["\n\r", "b"]]),
        ] as [(String, [[String]])])
    func choices(text: String, records: [[String]]) throws {
        #expect(try Self.records(Array(text.utf8)) == records)
    }

    @Test(
        "Invalid CSV is rejected with the place of the error",
        arguments: [
            ("a,b\r\nc\r\n", TextError("1 fields instead of 2", at: 5)),
            ("a\nb,c", TextError("2 fields instead of 1", at: 2)),
            ("a,b\r\n\r\n", TextError("1 fields instead of 2", at: 5)),
            ("\"abc", TextError(cutAfter: 4, within: "quotes")),
            ("a,\"b\"\"", TextError(cutAfter: 6, within: "quotes")),
            ("a\"b", TextError("a quote within a field", at: 1)),
            (" \"a\"", TextError("a quote within a field", at: 1)),
            ("\"a\"b", TextError("neither a comma nor a line's end behind the quote", at: 3)),
            ("\"a\" ,b", TextError("neither a comma nor a line's end behind the quote", at: 3)),
            ("a\rb", TextError("a control character", at: 1)), ("a\r", TextError("a control character", at: 1)),
            ("\"a\"\r", TextError("a control character", at: 3)), ("a\tb", TextError("a control character", at: 1)),
            ("a\u{0}", TextError("a control character", at: 1)),
            ("\"\u{7F}\"", TextError("a control character", at: 1)),
        ])
    func refused(text: String, error: TextError) {
        #expect(throws: error) { try Self.records(Array(text.utf8)) }
    }

    @Test("A record can be read without strings, with escaped quotes, and again from its bytes")
    func withoutStrings() throws {
        let text = "\"a\",b\n\"c \"\"d\"\" e\",\"\"\n\"\"\"\",å"
        var (reader, fields, offsets) = (CSVReader(Array(text.utf8)), [String](), [Int]())
        while try reader.readRecord({ fields.append("\($0):\(String(decoding: $1, as: UTF8.self))") }) {
            offsets.append(reader.offset)
        }
        #expect(fields == ["0:a", "1:b", "0:c \"d\" e", "1:", "0:\"", "1:å"])
        #expect(offsets == [6, 21, 28] && reader.text == Array(text.utf8))
        var again = CSVReader(Array(reader.text[offsets[0]..<offsets[1]]))
        #expect(try again.next() == ["c \"d\" e", ""])
    }

    @Test("A field that is not UTF-8 is rejected", arguments: [[0xFF], [0xC3], [0x22, 0xE2, 0x82, 0x22]] as [[UInt8]])
    func noUTF8(field: [UInt8]) {
        #expect(throws: TextError("no UTF-8", at: 2)) { try Self.records([0x61, 0x2C] + field) }
    }

    @Test(
        "A field quoted by the rule of RFC 4180 is read back unchanged",
        arguments: ["", ",", "\"", "\"\"", "a\r\n,\"b\n"])
    func roundTrip(field: String) throws {
        let quoted = "\"" + field.replacing("\"", with: "\"\"") + "\""
        #expect(try Self.records(Array("\(quoted),\(quoted)\r\n".utf8)) == [[field, field]])
    }
}
