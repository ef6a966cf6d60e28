import CryptoCLI
import TestSupport
import Testing

@Suite("Other forms of a command line", .quick)
struct HintTests {
    /// Command lines that mean the same as others.
    static let same: [(line: String, other: String)] = [
        ("convert 100 usd to sek -p sample", "convert 100 usd sek -p sample"),
        ("convert 100 usd in sek eur -p sample", "convert 100 usd sek eur -p sample"),
        ("convert 100 usd = sek -p sample", "convert 100 usd sek -p sample"),
        ("price BTC -p sample -f md", "price BTC -p sample -f markdown"),
        ("price BTC -p sample -f prom", "price BTC -p sample -f prometheus"),
        ("price BTC -p sample -f LP", "price BTC -p sample -f influx"),
        ("price BTC -p sample -f ndjson", "price BTC -p sample -f jsonl"),
        ("price BTC -p sample -f CSV", "price BTC -p sample -f csv"),
        ("price BTC -p sample --format=Json", "price BTC -p sample -f json"),
        ("aqi Delhi -p sample --scale US", "aqi Delhi -p sample --scale us"),
        ("price BTC -p sample --chart -f SVG", "price BTC -p sample --chart -f svg"),
        ("-Vv", "-V -v"), ("-vV", "-V -v"), ("list -Vv", "-V -v"),
    ]

    @Test("Another form of the same command line is accepted", arguments: same)
    func accepted(line: String, other: String) async {
        let (run, usual) = (await runTool(line), await runTool(other))
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == usual.output && !run.output.isEmpty)
    }
}
