import DecimalArithmetic
import TestSupport
import Testing

@Suite("NumberText: the canonical form as a prefix of the text", .quick)
struct NumberTextTests {
    private func canonical(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            let canonical = NumberText(bytes).canonicalBytes
            return canonical.count > 0 ? String(decoding: canonical, as: UTF8.self) : nil
        }
    }

    @Test(
        "The canonical form is found where the text begins with it",
        arguments: [
            ("0", "0"), ("7", "7"), ("10", "10"), ("0.5", "0.5"), ("0.0", "0"), ("5.00", "5"), ("5.10", "5.1"),
            ("67233.12", "67233.12"), ("1234567", "1234567"), ("12345678", "12345678"), ("123456789", "123456789"),
            ("0.04125000", "0.04125"), ("399121.42841092", "399121.42841092"), ("100000000.000000000", "100000000"),
            ("12345678901234567890123456789012", "12345678901234567890123456789012"),
            ("1.234567890123456789012345678900", "1.2345678901234567890123456789"),
        ])
    func there(text: String, form: String) {
        #expect(canonical(text) == form)
    }

    @Test(
        "Text that does not begin with its canonical form, or is no number, gives none",
        arguments: [
            "", "-1", "+1", "1e5", "01", "00", "1.", ".5", "1..2", "1.2.3", "1,5", "1 ", " 1", "1234567x", "x1234567",
            "12345678/", "12345678:", "1234567890.1234567890.1", "NaN", "null", "1234567\u{FF}", "１２３",
            "123456789012345678901234567890123", "12345678-12345678",
        ])
    func elsewhere(text: String) {
        #expect(canonical(text) == nil)
    }

    @Test("A number at the start of a text is the one of its longest part that is plain")
    func start() {
        let alphabet = Array("0123456789990000.-e,\"")
        var found = 0
        for _ in 0..<50_000 {
            let text = String((0..<Int.random(in: 0...40)).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
            var bytes = text
            guard let start = bytes.withUTF8({ Number.start(of: $0) }) else { continue }
            found += 1
            #expect(Number(text.prefix(start.count)) == start.value, "\(text)")
            // It does not go on.
            #expect(Number(text.prefix(start.count + 1)) == nil, "\(text)")
        }
        #expect(found > 5_000)
    }

    @Test(
        "A number at the start of a text has at most 15 bytes after its sign, and is not near the end of the text",
        arguments: [
            (#"0.01864700",          "#, "0.018647"), (#"-12,                "#, "-12"),
            ("155370.91200000\"  ", "155370.912"),
            ("123456789012345\"  ", "123456789012345"), ("-0.0,              ", "0"), ("1000000,          ", "1000000"),
            ("1234567890123456, ", nil), ("01,               ", nil), ("1.,               ", nil),
            (".5,               ", nil),
            ("-,                ", nil), ("1,              ", nil), ("", nil),
        ] as [(String, String?)])
    func starts(text: String, number: String?) {
        var text = text
        #expect(text.withUTF8 { Number.start(of: $0)?.value.description } == number)
    }

    @Test("The canonical form of random bytes is that of their number")
    func random() {
        let alphabet = Array("0123456789999000.-e/:")
        for _ in 0..<50_000 {
            let text = String((0..<Int.random(in: 1...34)).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
            if let form = canonical(text) {
                #expect(Number(text)?.description == form, "\(text)")
            } else if text.count <= 32, text.allSatisfy({ $0.isNumber || $0 == "." }) {
                #expect(Number(text) == nil, "\(text)")
            }
        }
    }
}
