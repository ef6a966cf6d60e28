import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("the built tool: aqi --watch", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct AirWatchBuiltTests {
    private static let size = TerminalSize(columns: 80, rows: 24)
    private static let variables = ["LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC0"]
    private static let command = ["aqi", "--watch", "-p", "city-ws"]

    /// Sends messages, each drawn before the next comes, and waits for the end.
    private static func sending(_ messages: [String], then act: @escaping @Sendable () -> Void = {}) -> WebSocketScript
    {
        { peer in
            for message in messages {
                try peer.send(text: message)
                // The picture is drawn ten times a second.
                try peer.wait(.milliseconds(250))
            }
            act()
            try peer.waitUntilClientLeaves()
        }
    }

    private static func value(_ city: String, _ aqi: String) -> String { #"[{"city":"\#(city)","aqi":\#(aqi)}]"# }

    @Test(
        "on a terminal the recorded messages are a table that is sorted, coloured and says how things are",
        .needsRecordings)
    func picture() async throws {
        let texts = try ["a", "b"].map {
            String(decoding: try Recordings.bytes("city-ws/message-\($0)-9cities.json"), as: UTF8.self)
        }
        let outcome = try await runBuiltWatch(
            ["--count", "18"], command: Self.command, variables: Self.variables,
            terminal: TerminalSize(columns: 100, rows: 24),
            scripts: { _ in [Self.sending(texts)] })
        #expect(outcome.status == .exited(0))
        let text = outcome.outputText
        let last = try #require(text.split(separator: "\u{1B}[?2026h").last)
        let names = ["Bengaluru", "Bhubaneswar", "Chandigarh", "Chennai", "Delhi", "Hyderabad", "Indore", "Mumbai"]
        let places = names.compactMap { last.ranges(of: $0).first?.lowerBound }
        #expect(places.count == names.count && places == places.sorted(), "\(last)")
        #expect(!last.contains("just now"))
        for words in ["FACE", "RECENT", "😷", "303.3", "\u{1B}[48;5;167;38;5;16m", "city-ws closed · 12 cities"] {
            #expect(last.contains(words), "\(words) in \(last)")
        }
        #expect(text.hasSuffix("\u{1B}[?25h") && !text.contains("\u{1B}[?1049h"))
    }

    @Test("NO_COLOR leaves out every colour, and a terminal without UTF-8 gets ASCII alone in its own words")
    func plain() async throws {
        let outcome = try await runBuiltWatch(
            ["--count", "2"], command: Self.command,
            variables: ["LANG": "C", "TERM": "xterm", "NO_COLOR": "1"], terminal: Self.size,
            scripts: { _ in [Self.sending([Self.value("Delhi", "301"), Self.value("Delhi", "12")])] })
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.allSatisfy { $0 < 128 } && outcome.outputText.contains("Delhi"))
        #expect(!outcome.outputText.contains("38;5"))
    }

    @Test("--chart shows the reading as a number in its first half minute")
    func number() async throws {
        let outcome = try await runBuiltWatch(
            ["--chart", "--count", "2"], command: Self.command, variables: Self.variables, terminal: Self.size,
            scripts: { _ in [Self.sending([Self.value("Delhi", "301"), Self.value("Delhi", "12")])] })
        #expect(outcome.status == .exited(0))
        let drawings = outcome.outputText.split(separator: "\u{1B}[?2026h")
        let block =
            "Delhi \u{1B}[48;5;167;38;5;16m AQI 301 (in) \u{1B}[0m\u{1B}[48;5;167;38;5;16m Very Poor \u{1B}[0m 😷"
        #expect(drawings.contains { $0.contains(block) && $0.contains("city-ws live · 1 city") }, "\(drawings)")
        let last = try #require(drawings.last)
        for words in ["AQI 12 (in)", " Good ", "😀"] { #expect(last.contains(words), "\(words) in \(last)") }
        // At the end no chart follows.
        let note = "a chart follows after half a minute"
        #expect(!last.contains(note) && drawings.contains { $0.contains(block) && $0.contains(note) })
        #expect(!outcome.outputText.contains("┤"))
    }

    @Test("--exec runs once each time --when becomes true, with the row's fields")
    func exec() async throws {
        let outcome = try await runBuiltWatch(
            [
                "--when", "aqi > 300", "--exec", #"echo "$TICK_CITY $TICK_AQI ${TICK_VIA-unset}" >>"$OUT/log""#,
                "--count", "4", "--template", "",
            ].map { $0.isEmpty ? "{city}" : $0 }, command: Self.command,
            shell: #"OUT=$0; export OUT; "$@"; code=$?; cat "$0/log" >&2; exit $code"#,
            scripts: { process in
                [
                    { peer in
                        for (aqi, runs) in [("1", 0), ("301", 1), ("302", 1), ("5", 1)] {
                            try peer.send(text: Self.value("Delhi", aqi))
                            try peer.wait { process.lines(of: "log") >= runs }
                        }
                        try peer.waitUntilClientLeaves()
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.errorText == "Delhi 301 unset\n")
    }

    @Test(
        "INT, TERM and HUP close the socket in order and end the process by that signal", arguments: [SIGINT, SIGTERM])
    func signals(_ number: Int32) async throws {
        let outcome = try await runBuiltWatch(
            ["--fields", "city,aqi"], command: Self.command,
            scripts: { process in
                [
                    { peer in
                        try peer.send([.text(Self.value("Delhi", "7")), .ping()])
                        try peer.expectPong()
                        process.signal(number)
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .signalled(number))
        #expect(outcome.outputText == "{\"city\":\"Delhi\",\"aqi\":7}\n" && outcome.errors.isEmpty)
    }

    @Test("TSTP closes the socket and stops the process; CONT opens it again", .needsLinux)
    func stops() async throws {
        let outcome = try await runBuiltWatch(
            ["--count", "2", "--template", "{aqi};"], command: Self.command,
            scripts: { process in
                [
                    { peer in
                        try peer.send([.text(Self.value("Delhi", "7")), .ping()])
                        try peer.expectPong()
                        process.signal(SIGTSTP)
                        try peer.expectClose(1000)
                        try peer.wait { process.state == "T" }
                        process.signal(SIGCONT)
                    },
                    { peer in
                        try peer.send(text: Self.value("Delhi", "8"))
                        try peer.waitUntilClientLeaves()
                    },
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "7;8;")
    }

    @Test("| head -1: PIPE ends the process without a word")
    func head() async throws {
        let outcome = try await runBuiltWatch(
            ["--fields", "city,aqi"], command: Self.command, output: .pipeClosedAfter(10),
            scripts: { _ in
                [{ peer in for value in 0... { try peer.send(text: Self.value("Delhi", "\(value % 500)")) } }]
            })
        #expect(outcome.status == .signalled(SIGPIPE) && outcome.errors.isEmpty)
    }
}
