import CryptoCLI
import TestSupport
import Testing

@Suite("price --history on a terminal", .quick)
struct HistoryTableTests {
    private func header(_ options: String, columns: Int) async -> [Substring] {
        let run = await runTool("price BTC -p sample --color never \(options)", columns: columns)
        return run.outputLines.first?.split(separator: " ") ?? []
    }

    @Test(
        "A history that begins much later than asked for is reported with its first day",
        arguments: [
            ("price BTC", "365d", nil), ("price BTC", "370d", nil),
            ("price BTC", "380d", "candle of BTC before 2023-03-02"),
            ("price BTC", "3650d", "candle of BTC before 2023-03-02"),
            ("price BTC --candles 1w", "371d", nil),
            ("price BTC --candles 1w", "390d", "candle of BTC before 2023-02-27"),
            ("aqi Delhi", "30d", nil), ("aqi Delhi", "60d", "reading of Delhi before 2024-01-31"),
        ])
    func shortened(command: String, period: String, missing: String?) async {
        let run = await runTool("\(command) -p sample --history \(period) --fields time --csv")
        let notice = missing.map { "crypto: sample: no \($0)\n" } ?? ""
        #expect(run.status == .success && run.errors == notice, "\(run.errors)")
    }

    @Test(
        "The four prices stay together, before volume and currency; nothing says that no row is stale",
        arguments: [
            (120, "TIME SYMBOL OPEN HIGH LOW CLOSE VOLUME CURRENCY PROVIDER"),
            (80, "TIME SYMBOL OPEN HIGH LOW CLOSE VOLUME CUR"), (64, "TIME SYMBOL OPEN HIGH LOW CLOSE"),
            (60, "TIME SYMBOL CLOSE VOLUME CURRENCY PROVIDER"), (40, "TIME SYMBOL CLOSE CURRENCY"),
        ])
    func importance(columns: Int, titles: String) async {
        #expect(await header("--history 5d --candles 1d", columns: columns).joined(separator: " ") == titles)
    }

    @Test(
        "Days have no time of day on a terminal, hours have no seconds; off a terminal and for programs times are whole"
    )
    func days() async {
        let days = await runTool("price BTC -p sample --history 2d --candles 1d --color never", columns: 80)
        #expect(days.outputLines.last?.hasPrefix("2024-02-29  BTC ") == true, "\(days.output)")
        let day = await runTool("price BTC -p sample --at 2024-02-29 --color never", columns: 80)
        #expect(day.outputLines.last?.hasPrefix("2024-02-29  BTC ") == true, "\(day.output)")
        let hours = await runTool("price BTC -p sample --history 2h --color never", columns: 80)
        #expect(hours.outputLines.last?.hasPrefix("2024-03-01T11:00Z  BTC ") == true, "\(hours.output)")
        for format in ["", "--csv", "--json", "-f records", "-f markdown"] {
            let run = await runTool("price BTC -p sample --history 2d --candles 1d \(format)")
            #expect(run.output.contains("2024-02-29T00:00:00Z"), "\(format)")
        }
    }

    @Test("The low of a row never looks higher than its high, in whatever order the coins are named")
    func extremes() async {
        for columns in [80, nil] {
            let run = await runTool(
                "price USDT BTC -p sample --history 7d --fields high,low --no-header --color never", columns: columns)
            let rows = run.outputLines.filter { $0.contains(" 1.0") || $0.contains(" 0.9") }
            #expect(rows.count == 7 && rows.allSatisfy { $0.matches(of: /\.[0-9]{4}\b/).count == 2 }, "\(run.output)")
        }
    }

    @Test("A column of yes and no that was asked for says both")
    func stale() async {
        let run = await runTool("price BTC -p sample --fields symbol,stale --color never", columns: 80)
        #expect(run.outputLines == ["SYMBOL  STALE", "BTC     no"])
        let piped = await runTool("price BTC -p sample --history 1d --no-header")
        #expect(piped.output.contains("  no  1h  yes\n"))
    }
}
