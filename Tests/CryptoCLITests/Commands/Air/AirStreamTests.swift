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

@Suite("aqi: a socket that is asked once", .quick, .endsHang)
struct AirOnceTests {
    private static let partlyBad =
        #"[{"city":"A","aqi":1.50},{"aqi":5},{"city":"E","aqi":"bad"},7,{"city":"B","aqi":2},{"city":"C","aqi":3}]"#

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

    @Test("a message of 5,000 cities is 5,000 rows")
    func many() async throws {
        let rows = (0..<5000).map { #"{"city":"C\#($0)","aqi":\#($0 % 500)}"# }.joined(separator: ",")
        let run = try await runStream("--csv", "--fields", "city", scripts: [sending("[\(rows)]")])
        #expect(run.status == .success && run.outputLines.count == 5001)
        #expect(Array(run.outputLines.dropFirst()) == run.outputLines.dropFirst().sorted())
    }

    @Test("a silent socket is asked until the deadline")
    func silent() async throws {
        let silent = try await runStream(
            "--retries", "0", "--deadline", "300ms", scripts: [{ peer in try peer.waitUntilClientLeaves() }])
        #expect(silent.status == .tryLater && silent.output.isEmpty && silent.errorLines.count == 1)
    }

    @Test("of many invalid elements five are named and all are counted")
    func manyLeftOut() async throws {
        let bad = (0..<300).map { #"{"city":"C\#($0)","aqi":[]}"# }.joined(separator: ",")
        let run = try await runStream("--template", "{city};", scripts: [sending(#"[\#(bad),{"city":"A","aqi":1}]"#)])
        #expect(run.status == .success && run.output == "A;")
        try #require(run.errorLines.count == 6 && run.errorLines[0].hasSuffix("C0: aqi is not a number"))
        #expect(run.errorLines[5] == "crypto: city-ws: skipped 295 more messages or parts")
    }

    @Test("a city with an invalid element is 65 with the reason; so is a stream that has nothing else")
    func onlyBad() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: Self.partlyBad)
            try peer.waitUntilClientLeaves()
        }
        let one = try await runStream(
            "B", "e", "--retries", "0", "--deadline", "2s", "--template", "{city};", scripts: [script])
        #expect(one.status == .invalidData && one.output == "B;")
        #expect(one.errors.contains("city-ws: invalid answer: E: aqi is not a number"))
        let junk: WebSocketScript = { peer in
            try peer.send(text: "<html>")
            try peer.waitUntilClientLeaves()
        }
        let none = try await runStream("--retries", "0", "--deadline", "2s", scripts: [junk])
        expectFailure(
            none, .invalidData, says: "city-ws: invalid answer: no JSON: no value at byte 0")
        let past = try await runStream(
            "A", "--history", "1h", "--deadline", "2s", "--template", "{aqi};", scripts: [script])
        #expect(past.status == .success && past.output == "1.5;" && past.errorLines.count == 3)
    }
}

@Suite("aqi --watch", .quick, .endsHang, .virtualTime)
struct AirWatchTests {
    /// Runs `aqi --watch --for 2s`, with a message at its beginning.
    private func runFor(_ options: [String], _ message: String) async throws -> ToolRun {
        let script: WebSocketScript = { peer in
            try peer.send(text: message)
            try peer.expectClose(1000)
        }
        return try await withWebSocketServer([script]) { server in
            await runTool(
                ["aqi", "--provider", "city-ws", "--watch", "--for", "2s"] + options, server.airVariables, random: 0)
        }
    }

    @Test("A condition that is not met in the time of --for is 1, and no row in that time is 75")
    func ends() async throws {
        let values = #"[{"city":"A","aqi":1},{"city":"A","aqi":301},{"city":"A","aqi":5}]"#
        let unmet = try await runFor(["--until", "aqi > 400", "--template", "{aqi};"], values)
        #expect(unmet.status == .noMatch && unmet.output == "1;301;5;")
        let none = try await runFor([], "[]")
        expectFailure(none, .tryLater, says: "no reading came in the time of --for")
        let unwanted = try await runFor(["--if", "aqi > 400", "--template", "{aqi};"], values)
        #expect(unwanted.status == .noMatch && unwanted.output.isEmpty && unwanted.errors.isEmpty)
    }

    @Test("--interval prints the newest value of a city, once a TIME")
    func interval() async throws {
        let script: WebSocketScript = { peer in
            for value in ["1", "2", "3"] {
                try peer.send(text: #"[{"city":"A","aqi":\#(value)},{"city":"B","aqi":7}]"#)
            }
            try peer.expectClose(1000)
        }
        let run = try await withWebSocketServer([script]) { server in
            await runTool(
                [
                    "aqi", "-p", "city-ws", "--watch", "--interval", "60s", "--count", "2", "--template",
                    "{city} {aqi};",
                ],
                server.airVariables)
        }
        #expect(run.status == .success && run.output == "A 3;B 7;")
    }

    @Test(
        "a stream has the same columns for one city as for twelve; default ones stay before others",
        arguments: [
            (40, "never", "CITY AQI LEVEL PM2.5"), (80, "never", "TIME CITY AQI LEVEL PM2.5 PM10 FACE PROVIDER"),
            (80, "always", "TIME CITY AQI LEVEL FACE PM2.5 PM10 PROVIDER"),
        ])
    func streamColumns(columns: Int, color: String, titles: String) async {
        for cities in ["Delhi", ""] {
            let line = "aqi \(cities) --provider sample --watch --color \(color)"
            let run = await runTool(
                line.split(separator: " ").map(String.init), ["TERM": "xterm"], columns: columns,
                console: TestConsole(size: Terminal.Size(columns: columns, rows: 24)))
            let lines = run.output.split(whereSeparator: \.isNewline).filter { $0.contains("AQI") }
            let header = lines.last.map { $0[($0.firstRange(of: titles.prefix(4))?.lowerBound ?? $0.startIndex)...] }
            let shown = header?.split(whereSeparator: { $0 == " " || $0 == "\u{1B}" }).filter {
                !["[K", "[0m"].contains($0)
            }
            #expect(shown?.joined(separator: " ") == titles, "\(run.output)")
        }
    }
}
