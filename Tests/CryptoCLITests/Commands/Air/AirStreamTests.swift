import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

/// Runs `crypto aqi` by the socket of city-ws against scripts, one a connection.
func runStream(
    _ arguments: String..., scripts: [WebSocketScript], time: TimeSource = .live, columns: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ToolRun {
    try await withWebSocketServer(scripts, sourceLocation: sourceLocation) { server in
        await runTool(
            ["aqi", "--provider", "city-ws"] + arguments, server.airVariables, columns: columns, time: time, random: 0,
            sourceLocation: sourceLocation)
    }
}

/// Sends messages in one go and waits for the client's end.
func sending(_ messages: String...) -> WebSocketScript {
    { peer in
        try peer.send(texts: messages)
        try peer.expectClose(1000)
    }
}

private let short = #"{city} {aqi} {level}\n"#

@Suite("aqi: a socket that is asked once", .quick, .endsHang)
struct AirOnceTests {
    @Test("cities are unique, two values in one message apply in order, and rows are sorted by name")
    func unique() async throws {
        let message = #"[{"city":"B","aqi":1},{"city":"a","aqi":5},{"city":"A","aqi":2},{"city":"B","aqi":3}]"#
        let run = try await runStream("--template", "{city} {aqi};", scripts: [sending("[]", message)])
        #expect(run.status == .success && run.errors.isEmpty)
        #expect(run.output == "A 2;B 3;a 5;")
    }

    @Test("it ends when every city asked for has come, in any letter case, in the order asked")
    func asked() async throws {
        let run = try await runStream(
            "pune", "GÖTEBORG", "--template", "{city} {aqi};",
            scripts: [sending(#"[{"city":"Göteborg","aqi":1}]"#, #"[{"city":"Pune","aqi":2},{"city":"X","aqi":3}]"#)])
        #expect(run.status == .success && run.output == "Pune 2;Göteborg 1;")
    }

    @Test("a city that has not come by the deadline is 66 with the nearest name, and the others are printed")
    func missing() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: #"[{"city":"Delhi","aqi":1},{"city":"Pune","aqi":2}]"#)
            try peer.waitUntilClientLeaves()
        }
        let run = try await runStream(
            "Pune", "Dehli", "1,2", "--deadline", "2s", "--template", "{city};", scripts: [script])
        #expect(run.status == .unknownName && run.output == "Pune;")
        #expect(
            run.errorLines == [
                "crypto: city-ws: unknown city 'Dehli'; did you mean 'Delhi'?",
                "crypto: city-ws: no air quality at the point '1,2'; try a city, as in 'crypto aqi Delhi -p city-ws'",
            ])
    }

    @Test(
        "India's bands on the value rounded half up, with colour and face; off the scale it is Unknown, not clamped",
        arguments: [
            ("0", "Good", "#6AA55A", "😀"), ("50.4", "Good", "#6AA55A", "😀"), ("50.5", "Satisfactory", "#A2BD60", "🙂"),
            ("100.49", "Satisfactory", "#A2BD60", "🙂"), ("100.5", "Moderate", "#FFF862", "😐"),
            ("200", "Moderate", "#FFF862", "😐"), ("200.5", "Poor", "#E39D49", "🙁"), ("300.499", "Poor", "#E39D49", "🙁"),
            ("301", "Very Poor", "#D74D3E", "😷"), ("400.5", "Severe", "#A1382C", "☠️"),
            ("500.4", "Severe", "#A1382C", "☠️"), ("500.5", "Unknown", "#999999", "❔"),
            ("9998", "Unknown", "#999999", "❔"), ("9999", "Unknown", "#999999", "❔"),
            ("-0.6", "Unknown", "#999999", "❔"), ("null", "Unknown", "#999999", "❔"),
        ])
    func bands(aqi: String, level: String, color: String, face: String) async throws {
        let run = try await runStream(
            "--template", "{aqi}|{level}|{color}|{face}|{scale}",
            scripts: [sending(#"[{"city":"X","aqi":\#(aqi)}]"#)])
        #expect(run.status == .success)
        let isUnknown = ["null", "9999", "-0.6"].contains(aqi)
        #expect(run.output == "\(isUnknown ? "" : aqi)|\(level)|\(color)|\(face)|in")
    }

    @Test("the recorded messages as a table: one decimal, level, face and age", .needsRecordings)
    func table() async throws {
        let message = String(decoding: try Recordings.bytes("city-ws/message-b-9cities.json"), as: UTF8.self)
        let run = try await runStream(
            "--color", "never", "--fields", "city,aqi,level,face,age", scripts: [sending(message)],
            time: TimeSource(
                now: { TestClock().now }, elapsed: TimeSource.live.elapsed, sleep: TimeSource.live.sleep), columns: 80)
        #expect(
            run.output == """
                CITY           AQI  LEVEL         FACE  AGE
                Bhubaneswar   98.7  Satisfactory  :)    just now
                Chennai      138.9  Moderate      :|    just now
                Delhi        303.3  Very Poor     :#    just now
                Hyderabad    200.0  Moderate      :|    just now
                Jaipur       141.6  Moderate      :|    just now
                Kolkata      201.4  Poor          :(    just now
                Lucknow       76.2  Satisfactory  :)    just now
                Mumbai       181.4  Moderate      :|    just now
                Pune         223.9  Poor          :(    just now

                """)
    }

    @Test("a message of 5,000 cities is 5,000 rows")
    func many() async throws {
        let rows = (0..<5000).map { #"{"city":"C\#($0)","aqi":\#($0 % 500)}"# }.joined(separator: ",")
        let run = try await runStream("--csv", "--fields", "city", scripts: [sending("[\(rows)]")])
        #expect(run.status == .success && run.outputLines.count == 5001)
        #expect(Array(run.outputLines.dropFirst()) == run.outputLines.dropFirst().sorted())
    }

    @Test("a socket that closes, refuses or is not there has its code")
    func failures() async throws {
        let closing = try await runStream("--retries", "0", scripts: [{ peer in try peer.close(1011) }])
        expectFailure(closing, .unavailable, says: "city-ws: closed the stream with code 1011")
        let nobody = await runTool(
            "aqi -p city-ws --retries 0", ["CRYPTO_CITY_WS_WS_URL": "ws://127.0.0.1:1"], time: .live)
        expectFailure(nobody, .unavailable, says: "city-ws: no connection to 127.0.0.1:1")
        let gone = await runTool("aqi -p city-ws", time: .live)
        expectFailure(gone, .unavailable, says: "city-ws: its public host is gone; set CRYPTO_CITY_WS_WS_URL")
        let silent = try await runStream(
            "--retries", "0", "--deadline", "300ms", scripts: [{ peer in try peer.waitUntilClientLeaves() }])
        #expect(silent.status == .tryLater && silent.output.isEmpty && silent.errorLines.count == 1)
    }

    @Test("with --scale of another publisher the index is unknown, and the reason is given")
    func scale() async throws {
        let run = try await runStream(
            "--scale", "eu", "--template", "{aqi}|{level}|{description}", scripts: [sending(#"[{"city":"X","aqi":7}]"#)]
        )
        #expect(run.output == "|Unknown|The provider has neither an index of this scale nor concentrations.")
    }

    @Test("the next provider is asked for the default cities where the socket fails")
    func chain() async throws {
        let feeds = AirQualityNames.twelve.map {
            Exchange.get("/feed/\($0)/", answer: .json(#"{"status":"ok","data":{"aqi":7}}"#))
        }
        try await withLoopbackServer(feeds) { server in
            let run = await runTool(
                "aqi -p city-ws,waqi -q --template {city};",
                server.airVariables.merging(["CRYPTO_CITY_WS_WS_URL": "ws://127.0.0.1:1"]) { $1 }, time: .live)
            #expect(run.status == .success && run.output.split(separator: ";").count == 12)
        }
    }
}

/// The names of all cities in one message.
private enum AirQualityNames {
    static let twelve = [
        "Mumbai", "Bengaluru", "Delhi", "Kolkata", "Bhubaneswar", "Chennai", "Pune", "Hyderabad", "Indore", "Jaipur",
        "Chandigarh", "Lucknow",
    ]
}

@Suite("aqi --watch", .quick, .endsHang)
struct AirWatchTests {
    @Test(
        "none to many, numbers and numeric strings, a missing one is Unknown; bad elements are dropped and counted")
    func elements() async throws {
        let messages = [
            "[]", "no JSON",
            #"[{"city":"A","aqi":1.50},{"city":"B","aqi":"2.5"},{"city":"C"},{"aqi":5},{"city":"E","aqi":"bad"},7,"#
                + #"{"city":"F","aqi":-3},{"city":"G","aqi":9999},{"city":"A","aqi":2}]"#,
        ]
        let run = try await runStream(
            "--watch", "--count", "6", "--template", short, scripts: [sending(messages[0], messages[1], messages[2])])
        #expect(run.status == .success)
        #expect(run.output == "A 1.5 Good\nB 2.5 Good\nC  Unknown\nF  Unknown\nG  Unknown\nA 2 Good\n")
        #expect(run.errorLines.count == 4 && run.errorLines.allSatisfy { $0.contains(": skipped ") })
        #expect(run.errors.contains("element 4: city is missing") && run.errors.contains("E: aqi is not a number"))
    }

    @Test("rows are objects a line when stdout is no terminal; what does not change is no row")
    func lines() async throws {
        let run = try await runStream(
            "--watch", "--count", "2", "--fields", "city,aqi,level",
            scripts: [
                sending(#"[{"city":"A","aqi":1},{"city":"B","aqi":60}]"#)
            ])
        #expect(
            run.output == """
                {"city":"A","aqi":1,"level":"Good"}
                {"city":"B","aqi":60,"level":"Satisfactory"}

                """)
    }

    @Test("a broken socket is reported, opened again, and no row is half", .needsRecordings)
    func broken() async throws {
        let texts = try ["a", "b"].map {
            String(decoding: try Recordings.bytes("city-ws/message-\($0)-9cities.json"), as: UTF8.self)
        }
        let dropping: WebSocketScript = { peer in
            try peer.send(text: texts[0])
            try peer.drop()
        }
        let run = try await runStream(
            "--watch", "--count", "18", "--csv", "--fields", "city,aqi", scripts: [dropping, sending(texts[1])])
        #expect(run.status == .success)
        try #require(run.outputLines.count == 19)
        #expect(run.outputLines.allSatisfy { $0.split(separator: ",").count == 2 })
        #expect(run.outputLines[1] == "Mumbai,179.48953967731958" && run.outputLines[11] == "Delhi,303.28831346653243")
        #expect(run.errorLines.count == 2)
        #expect(run.errors.contains("city-ws: ") && run.errors.contains("; connecting again in 0.2 s"))
        #expect(run.errorLines.last?.hasPrefix("crypto: city-ws: back after a gap of ") == true)
    }

    @Test("cities that were asked for are waited for; a point is 66 at the end")
    func waited() async throws {
        let run = try await runStream(
            "Pune", "1,2", "--watch", "--count", "1", "--template", short,
            scripts: [sending(#"[{"city":"Delhi","aqi":1}]"#, #"[{"city":"Pune","aqi":250}]"#)])
        #expect(run.status == .unknownName && run.output == "Pune 250 Poor\n")
        #expect(run.errors.hasPrefix("crypto: city-ws: no air quality at the point '1,2'; "))
    }

    /// Runs `aqi --watch --for 2s`. The two seconds pass when the client has read a message.
    private func runFor(_ options: [String], _ message: String) async throws -> ToolRun {
        let clock = SteppingClock()
        let script: WebSocketScript = { peer in
            try peer.send([.text(message), .ping()])
            try peer.expectPong()
            // On a busy machine the time of --for may begin after the first message.
            while !clock.pauses.contains(.seconds(2)) { try peer.wait(.milliseconds(1)) }
            clock.advance(by: .seconds(2))
            try peer.expectClose(1000)
        }
        return try await withWebSocketServer([script]) { server in
            await runTool(
                ["aqi", "--provider", "city-ws", "--watch", "--for", "2s"] + options, server.airVariables,
                time: clock.source, random: 0)
        }
    }

    @Test("--until prints the row that meets it and ends with 0; unmet in --for it is 1, without a row 75")
    func ends() async throws {
        let values = #"[{"city":"A","aqi":1},{"city":"A","aqi":301},{"city":"A","aqi":5}]"#
        let met = try await runStream(
            "--watch", "--until", "aqi > 300", "--template", "{aqi};", scripts: [sending(values)])
        #expect(met.status == .success && met.output == "1;301;")
        let unmet = try await runFor(["--until", "aqi > 400", "--template", "{aqi};"], values)
        #expect(unmet.status == .noMatch && unmet.output == "1;301;5;")
        let none = try await runFor([], "[]")
        expectFailure(none, .tryLater, says: "no reading came in the time of --for")
        let unwanted = try await runFor(["--if", "aqi > 400", "--template", "{aqi};"], values)
        #expect(unwanted.status == .noMatch && unwanted.output.isEmpty && unwanted.errors.isEmpty)
        let wanted = try await runStream(
            "--watch", "--if", "aqi > 300", "--count", "1", "--template", "{aqi};", scripts: [sending(values)])
        #expect(wanted.status == .success && wanted.output == "301;")
    }

    @Test("--interval prints the newest value of a city, once a TIME")
    func interval() async throws {
        let (clock, processed) = (MinuteClock(), Counter())
        let script: WebSocketScript = { peer in
            for value in ["1", "2", "3"] {
                try peer.send(text: #"[{"city":"A","aqi":\#(value)},{"city":"B","aqi":7}]"#)
            }
            try peer.send([.ping()])
            try peer.expectPong()
            processed.add(1)
            try peer.expectClose(1000)
        }
        let run = try await withWebSocketServer([script]) { server in
            async let run = runTool(
                [
                    "aqi", "-p", "city-ws", "--watch", "--interval", "60s", "--count", "2", "--template",
                    "{city} {aqi};",
                ],
                server.airVariables, time: clock.source)
            try await expectEventually("the messages") { processed.value == 1 }
            try await clock.pass()
            return await run
        }
        #expect(run.status == .success && run.output == "A 3;B 7;")
    }

    @Test("the others are asked again when their data may have changed; an answer without new data is no row")
    func polled() async throws {
        let clock = TestClock()
        func air(_ time: String, _ index: Int, times: Exchange.Times = 1) -> Exchange {
            OpenMeteoAnswers.airs(
                OpenMeteoAnswers.air(current: #"{"time":"\#(time)","us_aqi":\#(index)}"#), times: times)
        }
        // Pauses of the test clock take no time, so a further request may precede the end.
        let run = try await withLoopbackServer([
            air("2024-03-01T12:00", 10, times: 2), air("2024-03-01T13:00", 20, times: .any),
        ]) { server in
            await runTool(
                "aqi 1,2 --watch --count 2 --template {time}|{aqi};", server.airVariables, time: clock.source)
        }
        #expect(run.status == .success && run.output == "2024-03-01T12:00:00Z|10;2024-03-01T13:00:00Z|20;")
        #expect(clock.pauses.first == .seconds(3660))
    }

    @Test("an ambiguous city is reported once, and ends the stream under --strict; an unknown one is 66")
    func names() async throws {
        // Pauses of the test clock take no time, so a further request may precede the end.
        let two = OpenMeteoAnswers.search(
            "Delhi",
            OpenMeteoAnswers.results(
                OpenMeteoAnswers.delhi,
                OpenMeteoAnswers.place("Delhi", latitude: "42", longitude: "-74", country: "United States")),
            times: .any)
        let air = OpenMeteoAnswers.airs(OpenMeteoAnswers.index("5"), times: .any)
        let run = try await runAir(
            "Delhi", "--watch", "--count", "1", "--template", "{aqi}", answering: [two, air])
        #expect(run.status == .success && run.output == "5" && run.errorLines.count == 1)
        #expect(run.errors.contains("; others of that name are Delhi, United States (42,-74)"))
        let strict = try await runAir("Delhi", "--watch", "--count", "1", "--strict", answering: [two, air])
        expectFailure(strict, .unknownName, says: "ambiguous city: Delhi is the one in NCT, India (28.65195,77.23149)")
        let unknown = try await runAir(
            "Xx", "--watch", answering: [OpenMeteoAnswers.search("Xx", OpenMeteoAnswers.noResults)])
        expectFailure(unknown, .unknownName, says: "unknown city 'Xx'")
    }

    @Test("before the first reading it tries as often as --retries allows, then ends with the failure's code")
    func retries() async throws {
        let closing: WebSocketScript = { peer in try peer.close(1013) }
        let run = try await runStream(
            "--watch", "--retries", "1", scripts: [closing, closing],
            time: TestClock().source(pausesUpTo: .seconds(60)))
        expectFailure(run, .unavailable, says: "city-ws: closed the stream with code 1013")
    }

    @Test("sample plays the same rows every time, without network")
    func sample() async {
        let run = await runTool("aqi Delhi Pune --watch -p sample --count 4 --template {time}|{city}|{aqi};")
        #expect(run.status == .success && run.errors.isEmpty)
        #expect(
            run.output == "2024-03-01T12:00:00Z|Delhi|311;2024-03-01T12:00:00Z|Pune|113;2024-03-01T13:00:00Z|Delhi|310;"
                + "2024-03-01T13:00:00Z|Pune|112;")
    }

    @Test("--watch goes neither with --history nor with --sort")
    func usage() async {
        expectFailure(
            await runTool("aqi --watch --sort aqi"), .usage, says: "--watch and --sort cannot be used together")
        expectFailure(
            await runTool("aqi --watch --history 3h"), .usage, says: "--watch and --history cannot be used together")
        expectFailure(await runTool("aqi --watch --if 'x'"), .usage, says: "--if", caret: true)
        expectFailure(await runTool("aqi --watch --chart --json -p sample"), .usage, says: "--json and --chart")
    }
}
