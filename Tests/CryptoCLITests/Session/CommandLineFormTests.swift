import CryptoCLI
import TestSupport
import Testing

@Suite("All ways to write the same command line", .quick)
struct CommandLineFormTests {
    private static let expected = "symbol,currency\r\nBTC,SEK\r\n"

    @Test(
        "Options before and after operands, in every form",
        arguments: [
            "price BTC --provider sample --currency SEK --fields symbol,currency --format csv",
            "price --provider=sample --currency=SEK --fields=symbol,currency --format=csv BTC",
            "price -psample -cSEK BTC --fields symbol,currency -fcsv",
            "price -p=sample -c=sek btc --csv --fields=symbol,currency",
            "--csv price BTC -p sample -c SEK --fields symbol,currency",
            "-p sample --currency=SEK --fields symbol,currency --csv price BTC",
            "price -qv -p sample -c sek --csv --fields symbol,currency -- btc",
            "price BTC -p SAMPLE -c Sek --csv --no-json --fields symbol,currency",
            "price BTC/SEK -p sample --csv --fields symbol,currency",
            "price btc-sek -p sample --csv --fields symbol,currency",
            "list BTC-SEK -p sample --csv --fields symbol,currency",
            "price id:bitcoin -p sample -c SEK --csv --fields symbol,currency",
            "list btc -p sample -c SEK --csv --fields symbol,currency",
            "price BTC -p sample -c SEK --csv --fields symbol,currency --no-strict",
            "price BTC -p sample -c SEK --csv --fields symbol,currency --timeout 5m --no-quiet --no-strict",
            "price BTC -p sample -c SEK --csv --fields symbol,currency --deadline 1.5h --timeout 250ms --retries 0",
        ])
    func form(_ line: String) async {
        let run = await runTool(line)
        #expect(run.status == .success)
        #expect(run.output == Self.expected)
        #expect(run.errors.isEmpty)
    }

    @Test("The last value of a switch wins")
    func lastWord() async {
        #expect(
            await runTool("price BTC -p sample --no-header --no-no-header --csv --fields symbol").outputLines.count == 2
        )
        #expect(await runTool("price BTC -p sample --csv --no-csv --fields symbol").output == "SYMBOL\nBTC\n")
    }
}
