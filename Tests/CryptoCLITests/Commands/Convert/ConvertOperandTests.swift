import CryptoCLI
import TestSupport
import Testing

/// A conversion and its expected result, computed independently of this program.
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

@Suite("convert: exact results of operands", .quick)
struct ConvertOperandTests {
    private static let moment = "2024-03-01T12:00:00Z"

    // Rates of the sample for one euro: USD 1.0813, SEK 11.1893, GBP 0.8562, JPY 162.7; ETH is 3434.92 USD, SHIB
    // 0.00001432, USDT 1.0003, BTC 62440.63. The constants are these fractions rounded half even to 20 digits.
    static let exact: [Expected] = [
        Expected("100 USD SEK", "1034.8007028576713216", "10.348007028576713216"),
        Expected("-5 USD SEK", "-51.740035142883566078", "10.348007028576713216"),
        Expected("-0 USD SEK", "0", "10.348007028576713216"),
        Expected("0.1 USD GBP", "0.079182465550725977989", "0.79182465550725977989"),
        Expected("1 JPY GBP", "0.005262446220036877689", "0.005262446220036877689"),
        Expected("12.5 sek jpy", "181.75846567703073472", "14.540677254162458778"),
        Expected(
            "1234567890123456789012345678901234 USD SEK", "12775317204252654258000000000000000",
            "10.348007028576713216"),
        Expected(
            "0.000000000000000000000000000000001 GBP USD",
            "0.0000000000000000000000000000000012629058631160943705",
            "1.2629058631160943705"),
        // Two legs: multiply first, divide once.
        Expected("2.5 ETH SHIB", "599671787.7094972067", "239868715.08379888268"),
        Expected("1 BTC ETH", "18.17819046731801614", "18.17819046731801614"),
        // A pegged coin is a coin, so its rate is not 1.
        Expected("1 USD USDT", "0.99970008997300809757", "0.99970008997300809757"),
    ]

    @Test("Result and rate have every digit, whatever the base of the answer, and are rounded once", arguments: exact)
    func digits(_ expected: Expected) async {
        let run = await convert(expected.words, "--json --fields result,rate")
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == #"[\#n{"result":\#(expected.result),"rate":\#(expected.rate)}\#n]\#n"#)
        #expect(run.errors.isEmpty)
    }

    @Test(
        "A→A returns the amount itself with all 34 digits, also for an unknown code",
        arguments: ["USD usd", "BTC BTC", "XYZQ XYZQ"])
    func identity(_ pair: String) async {
        for amount in ["9999999999999999999999999999999999", "-0.000000000000000000000000000000012", "0"] {
            let run = await convert("\(amount) \(pair)", "--csv --no-header --fields amount,result,rate,path,provider")
            #expect(run.output == "\(amount),\(amount),1,,\r\n", "\(run.errors)")
            #expect(run.status == .success)
        }
    }

    @Test("Several targets are printed in the order given, in each format")
    func formats() async {
        let (sek, eur) = ("1034.8007028576713216", "92.481272542310182188")
        let (toSEK, toEUR) = ("10.348007028576713216", "0.92481272542310182188")
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
                AMOUNT  FROM  TO     RESULT      RATE  TIME
                   100  USD   SEK  1,034.80   10.3480  \(Self.moment)
                   100  USD   EUR   92.4813  0.924813  \(Self.moment)

                """
            ),
            (
                "-f markdown",
                """
                | amount | from | to | result | rate | time |
                | ---: | --- | --- | ---: | ---: | --- |
                | 100 | USD | SEK | 1,034.80 | 10.3480 | \(Self.moment) |
                | 100 | USD | EUR | 92.4813 | 0.924813 | \(Self.moment) |

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

    @Test("--digits rounds in every format, but not rates; a condition uses the exact values")
    func roundedForPeople() async {
        let table = await convert("100 USD SEK", "--digits 3 --no-header --fields result")
        #expect(table.output == "1,034.801\n")
        let csv = await convert("100 USD SEK", "--digits 3 --csv --no-header --fields result")
        #expect(csv.output == "1034.801\r\n")
        let exact = await convert("100 USD SEK", "--csv --no-header --fields result")
        #expect(exact.output == "1034.8007028576713216\r\n")
        let path = await convert("1 BTC SEK", "--digits 2 -f jsonl --fields amount,result,rate,path")
        #expect(
            path.output
                == #"{"amount":1,"result":646136.08,"rate":646136.07810876,"path":[{"from":"BTC","to":"SEK","#
                + #""rate":646136.07810876,"provider":"sample","time":"2024-03-01T12:00:00Z"}]}"# + "\n")
        let text = await convert("1 BTC SEK", "--digits 2 --csv --no-header --fields path")
        #expect(text.output == "BTC→SEK 646136.07810876 sample\r\n")
        let wanted = await runTool([
            "convert", "1", "BTC", "SEK", "-p", "sample", "--digits", "0", "--if", "result > 646136.01", "--template",
            "{result}",
        ])
        #expect(wanted.output == "646136")
    }

    @Test("--if prints the rows that meet it and exits with 0, or with 1 if none does")
    func condition() async {
        func filtered(_ condition: String, _ format: String) async -> ToolRun {
            await runTool(["convert", "100", "USD", "SEK", "EUR", "-p", "sample", "--if", condition, format])
        }
        let some = await filtered("result > 92.481272542310182187 && to == \"EUR\"", "--csv")
        #expect(some.status == .success)
        #expect(some.outputLines.count == 2)
        for (format, text) in [("--csv", "amount,from,to,result,rate,time\r\n"), ("--json", "[]\n"), ("-fjsonl", "")] {
            let none = await filtered("stale || result < 0", format)
            #expect(none.status == .noMatch)
            #expect(none.output == text)
            #expect(none.errors.isEmpty)
        }
    }

    @Test("--explain indents each leg below its result in a table, without columns that do not fit")
    func explain() async {
        let table = await convert("2.5 ETH SHIB ETH USD", "--explain --fields amount,result,to")
        let text = """
            AMOUNT          RESULT  TO
               2.5  599,671,787.71  SHIB
                FROM  TO           RATE  PROVIDER  TIME
                ETH   USD   3,434.92000  sample    \(Self.moment)
                USD   SHIB  69,832.4022  sample    \(Self.moment)
               2.5            2.50  ETH
               2.5        8,587.30  USD
                FROM  TO           RATE  PROVIDER  TIME
                ETH   USD      3,434.92  sample    \(Self.moment)

            """
        #expect(table.output == text)
        let bare = await convert("2.5 ETH SHIB", "--explain --fields amount,result,to --no-header")
        #expect(bare.outputLines.map { $0.prefix(7) } == ["2.5  59", "    ETH", "    USD"])
        let none = await convert("2.5 ETH SHIB", "--explain --if result<0")
        #expect(none.output.isEmpty)
        let narrow = await runTool("convert 2.5 ETH SHIB --explain -p sample --color never", columns: 40)
        #expect(
            narrow.outputLines == [
                "AMOUNT  FROM  TO            RESULT", "   2.5  ETH   SHIB  599,671,787.71",
                "    FROM  TO           RATE  PROVIDER", "    ETH   USD   3,434.92000  sample",
                "    USD   SHIB  69,832.4022  sample",
            ])
        let records = await runTool(
            "convert 2.5 ETH SHIB USD --explain -p sample --color never --fields amount,result,rate,time",
            columns: 40)
        #expect(
            records.outputLines == [
                "amount: 2.5", "result: 599671787.7094972067", "rate: 239868715.08379888268", "time: \(Self.moment)",
                "    FROM  TO           RATE  PROVIDER", "    ETH   USD   3,434.92000  sample",
                "    USD   SHIB  69,832.4022  sample",
                "amount: 2.5", "result: 8587.3", "rate: 3434.92", "time: \(Self.moment)",
                "    FROM  TO           RATE  PROVIDER", "    ETH   USD      3,434.92  sample",
            ])
        let wide = await runTool("convert 2.5 ETH SHIB --explain -p sample --color never", columns: 80)
        #expect(wide.output.contains("    ETH   USD   3,434.92000  sample    \(Self.moment)\n"))
    }

    @Test(
        "The amount times the rate shown is the result shown",
        arguments: [
            ("1 BTC SEK", "646,136.08", "646,136.08"), ("3 BTC SEK", "1,938,408.23", "646,136.078"),
            ("1000000 USD SEK", "10,348,007.03", "10.34800703"), ("100 USD SEK", "1,034.80", "10.3480"),
            ("0.5 BTC SEK", "323,068.04", "646,136.08"), ("0 BTC SEK", "0.00", "646,136"),
        ])
    func shownRate(words: String, result: String, rate: String) async {
        let table = await convert(words, "--fields result,rate --no-header")
        #expect(table.output == "\(result)  \(rate)\n")
        let markdown = await convert(words, "--fields result,rate -f markdown")
        #expect(markdown.outputLines.last == "| \(result) | \(rate) |")
    }

    @Test("So it is with --digits, and the legs have as many digits")
    func shownRateOfLegs() async {
        let rounded = await convert("1 BTC SEK", "--fields result,rate --no-header --digits 4")
        #expect(rounded.output == "646,136.0781  646,136.0781\n")
        let legs = await convert("1 BTC SEK", "--fields result,rate --no-header --explain")
        #expect(
            legs.outputLines.map { $0.split(separator: " ").map(String.init) } == [
                ["646,136.08", "646,136.08"], ["BTC", "SEK", "646,136.08", "sample", Self.moment],
            ])
    }

    @Test("A result has as many digits as its rate")
    func digits() async {
        let run = await convert("10 SEK BTC", "--fields result,rate --no-header")
        #expect(run.output == "0.0000154766  0.00000154766\n")
        let both = await convert("100 USD EUR SEK BTC", "--fields result --no-header")
        #expect(both.output == "   92.4813\n  1,034.80\n0.00160152\n")
    }

    @Test("--explain is a column in other formats; json always has the path, with all digits")
    func path() async {
        let path = "ETH→USD 3434.92 sample, USD→SHIB 69832.402234636871508 sample"
        let csv = await convert("2.5 ETH SHIB", "--explain --csv")
        #expect(csv.outputLines.first == "amount,from,to,result,rate,time,path")
        #expect(csv.outputLines.last?.hasSuffix(#","\#(path)""#) == true, "\(csv.output)")
        for explained in ["--explain", "--no-explain"] {
            let json = await convert("2.5 ETH SHIB", "\(explained) --json --fields path")
            let legs = [("ETH", "USD", "3434.92"), ("USD", "SHIB", "69832.402234636871508")].map {
                #"{"from":"\#($0)","to":"\#($1)","rate":\#($2),"provider":"sample","time":"\#(Self.moment)"}"#
            }
            #expect(json.output == "[\n{\"path\":[" + legs.joined(separator: ",") + "]}\n]\n")
        }
    }
}

/// Runs a conversion with the rates of the sample.
func convert(_ words: String, _ options: String = "") async -> ToolRun {
    await runTool("convert \(words) --provider sample \(options)")
}
