import JSONReader
import TestSupport
import Testing

@Suite("JSON grammar (RFC 8259)", .quick)
struct JSONGrammarTests {
    @Test(
        "Valid texts are accepted",
        arguments: [
            "[]", " [] ", "[1\n]", "[\"\"]", "[null, 1, \"1\", {}]", "[[] ]", "[1,null,null,null,2]", "{}",
            "{\"a\":[]}",
            "{\"\":0}", "{\"a\\u0000b\":1}", "{\n\"a\": \"b\"\n}", "{\"a\":{\"b\":[{\"c\":{}}]}}", "true", "false",
            "null",
            "0", "-0", "-0.0", "42", "-1", "123.456789", "1e5", "1E5", "1e+5", "1E-05", "0e1", "0e+1", "0.5e0",
            "1.5E+10",
            "-0.000000000000000000000000000000000000000000000000000000000000000000000000000001", "1e999999", "20e1",
            "\"\"", "\" \"", "\"a/*b*/c/*d//e\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u00e5\\u00E5\"",
            "\"\\uD834\\uDD1E\"",
            "\"\\\\u0000\"", "\"\u{7F}\"", "\"å€😀\"", "\"\u{2028}\u{2029}\u{FEFF}\"", "\"ï\u{FFFD}\u{10FFFD}\"",
            "\"\\uDC00\"", "\"\\uD800\"", "\"\\uD800\\n\"", "\"\\uD800\\uD800\"", "\t\r\n 1 \t\r\n",
            "{\"min\": -1.0e+28, \"max\": 1.0e+28}", "\"seven b\"", "\"eight by\"", "\"nine byte\"",
        ])
    func accepted(text: String) {
        #expect(JSONWalk.skipError(Array(text.utf8)) == nil)
        #expect(JSONWalk.readError(Array(text.utf8)) == nil)
    }

    @Test(
        "Invalid arrays and objects are rejected",
        arguments: [
            "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x",
            "[3[4]]",
            "[1:2]", "[,]", "[-]", "[   , \"\"]", "[1,]", "[1,,]", "[*]", "[1,\n1\n,1", "[{}", "[1}", "{\"x\", null}",
            "{\"x\"::\"b\"}", "{🇨🇭}", "{\"a\":\"a\" 123}", "{key: 'value'}", "{'a':0}", "{\"a\" \"b\"}", "{:\"b\"}",
            "{\"a\":",
            "{\"a\"", "{1:1}", "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{\"id\":0,}",
            "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}//", "{\"a\":\"b\"}/", "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}",
            "{\"a\":\"a",
            "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#", "{[: \"x\"}", "{]", "[}", "{\"a\":1]",
            "{\"a\":/*c*/\"b\"}",
            "[", "{", "]", "}", ",", ":", "[[", "{}}", "[][]", "{\"a\":true} \"x\"", "1]", "<null>", "<.>", "[<null>]",
        ])
    func containers(text: String) {
        #expect(JSONWalk.skipError(Array(text.utf8)) != nil)
        #expect(JSONWalk.readError(Array(text.utf8)) != nil)
    }

    @Test(
        "Invalid numbers and literals are rejected",
        arguments: [
            "++1234", "+1", "+Inf", "-01", "-1.0.", "-2.", "-NaN", ".-1", ".2e-3", "0.1.2", "0.3e+", "0.3e", "0.e1",
            "0E+", "0E",
            "0e", "1.0e+", "1.0e-", "1.0e", "1 000.0", "1_000", "1eE2", "2.e+3", "2.e-3", "2.e3", "9.e+", "Inf", "NaN",
            "１",
            "1+2", "0x1", "0x42", "Infinity", "0e+-1", "-123.123foo", "-Infinity", "-foo", "- 1", "-012", "-.123",
            "-1x",
            "1ea", "1.", ".123", "1.2a-3", "1.8011670033376514H-308", "012", "00", "123.", "2@", "-", "fals", "nul",
            "tru",
            "falsey", "True", "TRUE", "Null", "nan", "å", "undefined", "*", "#", "\u{60}", "'a'", "abc", "\\n",
            "\\u000A\"\"",
        ])
    func scalars(text: String) {
        #expect(JSONWalk.skipError(Array(text.utf8)) != nil)
        #expect(JSONWalk.skipError(Array("[\(text)]".utf8)) != nil)
        #expect(JSONWalk.readError(Array("{\"a\":\(text)}".utf8)) != nil)
    }

    @Test(
        "Invalid strings are rejected",
        arguments: [
            "\"", "\"a", "\"\\", "\"\\\"", "\"\\x00\"", "\"\\\\\\\"", "\"\\\t\"", "\"\\🌀\"", "\"\\u\"", "\"\\u0\"",
            "\"\\u00A\"",
            "\"\\uqqqq\"", "\"\\U0041\"", "\"\\a\"", "\"\\\u{0}\"", "\"\\uD800\\\"", "\"\\uD800\\u\"",
            "\"\\uD800\\u1\"",
            "\"\\uD800\\u1x\"", "\"\\uD834\\uDd\"", "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1F}\"", "\"x\"x",
            "\"\"\"",
            "\"eight by\u{1}\"", "\"seven b\u{1}e\"", "\"long enough for words\u{8}\"",
        ])
    func strings(text: String) {
        #expect(JSONWalk.skipError(Array(text.utf8)) != nil)
        #expect(JSONWalk.readError(Array(text.utf8)) != nil)
    }

    @Test(
        "Control characters in a string are rejected, other ASCII characters accepted, at any offset in a machine word")
    func controlCharacters() {
        for byte in UInt8(0)...0x7F {
            for place in 0..<17 {
                var text = [UInt8](repeating: UInt8(ascii: "a"), count: 19)
                (text[0], text[18], text[place + 1]) = (0x22, 0x22, byte)
                let isSound = byte >= 0x20 && byte != 0x22
                if byte == 0x5C { continue }
                #expect((JSONWalk.skipError(text) == nil) == isSound, "byte \(byte) at \(place)")
            }
        }
    }

    @Test(
        "Only space, tab, line feed and carriage return are white space",
        arguments: [0x00, 0x08, 0x0B, 0x0C, 0x0E, 0x1F, 0x7F, 0x85, 0xA0] as [UInt8])
    func whiteSpace(byte: UInt8) {
        #expect(JSONWalk.skipError([0x5B, byte, 0x5D]) != nil)
        #expect(JSONWalk.skipError([byte, 0x31]) != nil)
        #expect(JSONWalk.skipError([0x31, byte]) != nil)
    }

    @Test(
        "Bytes that are not UTF-8 are rejected in strings, in keys and outside of them",
        arguments: [
            [0x80], [0xBF], [0xFF], [0xFE], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xE5], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3, 0x28],
            [0xE2, 0x28, 0xA1],
            [0xE2, 0x82, 0x28], [0xF0, 0x9F, 0x98, 0x28], [0x61, 0xE9, 0x62],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(JSONWalk.skipError([quote] + bytes + [quote])?.kind == .invalidUTF8)
        #expect(JSONWalk.skipError(Array("{\"".utf8) + bytes + Array("\":1}".utf8))?.kind == .invalidUTF8)
        #expect(JSONWalk.skipError(Array("[\"\\".utf8) + bytes + Array("\"]".utf8)) != nil)
        #expect(JSONWalk.skipError(Array("[1".utf8) + bytes + Array("]".utf8)) != nil)
        #expect(JSONWalk.skipError([quote] + bytes)?.kind != nil)
        #expect(JSONWalk.skipError(bytes)?.kind == .syntax(expected: .value))
    }

    @Test(
        "Noncharacters and unassigned characters are accepted",
        arguments: [[0xEF, 0xB7, 0x90], [0xEF, 0xBF, 0xBE], [0xF0, 0x9B, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF]]
            as [[UInt8]])
    func noncharacters(bytes: [UInt8]) {
        #expect(JSONWalk.skipError([0x22] + bytes + bytes + [0x22]) == nil)
    }

    @Test("Other encodings and byte order marks are rejected")
    func encodings() {
        #expect(JSONWalk.skipError([0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) != nil)
        #expect(JSONWalk.skipError([0xEF, 0xBB]) != nil)
        #expect(JSONWalk.skipError([0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00]) != nil)
        #expect(JSONWalk.skipError([0x5B, 0x00, 0x5D, 0x00]) != nil)
        #expect(JSONWalk.skipError([]) == JSONError(.truncated, at: 0))
        #expect(JSONWalk.skipError([0x20]) == JSONError(.truncated, at: 1))
    }
}
