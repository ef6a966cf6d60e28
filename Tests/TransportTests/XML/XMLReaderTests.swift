import TestSupport
import Testing
import Transport

@Suite("XMLReader", .quick)
struct XMLReaderTests {
    @Test(
        "Valid texts are read as events",
        arguments: [
            ("<a/>", "(a )"),
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a></a>\n", "(a )"),
            ("\u{FEFF}<?xml version='1.1' encoding='utf-8' standalone='yes' ?><a/>", "(a )"),
            ("<?xml version='1.0' standalone='no'?><a/>", "(a )"),
            (
                "<Cube time='2018-06-11'>\r\n<Cube currency=\"USD\"\trate='1.1790' /></Cube>",
                "(Cube time=2018-06-11 '\n'(Cube currency=USD rate=1.1790 ))"
            ),
            ("<g:E xmlns:g = 'http://x/'\n><g:s>Rates</g:s\t></g:E >", "(g:E xmlns:g=http://x/ (g:s 'Rates'))"),
            ("<a b='&lt;&gt;&amp;&apos;&quot;'>&lt;&gt;&amp;&apos;&quot;</a>", "(a b=<>&'\" '<>&'\"')"),
            ("<a b=\"it's\" c='\"'/>", "(a b=it's c=\" )"),
            ("<a>&#65;&#x42;&#x1F600;&#229;&#10;</a>", "(a 'AB😀å\n')"),
            ("<a b='1\t2\r\n3\n4&#10;5'/>", "(a b=1 2 3 4\n5 )"),
            ("<a>1\r2\r\n3\n4&#13;</a>", "(a '1\n2\n3\n4\r')"),
            ("<a>x<![CDATA[<&amp;]]]]>y<!-- no -->z</a>", "(a 'x<&amp;]]yz')"),
            ("<a><![CDATA[]]><!----></a>", "(a )"),
            ("<!-- <a> & - --><a/><!--b-->\n", "(a )"),
            ("<a>1<b/>2</a>", "(a '1'(b )'2')"),
            ("<größe æ·1='é'/>", "(größe æ·1=é )"),
            ("<_-.1:/>", "(_-.1: )"), ("<a>]]&gt; ]> ></a>", "(a ']]> ]> >')"), ("<a b='>]]>'/>", "(a b=>]]> )"),
        ])
    func sound(text: String, events: String) throws {
        #expect(try XMLWalk.events(Array(text.utf8)) == events)
    }

    @Test(
        "Invalid XML and unsupported parts of XML are rejected with the place of the error",
        arguments: [
            ("", XMLError(.truncated, at: 0)), (" \n", XMLError(.truncated, at: 2)),
            ("text", XMLError(.syntax(expected: .element), at: 0)),
            ("{\"rates\":{}}", XMLError(.syntax(expected: .element), at: 0)),
            ("<!DOCTYPE a><a/>", XMLError(.doctype, at: 0)),
            (
                "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
                XMLError(.doctype, at: 22)
            ),
            ("<a><!DOCTYPE a></a>", XMLError(.doctype, at: 3)),
            ("<!doctype html><html/>", XMLError(.syntax(expected: .element), at: 0)),
            ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", XMLError(.encoding("ISO-8859-1"), at: 20)),
            ("<?xml encoding='UTF-8'?><a/>", XMLError(.syntax(expected: .declaration), at: 6)),
            ("<?xml version='2.0'?><a/>", XMLError(.syntax(expected: .declaration), at: 6)),
            ("<?xml version='1.'?><a/>", XMLError(.syntax(expected: .declaration), at: 6)),
            ("<?xml ?><a/>", XMLError(.syntax(expected: .declaration), at: 0)),
            ("<?xml version='1.0' version='1.0'?><a/>", XMLError(.syntax(expected: .declaration), at: 20)),
            (
                "<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>",
                XMLError(.syntax(expected: .declaration), at: 37)
            ),
            ("<?xml version='1.0' standalone='si'?><a/>", XMLError(.syntax(expected: .declaration), at: 20)),
            ("<?xml version='1.0'encoding='UTF-8'?><a/>", XMLError(.syntax(expected: .spaceOrTagEnd), at: 19)),
            (" <?xml version='1.0'?><a/>", XMLError(.processingInstruction, at: 1)),
            ("<?xml-stylesheet href='x'?><a/>", XMLError(.processingInstruction, at: 0)),
            ("<a><?php ?></a>", XMLError(.processingInstruction, at: 3)),
            ("<a b='1' b='2'/>", XMLError(.duplicateAttribute("b"), at: 9)),
            ("<a><b></a></b>", XMLError(.mismatchedTag(expected: "b", found: "a"), at: 6)),
            ("</a>", XMLError(.syntax(expected: .element), at: 0)),
            ("<a>&nbsp;</a>", XMLError(.undefinedEntity("nbsp"), at: 3)),
            ("<a b='&x;'/>", XMLError(.undefinedEntity("x"), at: 6)),
            ("<a>&#0;</a>", XMLError(.invalidReference, at: 3)),
            ("<a>&#xD800;</a>", XMLError(.invalidReference, at: 3)),
            ("<a>&#xFFFF;</a>", XMLError(.invalidReference, at: 3)),
            ("<a>&#99999999999999999999;</a>", XMLError(.invalidReference, at: 3)),
            ("<a>&#;</a>", XMLError(.syntax(expected: .reference), at: 5)),
            ("<a>&#xg;</a>", XMLError(.syntax(expected: .reference), at: 6)),
            ("<a>&#X41;</a>", XMLError(.syntax(expected: .reference), at: 5)),
            ("<a>&lt</a>", XMLError(.syntax(expected: .reference), at: 6)),
            ("<a> & </a>", XMLError(.syntax(expected: .name), at: 5)),
            ("<a>]]></a>", XMLError(.syntax(expected: .escape), at: 5)),
            ("<a b='<'/>", XMLError(.syntax(expected: .escape), at: 6)),
            ("<a b=1/>", XMLError(.syntax(expected: .quote), at: 5)),
            ("<a b/>", XMLError(.syntax(expected: .equals), at: 4)),
            ("<a b='1'c='2'/>", XMLError(.syntax(expected: .spaceOrTagEnd), at: 8)),
            ("<a / >", XMLError(.syntax(expected: .tagEnd), at: 4)),
            ("<a></a b='1'>", XMLError(.syntax(expected: .tagEnd), at: 7)),
            ("< a/>", XMLError(.syntax(expected: .name), at: 1)), ("<1/>", XMLError(.syntax(expected: .name), at: 1)),
            ("<a><!-- -- --></a>", XMLError(.syntax(expected: .commentEnd), at: 10)),
            ("<a><!--></a>", XMLError(.truncated, at: 12)),
            ("<a><![cdata[x]]></a>", XMLError(.syntax(expected: .element), at: 3)),
            ("<![CDATA[x]]><a/>", XMLError(.syntax(expected: .element), at: 0)),
            ("<a/><b/>", XMLError(.trailing, at: 4)), ("<a/>text", XMLError(.trailing, at: 4)),
            ("<a/>&#32;", XMLError(.trailing, at: 4)), ("<a/></a>", XMLError(.trailing, at: 4)),
            ("<a>\u{1}</a>", XMLError(.forbiddenCharacter, at: 3)), ("<a/>\0", XMLError(.forbiddenCharacter, at: 4)),
            ("<a b='\u{FFFE}'/>", XMLError(.forbiddenCharacter, at: 6)),
        ])
    func refused(text: String, error: XMLError) {
        #expect(throws: error) { try XMLWalk.events(Array(text.utf8)) }
    }

    @Test(
        "Text that is not UTF-8 is rejected with the place of the error",
        arguments: [
            ([0xFF, 0xFE, 0x3C, 0x00], XMLError(.invalidUTF8, at: 0)),
            (Array("<a>".utf8) + [0xC0, 0x80], XMLError(.invalidUTF8, at: 3)),
            (Array("<a>".utf8) + [0xED, 0xA0, 0x80], XMLError(.invalidUTF8, at: 4)),
            (Array("<a>".utf8) + [0xF4, 0x90, 0x80, 0x80], XMLError(.invalidUTF8, at: 4)),
            (Array("<a>".utf8) + [0xE5, 0x3C], XMLError(.invalidUTF8, at: 4)),
            (Array("<a>".utf8) + [0xE5, 0x80], XMLError(.truncated, at: 5)),
        ] as [([UInt8], XMLError)])
    func notUTF8(text: [UInt8], error: XMLError) {
        #expect(throws: error) { try XMLWalk.events(text) }
    }

    @Test("At most 64 elements may be nested")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try XMLWalk.events(nested(64)) }
        #expect(throws: XMLError(.tooDeep, at: 192)) { try XMLWalk.events(nested(65)) }
        #expect(throws: XMLError(.tooDeep, at: 192)) { try XMLWalk.events(nested(100_000)) }
    }

    @Test("A billion laughs attack is rejected at its DOCTYPE, before the first entity")
    func billionLaughs() {
        var text = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\">"
        for level in 1...9 { text += "<!ENTITY lol\(level) \"&lol\(level - 1);&lol\(level - 1);\">" }
        text += "]><lolz>&lol9;</lolz>"
        #expect(throws: XMLError(.doctype, at: 21)) { try XMLWalk.events(Array(text.utf8)) }
    }

    @Test("100,000 different attributes in one tag do not take quadratic time")
    func attributes() throws {
        let text = "<a " + (0..<100_000).map { "a\($0)='1'" }.joined(separator: " ") + "/>"
        try XMLReader.read(Array(text.utf8)) { reader in
            guard case .start = try reader.next() else {
                Issue.record("no element")
                return
            }
            #expect(reader.attributes.count == 100_000)
            #expect(reader["a99999"]?.makeString() == "1")
            #expect(reader["b"] == nil)
        }
        let twice = text.dropLast(2) + " a99999='2'/>"
        #expect(throws: XMLError(.duplicateAttribute("a99999"), at: twice.utf8.count - 12)) {
            try XMLWalk.events(Array(twice.utf8))
        }
    }

    @Test("Attributes are those of the last start tag; names and values are found by their bytes")
    func lookUp() throws {
        try XMLReader.read(Array("<a b='1' bc='&#50;&#10;'>x<d/></a>".utf8)) { reader in
            _ = try reader.next()
            #expect(reader["b"]?.makeString() == "1" && reader["bc"]?.makeString() == "2\n")
            #expect(reader["c"] == nil && reader["bcd"] == nil && reader[""] == nil)
            #expect(reader["b"].map { $0 == "1" } == true && reader["bc"].map { $0 == "2\n" } == true)
            #expect(reader["b"] != reader["bc"] && reader["b"] == reader["b"])
            _ = try reader.next()
            #expect(reader.attributes.count == 2)
            _ = try reader.next()
            #expect(reader.attributes.isEmpty)
        }
    }

    @Test("Text that the caller leaves unread is validated too, and an error that the caller throws is passed on")
    func unread() throws {
        #expect(throws: XMLError(.mismatchedTag(expected: "a", found: "b"), at: 3)) {
            try XMLReader.read(Array("<a></b>".utf8)) { _ = try $0.next() }
        }
        #expect(throws: XMLError(.invalidUTF8, at: 9)) {
            try XMLReader.read(Array("<a>456789".utf8) + [0xFF]) { _ in Issue.record("it was read") }
        }
        #expect(throws: CancellationError.self) {
            try XMLReader.read(Array("<a></b>".utf8)) { _ in throw CancellationError() }
        }
    }

    @Test("A forbidden byte and the end of ASCII are found at every offset in a machine word", arguments: 0..<21)
    func words(place: Int) {
        for (byte, kind) in [(0x1F, .forbiddenCharacter), (0x00, .forbiddenCharacter), (0x80, .invalidUTF8)]
            as [(UInt8, XMLError.Kind)]
        {
            var text = Array("<a>890123456789012345678901</a>".utf8)
            text[3 + place] = byte
            #expect(throws: XMLError(kind, at: 3 + place)) { try XMLWalk.events(text) }
        }
    }

    private static let whole = """
        <?xml version="1.0" encoding="UTF-8"?><!-- c --><g:E a='1' b="å&#10;"><![CDATA[x]]>&amp;&#x41;é😀<b/></g:E>
        """

    @Test("A text truncated at any byte is rejected as truncated", arguments: 0..<whole.utf8.count)
    func cut(length: Int) {
        #expect(throws: XMLError(.truncated, at: length)) { try XMLWalk.events(Array(Self.whole.utf8.prefix(length))) }
    }

    @Test("The complete text of the truncation test is valid")
    func uncut() throws {
        #expect(try XMLWalk.events(Array(Self.whole.utf8)) == "(g:E a=1 b=å\n 'x&Aé😀'(b ))")
    }
}

/// A way to read a whole text.
enum XMLWalk {
    /// All events in one line: `(name attribute=value 'text'(child ))`.
    static func events(_ text: [UInt8]) throws -> String {
        try XMLReader.read(text) { reader in
            var line = ""
            while let event = try reader.next() {
                switch event {
                case .start(let name):
                    let attributes = reader.attributes.map { "\($0.name.makeString())=\($0.value.makeString()) " }
                    line += "(\(name.makeString()) " + attributes.joined()
                case .text(let text): line += "'\(text.makeString())'"
                case .end: line += ")"
                }
            }
            return line
        }
    }
}
