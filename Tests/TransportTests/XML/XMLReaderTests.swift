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
            ("", TextError(cutAfter: 0)), (" \n", TextError(cutAfter: 2)),
            ("text", TextError("no XML: no element", at: 0)),
            ("{\"rates\":{}}", TextError("no XML: no element", at: 0)),
            ("<!DOCTYPE a><a/>", TextError("a DOCTYPE", at: 0)),
            (
                "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
                TextError("a DOCTYPE", at: 22)
            ),
            ("<a><!DOCTYPE a></a>", TextError("a DOCTYPE", at: 3)),
            ("<!doctype html><html/>", TextError("no XML: no element", at: 0)),
            (
                "<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
                TextError("the encoding 'ISO-8859-1' instead of UTF-8", at: 20)
            ),
            ("<?xml encoding='UTF-8'?><a/>", TextError("no XML: no sound XML declaration", at: 6)),
            ("<?xml version='2.0'?><a/>", TextError("no XML: no sound XML declaration", at: 6)),
            ("<?xml version='1.'?><a/>", TextError("no XML: no sound XML declaration", at: 6)),
            ("<?xml ?><a/>", TextError("no XML: no sound XML declaration", at: 0)),
            ("<?xml version='1.0' version='1.0'?><a/>", TextError("no XML: no sound XML declaration", at: 20)),
            (
                "<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>",
                TextError("no XML: no sound XML declaration", at: 37)
            ),
            ("<?xml version='1.0' standalone='si'?><a/>", TextError("no XML: no sound XML declaration", at: 20)),
            (
                "<?xml version='1.0'encoding='UTF-8'?><a/>",
                TextError("no XML: neither a space nor the tag's end", at: 19)
            ),
            (" <?xml version='1.0'?><a/>", TextError("a processing instruction", at: 1)),
            ("<?xml-stylesheet href='x'?><a/>", TextError("a processing instruction", at: 0)),
            ("<a><?php ?></a>", TextError("a processing instruction", at: 3)),
            ("<a b='1' b='2'/>", TextError("'b' twice", at: 9)),
            ("<a><b></a></b>", TextError("</a> instead of </b>", at: 6)),
            ("</a>", TextError("no XML: no element", at: 0)),
            ("<a>&nbsp;</a>", TextError("the unknown entity 'nbsp'", at: 3)),
            ("<a b='&x;'/>", TextError("the unknown entity 'x'", at: 6)),
            ("<a>&#0;</a>", TextError("a reference to no character", at: 3)),
            ("<a>&#xD800;</a>", TextError("a reference to no character", at: 3)),
            ("<a>&#xFFFF;</a>", TextError("a reference to no character", at: 3)),
            ("<a>&#99999999999999999999;</a>", TextError("a reference to no character", at: 3)),
            ("<a>&#;</a>", TextError("no XML: no sound reference", at: 5)),
            ("<a>&#xg;</a>", TextError("no XML: no sound reference", at: 6)),
            ("<a>&#X41;</a>", TextError("no XML: no sound reference", at: 5)),
            ("<a>&lt</a>", TextError("no XML: no sound reference", at: 6)),
            ("<a> & </a>", TextError("no XML: no name", at: 5)),
            ("<a>]]></a>", TextError("no XML: an unescaped character", at: 5)),
            ("<a b='<'/>", TextError("no XML: an unescaped character", at: 6)),
            ("<a b=1/>", TextError("no XML: no quote", at: 5)),
            ("<a b/>", TextError("no XML: no '='", at: 4)),
            ("<a b='1'c='2'/>", TextError("no XML: neither a space nor the tag's end", at: 8)),
            ("<a / >", TextError("no XML: no end of the tag", at: 4)),
            ("<a></a b='1'>", TextError("no XML: no end of the tag", at: 7)),
            ("< a/>", TextError("no XML: no name", at: 1)), ("<1/>", TextError("no XML: no name", at: 1)),
            ("<a><!-- -- --></a>", TextError("no XML: '--' within a comment", at: 10)),
            ("<a><!--></a>", TextError(cutAfter: 12)),
            ("<a><![cdata[x]]></a>", TextError("no XML: no element", at: 3)),
            ("<![CDATA[x]]><a/>", TextError("no XML: no element", at: 0)),
            ("<a/><b/>", TextError("more than one element", at: 4)),
            ("<a/>text", TextError("more than one element", at: 4)),
            ("<a/>&#32;", TextError("more than one element", at: 4)),
            ("<a/></a>", TextError("more than one element", at: 4)),
            ("<a>\u{1}</a>", TextError("a character that XML does not allow", at: 3)),
            ("<a/>\0", TextError("a character that XML does not allow", at: 4)),
            ("<a b='\u{FFFE}'/>", TextError("a character that XML does not allow", at: 6)),
        ])
    func refused(text: String, error: TextError) {
        #expect(throws: error) { try XMLWalk.events(Array(text.utf8)) }
    }

    @Test(
        "Text that is not UTF-8 is rejected with the place of the error",
        arguments: [
            ([0xFF, 0xFE, 0x3C, 0x00], TextError("no UTF-8", at: 0)),
            (Array("<a>".utf8) + [0xC0, 0x80], TextError("no UTF-8", at: 3)),
            (Array("<a>".utf8) + [0xED, 0xA0, 0x80], TextError("no UTF-8", at: 4)),
            (Array("<a>".utf8) + [0xF4, 0x90, 0x80, 0x80], TextError("no UTF-8", at: 4)),
            (Array("<a>".utf8) + [0xE5, 0x3C], TextError("no UTF-8", at: 4)),
            (Array("<a>".utf8) + [0xE5, 0x80], TextError(cutAfter: 5)),
        ] as [([UInt8], TextError)])
    func notUTF8(text: [UInt8], error: TextError) {
        #expect(throws: error) { try XMLWalk.events(text) }
    }

    @Test("At most 64 elements may be nested")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try XMLWalk.events(nested(64)) }
        #expect(throws: TextError("over 64 levels deep", at: 192)) { try XMLWalk.events(nested(65)) }
        #expect(throws: TextError("over 64 levels deep", at: 192)) { try XMLWalk.events(nested(100_000)) }
    }

    @Test("A billion laughs attack is rejected at its DOCTYPE, before the first entity")
    func billionLaughs() {
        var text = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\">"
        for level in 1...9 { text += "<!ENTITY lol\(level) \"&lol\(level - 1);&lol\(level - 1);\">" }
        text += "]><lolz>&lol9;</lolz>"
        #expect(throws: TextError("a DOCTYPE", at: 21)) { try XMLWalk.events(Array(text.utf8)) }
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
        #expect(throws: TextError("'a99999' twice", at: twice.utf8.count - 12)) {
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
        #expect(throws: TextError("</b> instead of </a>", at: 3)) {
            try XMLReader.read(Array("<a></b>".utf8)) { _ = try $0.next() }
        }
        #expect(throws: TextError("no UTF-8", at: 9)) {
            try XMLReader.read(Array("<a>456789".utf8) + [0xFF]) { _ in Issue.record("it was read") }
        }
        #expect(throws: CancellationError.self) {
            try XMLReader.read(Array("<a></b>".utf8)) { _ in throw CancellationError() }
        }
    }

    @Test("A forbidden byte and the end of ASCII are found at every offset in a machine word", arguments: 0..<21)
    func words(place: Int) {
        let forbidden = "a character that XML does not allow"
        for (byte, problem) in [(0x1F, forbidden), (0x00, forbidden), (0x80, "no UTF-8")] as [(UInt8, String)] {
            var text = Array("<a>890123456789012345678901</a>".utf8)
            text[3 + place] = byte
            #expect(throws: TextError(problem, at: 3 + place)) { try XMLWalk.events(text) }
        }
    }

    private static let whole = """
        <?xml version="1.0" encoding="UTF-8"?><!-- c --><g:E a='1' b="å&#10;"><![CDATA[x]]>&amp;&#x41;é😀<b/></g:E>
        """

    @Test("A text truncated at any byte is rejected as truncated", arguments: 0..<whole.utf8.count)
    func cut(length: Int) {
        #expect(throws: TextError(cutAfter: length)) { try XMLWalk.events(Array(Self.whole.utf8.prefix(length))) }
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
