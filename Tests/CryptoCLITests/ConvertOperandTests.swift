import CryptoCLI
import TestSupport
import Testing

/// One conversion and what it must come to, computed apart from this program.
struct Expected: Sendable, CustomTestStringConvertible {
    let words: String
    let result: String
    let rate: String

    var testDescription: String { words }

    init(_ words: String, _ result: String, _ rate: String) {
        self.words = words
        self.result = result
        self.rate = rate
    }
}

@Suite("C3 convert: operands, exactly")
struct ConvertOperandTests {
    private static let moment = "2024-03-01T12:00:00Z"

    // The sample's rates for one euro: USD 1.0813, SEK 11.1893, GBP 0.8562, JPY 162.7; ETH is 3434.92 USD, SHIB
    // 0.00001432, USDT 1.0003, BTC 62440.63. The constants are these fractions rounded half even to 34 digits.
    static let exact: [Expected] = [
        Expected("100 USD SEK", "1034.800702857671321557384629612503", "10.34800702857671321557384629612503"),
        Expected("-5 USD SEK", "-51.74003514288356607786923148062517", "10.34800702857671321557384629612503"),
        Expected("-0 USD SEK", "0", "10.34800702857671321557384629612503"),
        Expected("0.1 USD GBP", "0.07918246555072597798945713493017664", "0.7918246555072597798945713493017664"),
        Expected("1 JPY GBP", "0.005262446220036877688998156115550092", "0.005262446220036877688998156115550092"),
        Expected("12.5 sek jpy", "181.7584656770307347197769297453817", "14.54067725416245877758215437963054"),
        Expected(
            "1234567890123456789012345678901234 USD SEK", "12775317204252654258111383986802530",
            "10.34800702857671321557384629612503"),
        Expected(
            "0.000000000000000000000000000000001 GBP USD",
            "0.000000000000000000000000000000001262905863116094370474188273767811",
            "1.262905863116094370474188273767811"),
        // Two legs: multiplied first, divided once.
        Expected("2.5 ETH SHIB", "599671787.7094972067039106145251397", "239868715.0837988826815642458100559"),
        Expected("1 BTC ETH", "18.17819046731801614011388911532146", "18.17819046731801614011388911532146"),
        // A pegged coin is a coin: not 1.
        Expected("1 USD USDT", "0.9997000899730080975707287813655903", "0.9997000899730080975707287813655903"),
    ]

    @Test("C3 every digit of result and rate, whatever the reply's base, rounded once", arguments: exact)
    func digits(_ expected: Expected) async {
        let run = await convert(expected.words, "--json --fields result,rate")
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == #"[\#n{"result":\#(expected.result),"rate":\#(expected.rate)}\#n]\#n"#)
        #expect(run.errors.isEmpty)
    }

    @Test(
        "C3 A→A is the amount itself, all 34 digits, also of a code that nobody knows",
        arguments: ["USD usd", "BTC BTC", "XYZQ XYZQ"])
    func identity(_ pair: String) async {
        for amount in ["9999999999999999999999999999999999", "-0.000000000000000000000000000000012", "0"] {
            let run = await convert("\(amount) \(pair)", "--csv --no-header --fields amount,result,rate,path,provider")
            #expect(run.output == "\(amount),\(amount),1,,\r\n", "\(run.errors)")
            #expect(run.status == .success)
        }
    }

    @Test("several targets stand in the order asked, in each format")
    func formats() async {
        let (sek, eur) = ("1034.800702857671321557384629612503", "92.48127254231018218810690835105891")
        let (toSEK, toEUR) = ("10.34800702857671321557384629612503", "0.9248127254231018218810690835105891")
        let rows = [("SEK", sek, toSEK), ("EUR", eur, toEUR)]
        let objects = rows.map { to, result, rate in
            #"{"amount":100,"from":"USD","to":"\#(to)","result":\#(result),"rate":\#(rate),"path":[{"from":"USD","#
                + #""to":"\#(to)","rate":\#(rate),"provider":"sample","time":"\#(Self.moment)"}],"#
                + #""provider":"sample","time":"\#(Self.moment)","age":0,"stale":false}"#
        }
        let lines = rows.map { "100,USD,\($0.0),\($0.1),\($0.2),\(Self.moment)" }
        let header = "amount,from,to,result,rate,time"
        let written: [(String, String)] = [
            ("--json", "[\n" + objects.joined(separator: ",\n") + "\n]\n"),
            ("-f jsonl", objects.joined(separator: "\n") + "\n"),
            ("--csv", ([header] + lines).map { $0 + "\r\n" }.joined()),
            ("--csv --no-header", lines.map { $0 + "\r\n" }.joined()),
            ("-f tsv", ([header] + lines).map { $0.replacing(",", with: "\t") + "\n" }.joined()),
            (
                "-f table",
                """
                AMOUNT  FROM  TO     RESULT    RATE  TIME
                   100  USD   SEK  1,034.80   10.35  \(Self.moment)
                   100  USD   EUR     92.48  0.9248  \(Self.moment)

                """
            ),
            (
                "-f markdown",
                """
                | amount | from | to | result | rate | time |
                | ---: | --- | --- | ---: | ---: | --- |
                | 100 | USD | SEK | 1,034.80 | 10.35 | \(Self.moment) |
                | 100 | USD | EUR | 92.48 | 0.9248 | \(Self.moment) |

                """
            ),
        ]
        for (format, text) in written {
            let run = await convert("100 USD SEK EUR", format)
            #expect(run.output == text, "\(format)")
            #expect(run.status == .success)
        }
        let template = await runTool(
            ["convert", "100", "USD", "SEK", "EUR", "-p", "sample", "--template", #"{result:.2} {to};\n"#])
        #expect(template.output == "1034.80 SEK;\n92.48 EUR;\n")
    }

    @Test("--digits rounds what people read and leaves machine formats exact")
    func roundedForPeople() async {
        let table = await convert("100 USD SEK", "--digits 3 --no-header --fields result")
        #expect(table.output == "1,034.801\n")
        let csv = await convert("100 USD SEK", "--digits 3 --csv --no-header --fields result")
        #expect(csv.output == "1034.800702857671321557384629612503\r\n")
    }

    @Test("--if prints the rows that meet it: 0, or 1 where none does")
    func condition() async {
        func filtered(_ condition: String, _ format: String) async -> ToolRun {
            await runTool(["convert", "100", "USD", "SEK", "EUR", "-p", "sample", "--if", condition, format])
        }
        let some = await filtered("result > 92.4812725423101821881069083510589 && to == \"EUR\"", "--csv")
        #expect(some.status == .success)
        #expect(some.outputLines.count == 2)
        for (format, text) in [("--csv", "amount,from,to,result,rate,time\r\n"), ("--json", "[]\n"), ("-fjsonl", "")] {
            let none = await filtered("stale || result < 0", format)
            #expect(none.status == .noMatch)
            #expect(none.output == text)
            #expect(none.errors.isEmpty)
        }
    }

    @Test("--explain shows each leg under its result in a table, in a column elsewhere, in json always")
    func explain() async {
        let path = "ETH→USD 3434.92 sample, USD→SHIB 69832.40223463687150837988826815642 sample"
        let table = await convert("2.5 ETH SHIB USD", "--explain --fields amount,result,to")
        #expect(
            table.output == """
                AMOUNT          RESULT  TO
                   2.5  599,671,787.71  SHIB
                FROM  TO                                   RATE  PROVIDER  TIME
                ETH   USD                               3434.92  sample    \(Self.moment)
                USD   SHIB  69832.40223463687150837988826815642  sample    \(Self.moment)
                AMOUNT    RESULT  TO
                   2.5  8,587.30  USD
                FROM  TO      RATE  PROVIDER  TIME
                ETH   USD  3434.92  sample    \(Self.moment)

                """)
        let csv = await convert("2.5 ETH SHIB", "--explain --csv")
        #expect(csv.outputLines.first == "amount,from,to,result,rate,time,path")
        #expect(csv.outputLines.last?.hasSuffix(#","\#(path)""#) == true, "\(csv.output)")
        for explained in ["--explain", "--no-explain"] {
            let json = await convert("2.5 ETH SHIB", "\(explained) --json --fields path")
            let legs = [("ETH", "USD", "3434.92"), ("USD", "SHIB", "69832.40223463687150837988826815642")].map {
                #"{"from":"\#($0)","to":"\#($1)","rate":\#($2),"provider":"sample","time":"\#(Self.moment)"}"#
            }
            #expect(json.output == "[\n{\"path\":[" + legs.joined(separator: ",") + "]}\n]\n")
        }
    }
}

@Suite("convert: what is refused")
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

    @Test("an amount that means another thing elsewhere is 64 with a hint, and nobody is asked", arguments: amounts)
    func amount(_ text: String, _ words: String) async {
        let run = await runTool(["convert", text, "USD", "SEK"])
        expectFailure(run, .usage, says: words)
    }

    @Test("a hundred kilobytes of digits are refused in one short line")
    func longAmount() async {
        let run = await runTool(["convert", String(repeating: "9", count: 100_000), "USD", "SEK"])
        expectFailure(run, .usage, says: "34 digits at most")
        #expect(run.errors.utf8.count < 1000)
    }

    static let shapes: [(String, String)] = [
        ("convert", "missing argument '<amount>'"), ("convert 1", "missing argument '<from>'"),
        ("convert 1 BTC", "missing argument '<to>'"), ("convert - BTC", "missing argument '<to>'"),
        ("convert 1 BTC SEK sek", "'SEK' is named twice"), ("convert 1 BTC SEK EUR SEK", "'SEK' is named twice"),
        ("convert 1 BTC SEK -p nobody", "unknown provider 'nobody'"), ("convert BTC SEK 1", "'BTC' is not an amount"),
    ]

    @Test("what is no AMOUNT FROM TO is 64, and nobody is asked", arguments: shapes)
    func shape(_ line: String, _ words: String) async {
        expectFailure(await runTool(line), .usage, says: words)
    }

    static let codes: [(String, String)] = [
        ("1 YEN USD", "unknown currency 'YEN'; did you mean 'JPY'?"),
        ("1 USD yen", "unknown currency 'yen'; did you mean 'JPY'?"),
        ("1 XYZQ USD", "unknown currency 'XYZQ'"), ("1 USD XYZQ", "unknown currency 'XYZQ'"),
        ("1 USD S!K", "unknown currency 'S!K'"), ("1 BTC XYZQ", "unknown currency 'XYZQ'"),
    ]

    @Test("C1 a code that nobody knows is 66, as FROM and as TO", arguments: codes)
    func code(_ words: String, _ says: String) async {
        expectFailure(await convert(words), .unknownName, says: says)
    }

    @Test("no suggestion is what was typed: the sample's MNT is a coin, ISO 4217's a tögrög")
    func noEmptySuggestion() async {
        let run = await convert("1 MNT USD")
        #expect(run.status == .unknownName)
        #expect(!run.errors.contains("did you mean 'MNT'"))
    }

    @Test("the other targets are answered; the code is that of the first failure, each said once")
    func someTargets() async {
        let run = await convert("1 USD YEN SEK XYZQ EUR", "--csv --no-header --fields to")
        #expect(run.output == "SEK\r\nEUR\r\n")
        #expect(run.status == .unknownName)
        #expect(
            run.errorLines == [
                "crypto: unknown currency 'YEN'; did you mean 'JPY'?", "crypto: unknown currency 'XYZQ'",
            ])
    }
}

/// Runs a conversion with the sample's rates.
func convert(_ words: String, _ options: String = "") async -> ToolRun {
    await runTool("convert \(words) --provider sample \(options)")
}
