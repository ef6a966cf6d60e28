import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

@Suite("A dead provider of air quality stops no command", .quick, .endsHang, .virtualTime)
struct DeadAirTests {
    /// Near a station of each provider.
    private static let place = "35.8989,14.5146"

    /// The sound answer of each provider, with an index of its own.
    private static func sound(_ provider: String) -> [Exchange] {
        let site = AirNowAnswers.site("Valletta", "35.9", "14.5", hour: "12:00", ["PM25_AQI": "30"])
        let hour = EEAAnswers.hour("11", EEAAnswers.Value("O3", "70", index: "2.2"))
        return switch provider {
        case "airnow": [.get(AirNowAnswers.path("2024030112"), answer: AirNowAnswers.answer(site))]
        case "eea":
            EEAAnswers.list(EEAAnswers.station("MT00011", "Msida", "35.895563", "14.493217"))
                + [EEAAnswers.hours("MT00011", hour)]
        default: [OpenMeteoAnswers.airs(OpenMeteoAnswers.index("20"))]
        }
    }

    private static let chains = [
        ("airnow", "eea"), ("eea", "open-meteo"), ("open-meteo", "airnow"), ("waqi", "open-meteo"),
    ]

    @Test("The next one answers in time, with one notice", arguments: chains, Death.allCases)
    func next(chain: (dead: String, next: String), death: Death) async throws {
        var time = TimeSource.live
        time.now = { TestClock().now }
        try await death.withURL { url in
            try await withLoopbackServer(Self.sound(chain.next)) { server in
                let name = chain.dead.uppercased().replacing("-", with: "_")
                let variables = server.airVariables.merging(["CRYPTO_\(name)_URL": url]) { $1 }
                let run = await runTool(
                    [
                        "aqi", Self.place, "-p", "\(chain.dead),\(chain.next)", "--timeout", death.timeout,
                        "--template",
                        "{provider} {aqi}",
                    ], variables, time: time)
                #expect(run.status == .success, "\(run.errors)")
                let index = ["airnow": "30", "eea": "25", "open-meteo": "20"][chain.next]
                #expect(run.output == "\(chain.next) \(index ?? "")")
                let notices = run.errorLines.filter { $0.contains("trying") }
                try #require(notices.count == 1, "\(run.errors)")
                #expect(notices[0].hasPrefix("crypto: \(chain.dead): "))
                #expect(notices[0].hasSuffix("; trying \(chain.next)"))
                #expect(run.elapsed < .seconds(20))
            }
        }
    }
}
