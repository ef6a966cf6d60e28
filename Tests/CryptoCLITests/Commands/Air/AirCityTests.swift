import AirQuality
import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

private typealias Answers = OpenMeteoAnswers

@Suite("aqi: cities by Open-Meteo, over a server", .quick, .virtualTime)
struct AirCityTests {
    @Test(
        "while geocoding is down, a city that a time zone is named after has its point, with a notice",
        .needs("/usr/share/zoneinfo/zone.tab", Files.exists("/usr/share/zoneinfo/zone.tab")))
    func geocodingDown() async throws {
        let down = Exchange.get(Answers.searchPath, times: .any, answer: .status(503))
        func run(_ arguments: String...) async throws -> ToolRun {
            let air = Exchange.get(
                Answers.airPath, query: .containing([QueryItem("latitude", "59.3333")]), times: .any,
                answer: .json(Answers.index("7")))
            return try await withLoopbackServer([down, air]) { server in
                await runTool(["aqi"] + arguments + ["--retries", "0"], server.airVariables)
            }
        }
        let found = try await run("stockholm", "--template", "{city} {country} {aqi}")
        #expect(found.status == .success && found.output == "Stockholm SE 7", "\(found.errors)")
        let notices = found.errorLines.filter { $0.contains("time zones") }
        try #require(notices.count == 1 && notices[0].contains("503"), "\(found.errors)")
        #expect(notices[0].hasSuffix("; Stockholm is at 59.3333,18.05 by the system's list of time zones"))
        let strict = try await run("stockholm", "--strict")
        #expect(strict.status == .unavailable && strict.output.isEmpty, "\(strict.errors)")
        let other = try await run("Delhi")
        #expect(other.status == .unavailable && other.errors.contains("503"), "\(other.errors)")
    }

    @Test("the deadline ends the command", .endsHang)
    func deadline() async throws {
        try await withLoopbackServer([.get(Answers.airPath, answer: .never)]) { server in
            let run = await runTool(
                ["aqi", "1,2", "--deadline", "300ms", "--retries", "0"], server.airVariables)
            expectFailure(run, .tryLater, says: "no answer from")
        }
    }

    @Test(
        "A dead server of a forecast has its usual code and nothing on stdout, whatever is printed",
        arguments: Death.allCases)
    func dead(death: Death) async throws {
        let status: ToolStatus =
            switch death {
            case .refused, .page, .blocked, .reset: .unavailable
            case .limited, .rejected, .hanging: .tryLater
            case .garbage, .html: .invalidData
            }
        try await death.withURL { url in
            for options in ["", "--json", "--csv", "--chart", "-f svg --chart", "--if aqi>300 -f none"] {
                let run = await runTool(
                    "aqi 1,2 --forecast 24h --retries 0 --timeout \(death.timeout) \(options)",
                    ["CRYPTO_OPEN_METEO_URL": url])
                expectFailure(run, status, says: "open-meteo: ")
            }
        }
    }

    @Test("The check of providers asks for a forecast")
    func check() async throws {
        let check = try await CheckedProviders(job: .forecast).run("--csv --no-header --fields provider,job,state")
        #expect(check.run.outputLines == ["open-meteo,forecast,ok"], "\(check.run.errors)")
    }
}
