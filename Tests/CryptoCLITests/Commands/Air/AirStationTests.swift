import CryptoCLI
import TestSupport
import Testing

@Suite("aqi: stations by WAQI, over a server", .quick)
struct AirStationTests {
    private static func feed(_ data: String) -> Answer { .json(#"{"status":"ok","data":\#(data)}"#) }

    private func run(_ place: String, _ answer: Answer, _ more: String...) async throws -> ToolRun {
        try await withLoopbackServer([.get("/feed/\(place)/", times: .any, answer: answer)]) { server in
            await runTool(["aqi", place, "--provider", "waqi", "--retries", "0"] + more, server.airVariables)
        }
    }

    @Test("who measured is printed once a run, on stderr alone; --quiet leaves it out")
    func attribution() async throws {
        let data =
            #"{"aqi":42,"attributions":[{"name":"Board A","url":"x"},{"name":"Board B","url":"y"},{"name":"Board A"}]}"#
        let exchanges: [Exchange] = [
            .get("/feed/@1/", answer: Self.feed(data)), .get("/feed/@2/", answer: Self.feed(data)),
        ]
        let run = try await runAir("@1", "@2", "--provider", "waqi", "--template", "{aqi};", answering: exchanges)
        #expect(run.output == "42;42;")
        #expect(
            run.errors
                == "crypto: waqi: data of the World Air Quality Index project (waqi.info); measured by Board A, Board B\n"
        )
        let quiet = try await runAir("@1", "@2", "--provider", "waqi", "-q", answering: exchanges)
        #expect(quiet.status == .success && quiet.errors.isEmpty)
    }

    @Test(
        "air older than six hours, or ahead of the clock, is stale, with a notice; --strict makes it 75",
        arguments: [
            ("2024-03-01T06:00:00Z", "21600:false", nil), ("2024-03-01T05:59:59Z", "21601:true", "older than 6 hours"),
            ("2024-03-01T12:02:00Z", "0:false", nil),
            ("2034-03-02T12:00:00Z", "-315619200:true", "10 years ahead of this machine's clock"),
        ] as [(String, String, String?)])
    func age(time: String, row: String, words: String?) async throws {
        let answer = Self.feed(#"{"aqi":42,"city":{"name":"Pune"},"time":{"iso":"\#(time)"}}"#)
        let run = try await run("@1", answer, "--template", "{age}:{stale}")
        #expect(run.output == row && run.status == .success)
        let notices = run.errors.split(separator: "\n").filter { $0.contains("the reading of Pune dates from") }
        #expect(notices == words.map { ["crypto: waqi: the reading of Pune dates from \(time), \($0)"] } ?? [])
        let strict = try await self.run("@1", answer, "--strict", "-f", "none")
        #expect(strict.status == (words == nil ? .success : .tryLater))
    }

    @Test("a station's word for unknown is no number, and never 0")
    func unknown() async throws {
        let run = try await run("@1", Self.feed(#"{"aqi":"-"}"#), "--fields", "aqi,level,color", "--csv", "-q")
        #expect(run.outputLines == ["aqi,level,color", ",Unknown,#999999"])
    }

    @Test(
        "errors that come with 200 have their codes",
        arguments: [
            ("Invalid key", ToolStatus.noPermission, "set CRYPTO_WAQI_KEY"),
            ("Over quota", .tryLater, "too many requests"),
            ("Unknown station", .unknownName, "unknown station '@1'"), ("Whatever", .unavailable, "refused: Whatever"),
        ])
    func errors(words: String, status: ToolStatus, says: String) async throws {
        let run = try await run("@1", .json(#"{"status":"error","data":"\#(words)"}"#))
        expectFailure(run, status, says: says)
    }

    @Test("without a key it is 77, the variable is named, and no request is sent")
    func missingKey() async {
        let run = await runTool("aqi Delhi --provider waqi", ["CRYPTO_WAQI_URL": "http://127.0.0.1:1"])
        expectFailure(run, .noPermission, says: "waqi: needs a key; set CRYPTO_WAQI_KEY")
    }

    @Test("the key is never printed, also with --verbose")
    func secret() async throws {
        let run = try await run("@1", .json(#"{"status":"error","data":"no t0ken-of-mine"}"#), "--verbose")
        #expect(run.status == .unavailable && !run.errors.contains("t0ken"))
    }

    @Test(
        "every recorded feed is a row", .needsRecordings,
        arguments: Recordings.names(of: "waqi").filter { $0.contains("feed") && !$0.contains("unknown.json") })
    func recorded(name: String) async throws {
        let run = try await run("@1", try .recording(name), "--json")
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output.contains("\"provider\":\"waqi\""))
    }
}
