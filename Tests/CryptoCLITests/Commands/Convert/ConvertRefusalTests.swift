import CryptoCLI
import TestSupport
import Testing

@Suite("convert: refused arguments", .quick)
struct ConvertRefusalTests {
    static let amounts: [(String, String)] = [
        ("1e3", "'1e3' is not an amount; write it without an exponent"),
        ("1E3", "'1E3' is not an amount; write it without an exponent"),
        ("1_000", "'1_000' is not an amount; write it without '_'"),
        ("1,5", "'1,5' is not an amount; write a decimal point and no separators, as in 1234.5"),
        ("1,000.50", "as in 1234.5"), (".5", "'.5' is not an amount; write '0.5'"),
        ("+1", "'+1' is not an amount; write it without '+'"),
        ("12345678901234567890123456789012345", "; 34 digits at most"),
        ("0.12345678901234567890123456789012345", "; 34 digits at most"), ("", "<amount>: the value is empty"),
        ("1.", "is not an amount"), ("1.2.3", "is not an amount"), ("NaN", "is not an amount"),
        ("0x10", "is not an amount"), ("١٢", "is not an amount"), ("1\u{202E}2", "is not an amount"),
        ("\u{1}\u{1B}[2J", "is not an amount"), ("BTC", "'BTC' is not an amount"),
    ]

    @Test("An amount whose form depends on the country exits with 64 and a hint, without a request", arguments: amounts)
    func amount(_ text: String, _ words: String) async {
        let run = await runTool(["convert", text, "USD", "SEK"])
        expectFailure(run, .usage, says: words)
    }

    @Test("A hundred kilobytes of digits are refused in one short line")
    func longAmount() async {
        let run = await runTool(["convert", String(repeating: "9", count: 100_000), "USD", "SEK"])
        expectFailure(run, .usage, says: "34 digits at most")
        #expect(run.errors.utf8.count < 1000)
    }

    static let shapes: [(String, String)] = [
        ("convert", "missing argument '<amount>'"), ("convert 1", "missing argument '<from>'"),
        ("convert 1 BTC", "missing argument '<to>'"), ("convert - BTC", "missing argument '<to>'"),
        ("convert 1 BTC SEK sek", "'SEK' is named twice"), ("convert 1 BTC SEK EUR SEK", "'SEK' is named twice"),
        ("convert BTC SEK", "'BTC' is not an amount"), ("convert 1BTC SEK", "'1BTC' is not an amount"),
        ("convert 1 BTC into SEK", "'into' is not a code; write AMOUNT FROM TO, with 'to' or nothing between"),
        ("convert 1 BTC to SEK = EUR", "'=' is not a code"), ("convert - BTC in SEK and EUR", "'and' is not a code"),
        ("convert 1 BTC SEK -p nobody", "unknown provider 'nobody'"), ("convert BTC SEK 1", "'BTC' is not an amount"),
    ]

    @Test("Arguments other than AMOUNT FROM TO exit with 64 without a request", arguments: shapes)
    func shape(_ line: String, _ words: String) async {
        expectFailure(await runTool(line), .usage, says: words)
    }

    static let codes: [(String, String)] = [
        ("1 YEN USD", "unknown currency 'YEN'; did you mean 'JPY'?"),
        ("1 USD yen", "unknown currency 'yen'; did you mean 'JPY'?"),
        ("1 XYZQ USD", "unknown currency 'XYZQ'"), ("1 USD XYZQ", "unknown currency 'XYZQ'"),
        ("1 USD S!K", "unknown currency 'S!K'"), ("1 BTC SEK,EUR", "'SEK,EUR'; separate codes with spaces"),
        ("1 BTC XYZQ", "unknown currency 'XYZQ'"),
    ]

    @Test("An unknown code exits with 66, as FROM and as TO", arguments: codes)
    func code(_ words: String, _ says: String) async {
        expectFailure(await convert(words), .unknownName, says: says)
    }

    @Test("A suggestion is never the text as typed: MNT is a coin of the sample and the tögrög of ISO 4217")
    func noEmptySuggestion() async {
        let run = await convert("1 MNT USD")
        #expect(run.status == .unknownName)
        #expect(!run.errors.contains("did you mean 'MNT'"))
    }

    @Test("The other targets are converted; the status is that of the first failure, and each failure is reported once")
    func someTargets() async {
        let run = await convert("1 USD SEK XYZQ EUR", "--csv --no-header --fields to")
        #expect(run.output == "SEK\r\nEUR\r\n")
        #expect(run.status == .unknownName)
        #expect(
            run.errorLines == [
                "crypto: unknown currency 'XYZQ' (asked: sample); 'crypto list --search xyzq -p sample' searches by name"
            ])
    }

    @Test(
        "Nothing is printed or requested if an operand cannot be a code",
        arguments: [
            ("100 USD SEK 2024-02-25", "unknown currency '2024-02-25'; a day is an option: '--at 2024-02-25'"),
            ("1 USD SEK YEN EUR", "unknown currency 'YEN'; did you mean 'JPY'?"), ("1 USD SEK S!K", "'S!K'"),
        ])
    func wrongOperand(_ words: String, _ says: String) async {
        for format in ["", "--json", "--csv"] {
            expectFailure(await convert(words, format), .unknownName, says: says)
            // Without a provider to ask.
            expectFailure(await runTool("convert \(words) \(format)"), .unknownName, says: says)
        }
    }
}
