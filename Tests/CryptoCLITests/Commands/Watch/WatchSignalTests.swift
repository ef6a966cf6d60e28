import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("the built tool: watch and signals", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct WatchSignalTests {
    private static let row = ["BTC", "--fields", "price", "--csv", "--no-header"]

    private static func tick(_ price: String) -> String { StreamFrames.coinbase("BTC-USD", price) }

    @Test(
        "INT, TERM and HUP close the socket in order, leave whole rows, and end the process by that signal",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func ends(_ number: Int32) async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "--fields", "symbol,price,bid,time"],
            scripts: { process in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send(texts: Array(repeating: Self.tick("5"), count: 1000))
                        process.signal(number)
                        // Ticks go on while it ends.
                        try peer.send(texts: Array(repeating: Self.tick("6"), count: 1000))
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .signalled(number))
        #expect(outcome.errors.isEmpty)
        #expect(outcome.outputText.isEmpty || outcome.outputText.hasSuffix("\"}\n"))
        for line in outcome.outputText.split(separator: "\n") {
            #expect(line.hasPrefix(#"{"symbol":"BTC","price":"#) && line.hasSuffix("}"))
        }
    }

    @Test("USR1 prints the figures of --stats and the stream goes on; without --stats it ends the process")
    func reports() async throws {
        let outcome = try await runBuiltWatch(
            Self.row + ["--stats", "--count", "2"], shell: #"exec "$@" 2>"$0/figures""#,
            scripts: { process in
                [
                    { peer in
                        try peer.send([.text(Self.tick("5")), .ping()])
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.expectPong()
                        process.signal(SIGUSR1)
                        try peer.wait { process.lines(of: "figures") >= 1 }
                        #expect(
                            process.text(of: "figures")?.hasPrefix(#"{"rows":1,"gaps":0,"seconds_lost":0,"#) == true)
                        try peer.send(text: Self.tick("6"))
                        try peer.expectClose(1000)
                        try peer.wait { process.lines(of: "figures") >= 2 }
                        #expect(process.text(of: "figures")?.contains("\n" + #"{"rows":2,"gaps":0,"#) == true)
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "5\r\n6\r\n")
        let ended = try await runBuiltWatch(
            Self.row,
            scripts: { process in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        process.signal(SIGUSR1)
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(ended.status == .signalled(SIGUSR1))
    }

    @Test(
        "HUP lets a stream publish its file and begin another one, and append to a new one after it was moved",
        arguments: ["-o", "--append"])
    func reopens(option: String) async throws {
        let options = ["BTC", "--fields", "time,symbol,price,provider,currency", "--count", "2"]
        let header = "time,symbol,price,provider,currency\r\n"
        @Sendable func tick(_ price: String) -> String {
            StreamFrames.coinbase("BTC-USD", price, time: "2024-03-01T12:00:0\(price)Z")
        }
        @Sendable func row(_ price: String) -> String { "2024-03-01T12:00:0\(price)Z,BTC,\(price),coinbase,USD\r\n" }
        let outcome = try await runBuiltWatch(
            options + [option, "rows.csv"], shell: #"cd "$HOME"; exec "$@""#,
            scripts: { process in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send([.text(tick("5")), .ping()])
                        try peer.expectPong()
                        // The pong may come before the row is written, and before the first row HUP does nothing.
                        while process.text(of: "rows.csv") != header + row("5") {
                            if option == "-o" { process.signal(SIGHUP) }
                            try peer.wait(.milliseconds(5))
                        }
                        process.move("rows.csv", to: "old.csv")
                        if option == "--append" { process.signal(SIGHUP) }
                        try peer.send([.text(tick("6")), .ping()])
                        try peer.expectClose(1000)
                        try peer.wait { process.text(of: "rows.csv") == header + row("6") }
                    }
                ]
            })
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        #expect(outcome.outputText.isEmpty)
    }

    @Test("A file that was published on HUP stays if no row comes after it", .needsLinux)
    func publishedStays() async throws {
        _ = try await runBuiltWatch(
            ["BTC", "--fields", "price", "-o", "rows.csv", "--for", "2s"], shell: #"cd "$HOME"; exec "$@""#,
            scripts: { process in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send(text: Self.tick("5"))
                        while process.text(of: "rows.csv") != "price\r\n5\r\n" {
                            process.signal(SIGHUP)
                            try peer.wait(.milliseconds(5))
                        }
                        try peer.expectClose(1000)
                        while kill(process.pid ?? 0, 0) == 0, process.state != "Z" { try peer.wait(.milliseconds(5)) }
                        guard process.text(of: "rows.csv") == "price\r\n5\r\n" else {
                            throw ScriptFailure("the file is \(process.text(of: "rows.csv") ?? "gone")")
                        }
                    }
                ]
            })
    }

    @Test("HUP that was ignored at the start, as under nohup, is ignored")
    func nohup() async throws {
        let outcome = try await runBuiltWatch(
            Self.row + ["--count", "2"], shell: #"trap "" HUP; exec "$@""#,
            scripts: { process in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send(text: Self.tick("5"))
                        process.signal(SIGHUP)
                        try peer.send(text: Self.tick("6"))
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "5\r\n6\r\n")
    }

    @Test("TSTP closes the socket in order and stops the process; CONT opens it again and asks for all", .needsLinux)
    func stops() async throws {
        let outcome = try await runBuiltWatch(
            Self.row + ["--count", "2"],
            scripts: { process in
                [
                    { peer in
                        try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                        try peer.send([ServerFrame.text(Self.tick("5")), .ping()])
                        try peer.expectPong()
                        process.signal(SIGTSTP)
                        try peer.expectClose(1000)
                        try peer.wait { process.state == "T" }
                        process.signal(SIGCONT)
                    },
                    { peer in
                        try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                        try peer.send(text: Self.tick("6"))
                        try peer.expectClose(1000)
                    },
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "5\r\n6\r\n")
        #expect(outcome.errorText.contains("coinbase: back after a gap of"))
    }

    @Test("a quiet stream costs no processor time")
    func quiet() async throws {
        let outcome = try await runBuiltWatch(
            Self.row + ["--count", "2"],
            scripts: { process in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send(text: Self.tick("5"))
                        try peer.wait(.milliseconds(300))
                        let before = process.processorTicks
                        try peer.wait(.seconds(1))
                        let used = process.processorTicks - before
                        guard used <= 2 else { throw ScriptFailure("\(used) % of a processor") }
                        try peer.send(text: Self.tick("6"))
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
    }

    @Test("messages without end cost a bounded memory and a gap each; rows stay whole")
    func endlessMessages() async throws {
        let outcome = try await runBuiltWatch(
            Self.row + ["--count", "4"],
            scripts: { process in
                let endless: WebSocketScript = { peer in
                    try peer.expectText("a subscription") { $0.contains("subscribe") }
                    try peer.send([.text(Self.tick("5")), .ping()])
                    try peer.expectPong()
                    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
                    try peer.send(ServerFrame(opcode: 1, payload: piece, isFinal: false))
                    let bytes = ServerFrame(opcode: 0, payload: piece, isFinal: false).bytes
                    for _ in 0..<1024 { try peer.send(bytes: bytes) }
                }
                let last: WebSocketScript = { peer in
                    let peak = process.peakMemory ?? .max
                    guard peak < 128 << 10 else { throw ScriptFailure("\(peak) KiB") }
                    try peer.expectText("a subscription") { $0.contains("subscribe") }
                    try peer.send(text: Self.tick("6"))
                    try peer.expectClose(1000)
                }
                return [endless, endless, endless, last]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "5\r\n5\r\n5\r\n6\r\n")
        #expect(outcome.errorText.contains("coinbase: invalid answer: a message over 16 MiB"))
    }

    @Test("a blocked stdout makes no memory grow, and INT ends the process all the same")
    func neverRead() async throws {
        let sent = Counter()
        let outcome = try await runBuiltWatch(
            ["BTC"], shell: #"mkfifo "$0/f"; exec 3<>"$0/f"; exec "$@" >&3"#,
            scripts: { _ in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        let frames = Array(repeating: Self.tick("5"), count: 200)
                        while true {
                            try peer.send(texts: frames)
                            sent.add(1)
                        }
                    }
                ]
            },
            meanwhile: { process in
                try await expectEventually("no more is read") { try await sent.hasStopped() }
                let peak = try #require(process.peakMemory)
                #expect(peak < 64 << 10, "\(peak) KiB")
                process.signal(SIGINT)
            })
        #expect(outcome.status == .signalled(SIGINT))
        #expect(sent.value > 0)
    }
}
