import CryptoCLI
import TestFixtures
import TestSupport
import Testing

private typealias Answers = OpenMeteoAnswers

@Suite("aqi: --reverse and --limit", .quick)
struct AirOrderTests {
    private static func cities(_ options: String) async -> [String] {
        let run = await runTool("aqi -p sample --template {city};{aqi};; \(options)")
        return run.output.split(separator: ";;").map(String.init)
    }

    @Test("--sort aqi --reverse -n 5 are the five worst, as they are the end of the whole list")
    func worst() async {
        let all = await Self.cities("--sort aqi")
        #expect(all.count == 12)
        let worst = await Self.cities("--sort aqi --reverse -n 5")
        #expect(worst.count == 5 && worst.first?.hasPrefix("Delhi;") == true)
        func indices(_ cities: some Sequence<String>) -> [Substring] { cities.map { $0.split(separator: ";")[1] } }
        #expect(indices(worst) == indices(all.suffix(5).reversed()))
        #expect(await Self.cities("--limit 3") == Array(Self.cities("").prefix(3)))
    }

    @Test("--reverse turns the order of the names too; the condition is met before rows are counted")
    func order() async {
        #expect(await Self.cities("Pune Delhi Mumbai --reverse").map { $0.prefix(4) } == ["Mumb", "Delh", "Pune"])
        #expect(await Self.cities("--reverse -n 1").first?.hasPrefix("Pune") == true)
        let some = await runTool("aqi Pune Delhi -p sample -n 1 --template {city} --if aqi>300")
        #expect(some.output == "Delhi")
        let past = await runTool(
            "aqi Delhi -p sample --history 24h --sort aqi --reverse -n 1 --csv --fields aqi --no-header")
        let values = await runTool("aqi Delhi -p sample --history 24h --csv --fields aqi --no-header")
        #expect(Int(past.outputLines[0]) == values.outputLines.compactMap { Int($0) }.max())
    }

    @Test("Unknown values stay last; --limit counts the charts")
    func unknown() async throws {
        let answers = [#"{"us_aqi":9}"#, "{}", #"{"us_aqi":10}"#].map { Answers.air(current: $0) }
        let run = try await runAir(
            "1,1", "2,2", "3,3", "--sort", "aqi", "--reverse", "--template", "{city} ",
            answering: [.get(Answers.airPath, answer: .json("[\(answers.joined(separator: ","))]"))])
        #expect(run.output == "3,3 1,1 2,2 ", "\(run.errors)")
        let charts = await runTool("aqi --chart --sort aqi --reverse -n 2 -p sample")
        let heads = charts.outputLines.filter { $0.contains(", India") }.map { $0.prefix { $0 != "," } }
        #expect(heads == ["Delhi", "Lucknow"])
    }

    @Test("A stream has no order and no limit, and says what ends it")
    func watch() async {
        let limit = "--watch and --limit cannot be used together; --count <n> ends a stream"
        for (line, words) in [
            ("aqi Delhi --watch -n 3 -p sample", limit),
            ("aqi Delhi --watch --reverse -p sample", "--watch and --reverse cannot be used together"),
            ("aqi -n 0", "--limit"),
        ] {
            expectFailure(await runTool(line), .usage, says: words)
        }
    }
}
