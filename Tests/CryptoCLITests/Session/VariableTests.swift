import CryptoCLI
import TestSupport
import Testing

@Suite("Variables: after the command line, before the default", .quick)
struct VariableTests {
    @Test(
        "The variable of a command's own option contains the command",
        arguments: [
            ("list -p sample", ["CRYPTO_LIST_LIMIT": "3"], 3), ("list -p sample -n 2", ["CRYPTO_LIST_LIMIT": "3"], 2),
            ("list -p sample -n 2", ["CRYPTO_LIST_LIMIT": "nonsense"], 2),
            ("list -p sample", ["CRYPTO_LIST_LIMIT": ""], 50), ("list -p sample", ["CRYPTO_LIMIT": "3"], 50),
            ("list", ["CRYPTO_PROVIDER": "sample", "CRYPTO_LIST_LIMIT": "4"], 4),
            ("price BTC ETH -p sample", ["CRYPTO_LIST_LIMIT": "1", "CRYPTO_PRICE_LIMIT": "1"], 2),
            ("list -p sample", ["CRYPTO_LIST_SEARCH": "et"], 6), ("list -p sample", ["CRYPTO_NOBODY": "x"], 50),
        ])
    func ownOptions(line: String, variables: [String: String], rows: Int) async {
        let run = await runTool(line + " --csv --no-header", variables)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines.count == rows)
    }

    @Test("Common options: values, switches and their --no- form")
    func commonOptions() async {
        let variables = [
            "CRYPTO_FORMAT": "csv", "CRYPTO_FIELDS": "symbol,currency", "CRYPTO_CURRENCY": "SEK",
            "CRYPTO_NO_HEADER": "1",
        ]
        #expect(await runTool("price BTC -p sample", variables).output == "BTC,SEK\r\n")
        #expect(await runTool("price BTC -p sample -f tsv", variables).output == "BTC\tSEK\n")
        #expect(await runTool("price BTC -p sample -c EUR", variables).output == "BTC,EUR\r\n")
        #expect(await runTool("price BTC -p sample --no-no-header", variables).outputLines.first == "symbol,currency")
    }

    @Test(
        "A URL variable replaces scheme and host; its path precedes that of the request",
        arguments: ["/x", "/x/", "/x/y"])
    func pathInFront(_ path: String) async throws {
        let front = path == "/x/" ? "/x" : path
        let rows = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
        try await withLoopbackServer([.get(front + CoinGeckoAnswers.path, answer: rows)]) { server in
            let run = await runTool("price BTC -p coingecko", ["CRYPTO_COINGECKO_URL": server.url + path])
            #expect(run.status == .success, "\(run.errors)")
        }
    }

    @Test("A password in a URL variable is not shown")
    func passwordInURL() async {
        let url = "http://me:sEcrEt@prices.invalid"
        let run = await runTool("price BTC -p coingecko -v", ["CRYPTO_COINGECKO_URL": url])
        #expect(run.status == .usage)
        #expect(!run.errors.contains("sEcrEt"))
    }

    @Test("Options for the command line only have no variable")
    func commandLineOnly() async {
        let run = await runTool(
            "price BTC -p sample --csv --fields symbol", ["CRYPTO_HELP": "1", "CRYPTO_VERSION": "1"])
        #expect(run.outputLines == ["symbol", "BTC"])
    }
}
