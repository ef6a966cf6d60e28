import TestSupport
import Testing
import Transport

@Suite("XMLReader", .quick)
struct XMLReaderTests {
    /// The start tags of a text, each as its depth, its name and an attribute `a`: `0 r a=1`.
    private func tags(_ text: [UInt8], names: [StaticString] = ["r", "e", "g:E", "Cube"]) throws -> [String] {
        var tags: [String] = []
        try XMLReader.read(text) { tag in
            let name = names.first { tag.isNamed($0) }.map { "\($0)" } ?? "?"
            let value = tag["a"].map { " a=\(String(decoding: $0, as: UTF8.self))" } ?? ""
            tags.append("\(tag.depth) \(name)\(value)")
        }
        return tags
    }

    @Test(
        "Start tags are read with their depth and attributes",
        arguments: [
            ("<r/>", ["0 r"]), ("<r></r>\n", ["0 r"]), (" \r\n\t<r/> ", ["0 r"]),
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<r/>", ["0 r"]),
            ("<?xml version='1.0' encoding='utf-8' standalone='yes'?><r/>", ["0 r"]),
            ("<r><e a='1'/><e a=\"2\"></e><e><r/></e></r>", ["0 r", "1 e a=1", "1 e a=2", "1 e", "2 r"]),
            ("<g:E xmlns:g=\"http://x/?a=b#c\">Rates &lt;&gt;&amp;&apos;&quot; of €<e/></g:E>", ["0 g:E", "1 e"]),
            ("<r  b='x'\n a='1' />", ["0 r a=1"]),
            ("<r b='a' ab='2' a='\"' ba='3'/>", ["0 r a=\""]), ("<r a='&amp;å'/>", ["0 r a=&amp;å"]),
            ("<r a=''/>", ["0 r a="]), ("<rr><ee/></rr>", ["0 ?", "1 ?"]),
        ])
    func sound(text: String, expected: [String]) throws {
        #expect(try tags(Array(text.utf8)) == expected)
    }

    @Test(
        "Texts that are no plain XML are rejected with the place of the error",
        arguments: [
            ("", TextError(cutAfter: 0)), (" \n", TextError(cutAfter: 2)),
            ("text", TextError("no XML: no element", at: 0)),
            ("{\"rates\":{}}", TextError("no XML: no element", at: 0)),
            ("x<r/>", TextError("no XML: no element", at: 0)), ("&lt;<r/>", TextError("no XML: no element", at: 0)),
            ("\u{FEFF}<r/>", TextError("no XML: no element", at: 0)),
            // HTML, a DOCTYPE and what else XML may have.
            ("<!DOCTYPE r><r/>", TextError("a DOCTYPE", at: 0)), ("<r><!DOCTYPE r></r>", TextError("a DOCTYPE", at: 3)),
            ("<!doctype html><html/>", TextError("no XML: no name", at: 1)),
            ("<html><body><p>busy<br></body></html>", TextError("a wrong end", at: 23)),
            ("<html><script>if (a < 1)</script></html>", TextError("no XML: no name", at: 21)),
            ("<r><!-- c --></r>", TextError("no XML: no name", at: 4)),
            ("<r><![CDATA[x]]></r>", TextError("no XML: no name", at: 4)),
            ("<r><?php ?></r>", TextError("no XML: no name", at: 4)),
            (" <?xml version='1.0'?><r/>", TextError("no XML: no name", at: 2)),
            ("<?xml-stylesheet href='x'?><r/>", TextError("no XML: no end of the declaration", at: 5)),
            ("<?xml version='1.0'><r/>", TextError("no XML: no end of the declaration", at: 19)),
            (
                "<?xml version='1.0' encoding='ISO-8859-1'?><r/>",
                TextError("the encoding 'ISO-8859-1' instead of UTF-8", at: 20)
            ),
            // References.
            ("<r>&nbsp;</r>", TextError("the unknown entity 'nbsp'", at: 3)),
            ("<r a='&x;'/>", TextError("the unknown entity 'x'", at: 6)),
            ("<r>&lt</r>", TextError("the unknown entity 'lt'", at: 3)),
            ("<r>&#65;</r>", TextError("the unknown entity ''", at: 3)),
            ("<r> & </r>", TextError("the unknown entity ''", at: 4)),
            // Tags that are not sound.
            ("<r><e></r></e>", TextError("a wrong end", at: 6)), ("<r></rr>", TextError("a wrong end", at: 3)),
            ("</r>", TextError("a wrong end", at: 0)), ("<r/></r>", TextError("more than one element", at: 4)),
            ("<r/><r/>", TextError("more than one element", at: 4)),
            ("<r/> x", TextError("more than one element", at: 5)),
            ("<r a='1' a='2'/>", TextError("'a' twice", at: 9)),
            ("<r a='1'b='2'/>", TextError("no XML: no end of the tag", at: 8)),
            ("<r a=1/>", TextError("no XML: no value", at: 4)), ("<r a/>", TextError("no XML: no value", at: 4)),
            ("<r a='<'/>", TextError("a stray byte", at: 6)), ("<r / >", TextError("no XML: no end of the tag", at: 4)),
            ("<r></r a='1'>", TextError("no XML: no end of the tag", at: 6)),
            ("< r/>", TextError("no XML: no name", at: 1)),
            ("<r>\u{1}</r>", TextError("a stray byte", at: 3)), ("<r a='\0'/>", TextError("a stray byte", at: 6)),
            ("<ré/>", TextError("no XML: no end of the tag", at: 2)),
        ])
    func refused(text: String, error: TextError) {
        #expect(throws: error) { try tags(Array(text.utf8)) }
    }

    @Test("UTF-16 is rejected")
    func wide() {
        let wide: [UInt8] = Array("<r/>".utf8).flatMap { [$0, 0] as [UInt8] }
        #expect(throws: TextError("no XML: no element", at: 0)) { try tags([0xFF, 0xFE] + wide) }
        #expect(throws: TextError("no XML: no name", at: 1)) { try tags(wide) }
    }

    @Test("A billion laughs attack is rejected at its DOCTYPE, before the first entity")
    func billionLaughs() {
        var text = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\">"
        for level in 1...9 { text += "<!ENTITY lol\(level) \"&lol\(level - 1);&lol\(level - 1);\">" }
        text += "]><lolz>&lol9;</lolz>"
        #expect(throws: TextError("a DOCTYPE", at: 21)) { try tags(Array(text.utf8)) }
    }

    @Test("At most 64 elements may be nested, and a tag may have at most 64 attributes")
    func limits() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<r>", count: depth) + String(repeating: "</r>", count: depth)).utf8)
        }
        #expect(try tags(nested(64)).count == 64)
        #expect(throws: TextError("over 64 levels deep", at: 192)) { try tags(nested(65)) }
        #expect(throws: TextError("over 64 levels deep", at: 192)) { try tags(nested(10_000)) }
        func wide(_ count: Int) -> [UInt8] { Array("<r\((0..<count).map { " x\($0)='1'" }.joined())/>".utf8) }
        #expect(throws: Never.self) { try tags(wide(64)) }
        #expect(throws: TextError.self) { try tags(wide(65)) }
        #expect(throws: TextError.self) { try tags(wide(10_000)) }
    }

    private static let whole = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><g:E a='1' b=\"å\">x &amp; é<e a='2'/></g:E>"

    @Test("A text truncated at any byte is rejected", arguments: 0..<whole.utf8.count)
    func cut(length: Int) {
        #expect(throws: TextError.self) { try tags(Array(Self.whole.utf8.prefix(length))) }
    }

    @Test("The complete text of the truncation test is valid")
    func uncut() throws {
        #expect(try tags(Array(Self.whole.utf8)) == ["0 g:E a=1", "1 e a=2"])
    }

    @Test("The rest of a text is checked too, and an error of the caller is passed on")
    func rest() {
        var count = 0
        #expect(throws: TextError("a wrong end", at: 3)) {
            try XMLReader.read(Array("<r></e>".utf8)) { _ in count += 1 }
        }
        #expect(count == 1)
        #expect(throws: CancellationError.self) {
            try XMLReader.read(Array("<r></e>".utf8)) { _ in throw CancellationError() }
        }
    }
}
