import CryptoCLI
import TestSupport
import Testing

@Suite("change_percent_1h, change_percent_7d and trend", .quick)
struct TrendFieldTests {
    private static let members =
        #","price_change_percentage_1h_in_currency":-0.5,"price_change_percentage_7d_in_currency":5.25,"#
        + #""sparkline_in_7d":{"price":[60000,66000.5,67024.5]}"#

    private static let all = "&price_change_percentage=1h,7d&sparkline=true"
    private static let changes = "&price_change_percentage=1h,7d&sparkline=false"
    private static let trend = "&sparkline=true"
    private static let none = "&sparkline=false"

    @Test(
        "CoinGecko is asked for those that are printed or compared, in the one request that there is",
        arguments: [
            ("", none), ("--csv", none), ("-f none", none), ("--if price>1", none), ("--json", all),
            ("-f jsonl", all), ("--json --fields symbol,price", none), ("--json --fields trend", trend),
            ("--fields symbol,change_percent_1h", changes), ("--fields change_percent_7d,trend", all),
            (#"--template {symbol}\n"#, none), (#"--template {trend}\n"#, trend),
            ("--if change_percent_7d>5", changes), ("-f none --if change_percent_1h<0", changes),
        ])
    func request(options: String, query: String) async throws {
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", more: Self.members))
        let lines = [
            ("price BTC", "symbols=btc&include_tokens=all&order=market_cap_desc&per_page=250"),
            ("list -n 1 --of 1", "order=market_cap_desc&per_page=1"),
        ]
        for (line, own) in lines {
            let exchange = Exchange.get(
                CoinGeckoAnswers.path, query: .text("vs_currency=usd&\(own)&page=1" + query), answer: answer)
            try await withLoopbackServer([exchange]) { server in
                let run = await runTool("\(line) -p coingecko \(options)", server.variables(for: "coingecko"))
                #expect(run.status == .success, "\(run.errors)")
            }
        }
    }

    @Test(
        "Each format shows them",
        arguments: [
            ("", "SYMBOL    1H %    7D %  TREND\nBTC     -0.50%  +5.25%  ▁▇█\n"),
            ("--csv", "symbol,change_percent_1h,change_percent_7d,trend\r\nBTC,-0.5,5.25,60000 66000.5 67024.5\r\n"),
            (
                "-f jsonl",
                #"{"symbol":"BTC","change_percent_1h":-0.5,"change_percent_7d":5.25,"trend":[60000,66000.5,67024.5]}"#
                    + "\n"
            ),
            (
                "-f records --digits 0",
                "symbol: BTC\nchange_percent_1h: 0\nchange_percent_7d: 5\ntrend: 60000 66000 67024\n"
            ),
        ])
    func formats(options: String, expected: String) async throws {
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", more: Self.members))
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: answer)]) { server in
            let fields = "--fields symbol,change_percent_1h,change_percent_7d,trend"
            let run = await runTool(
                "price BTC -p coingecko \(fields) \(options)", server.variables(for: "coingecko"))
            #expect(run.output == expected)
        }
    }

    @Test("The sample has all three, for a list and a price; mock has none")
    func madeUp() async {
        let fields = "--fields symbol,change_percent_1h,change_percent_7d,trend --csv --no-header"
        for line in ["list -n 3", "price BTC ETH stock:AAPL"] {
            let rows = await runTool("\(line) -p sample \(fields)").output.split(separator: "\r\n")
            #expect(rows.count == 3)
            #expect(rows.allSatisfy { $0.split(separator: ",").count == 4 && $0.split(separator: " ").count == 28 })
        }
        #expect(await runTool("price BTC -p mock \(fields)").output == "BTC,,,\r\n")
    }

    @Test("watch has the fields, which no stream sends")
    func watch() async {
        let fields = "--fields symbol,change_percent_1h,change_percent_7d,trend"
        let run = await runTool("watch BTC -p sample --count 1 -f jsonl \(fields)")
        #expect(
            run.output == #"{"symbol":"BTC","change_percent_1h":null,"change_percent_7d":null,"trend":null}"# + "\n")
    }
}
