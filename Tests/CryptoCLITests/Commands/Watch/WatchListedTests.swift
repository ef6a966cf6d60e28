import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: exchanges whose markets are listed first", .quick, .endsHang, .virtualTime)
struct WatchListedTests {
    @Test(
        "TSTP closes the socket; CONT loads the list again, then opens it: a market that is gone meanwhile is 66",
        arguments: ListedStream.all)
    func suspended(stream: ListedStream) async throws {
        let isClosed = StepGate(open: 0)
        let exchanges = [
            stream.list("BTC", "ETH"),
            stream.socket { peer in
                try peer.send(text: stream.frame(["BTC", "ETH"], "1"))
                try peer.expectClose(1000)
                isClosed.open(1)
            }, stream.list("BTC"),
            stream.socket { peer in
                try peer.send(text: stream.frame(["ETH", "BTC"], "2"))
                try peer.expectClose(1000)
            },
        ]
        let run = try await withLiveWatch("BTC ETH --count 3 \(stream.options)", exchanges) {
            watch, server in
            try await watch.expectOutput("BTC,1\r\nETH,1\r\n")
            watch.signals.send(.stop)
            try await expectEventually("the socket is closed") { isClosed.isOpen(0) }
            #expect(server.requests.map(\.path) == [stream.listPath, stream.path])
            await watch.clock.pass(.seconds(3600))
            watch.signals.send(.resume)
            try await watch.expectOutput("BTC,1\r\nETH,1\r\nBTC,2\r\n")
            #expect(server.requests.map(\.path) == [stream.listPath, stream.path, stream.listPath, stream.path])
        }
        #expect(run.outputLines == ["BTC,1", "ETH,1", "BTC,2"])
        #expect(run.status == .unknownName)
        #expect(
            Set(run.errorLines) == [
                "crypto: unknown symbol 'ETH' (asked: \(stream.provider))",
                "crypto: \(stream.provider): back after a gap of 1 h",
            ])
    }

    @Test(
        "a list that cannot be had after CONT is asked for again before a socket is opened",
        arguments: ListedStream.all)
    func failedReload(stream: ListedStream) async throws {
        let isClosed = StepGate(open: 0)
        let exchanges = [
            stream.list("BTC"),
            stream.socket { peer in
                try peer.send(text: stream.frame(["BTC"], "1"))
                try peer.expectClose(1000)
                isClosed.open(1)
            }, .get(stream.listPath, answer: .status(503)), stream.list(), stream.list("BTC", "ETH"),
            stream.socket { peer in
                try peer.send(text: stream.frame(["BTC"], "2"))
                try peer.expectClose(1000)
            },
        ]
        let run = try await withLiveWatch("BTC --count 2 \(stream.options)", exchanges) {
            watch, server in
            try await watch.expectOutput("BTC,1\r\n")
            watch.signals.send(.stop)
            try await expectEventually("the socket is closed") { isClosed.isOpen(0) }
            watch.signals.send(.resume)
            await watch.clock.pass(pause: .milliseconds(250))
            await watch.clock.pass(pause: .milliseconds(500))
            try await watch.expectOutput("BTC,1\r\nBTC,2\r\n")
            let lists = Array(repeating: stream.listPath, count: 3)
            #expect(server.requests.map(\.path) == [stream.listPath, stream.path] + lists + [stream.path])
        }
        #expect(run.status == .success)
        #expect(run.errorLines.count == 3, "\(run.errors)")
        #expect(run.errorLines.first?.hasPrefix("crypto: \(stream.provider): refused with status 503") == true)
        #expect(run.errorLines.last == "crypto: \(stream.provider): back after a gap of 0.7 s")
    }

    @Test(
        "--top loads the list once before the socket, then every minute; new coins tick",
        arguments: ListedStream.all)
    func top(stream: ListedStream) async throws {
        let (minute, isOver) = (StepGate(open: 0), StepGate(open: 0))
        let socket = stream.socket { peer in
            try peer.send(text: stream.frame(["XRP", "ETH", "BTC"], "1"))
            try peer.wait { minute.isOpen(0) }
            try peer.passMinute()
            while !isOver.isOpen(0) {
                try peer.send(text: stream.frame(["XRP"], "2"))
                try peer.wait(.milliseconds(1))
            }
            try peer.send(text: stream.frame(["BTC"], "3"))
            try peer.expectLeave()
        }
        let exchanges = [stream.list("BTC", "ETH", "XRP"), stream.list("BTC", "XRP", "ETH"), socket]
        let run = try await withLiveWatch("--top 2 --until price==3 \(stream.options)", exchanges) {
            watch, server in
            try await expectEventually("two ticks") { watch.console.output.split(separator: "\r\n").count == 2 }
            try await expectEventually("the list's pause") { watch.clock.pauses.contains(.seconds(60)) }
            #expect(server.requests.map(\.path) == [stream.listPath, stream.path])
            minute.open(1)
            await watch.clock.pass(.seconds(61))
            try await expectEventually("the new coin") { watch.console.output.contains("XRP,2\r\n") }
            isOver.open(1)
        }
        #expect(run.status == .success)
        #expect(Set(run.outputLines) == ["ETH,1", "BTC,1", "XRP,2", "BTC,3"])
        #expect(run.errors.isEmpty)
    }

    @Test(
        "with --top the list is asked for once an outage, not once for the board and once for the socket",
        arguments: ListedStream.all)
    func topReload(stream: ListedStream) async throws {
        let isOver = StepGate(open: 0)
        let exchanges = [
            stream.list("BTC"),
            stream.socket { peer in
                try peer.send(text: stream.frame(["BTC"], "1"))
                try peer.drop()
            }, stream.list("BTC", "ETH"),
            stream.socket { peer in
                // A tick is passed over until the new coin's market is known.
                while !isOver.isOpen(0) {
                    try peer.send(text: stream.frame(["ETH"], "2"))
                    try peer.wait(.milliseconds(1))
                }
                try peer.send(text: stream.frame(["BTC"], "3"))
                try peer.expectClose(1000)
            },
        ]
        let run = try await withLiveWatch("--top 2 --until price==3 \(stream.options)", exchanges) {
            watch, server in
            try await expectEventually("the list again") { server.requests.count == 3 }
            try await expectEventually("the list's pause") { watch.clock.pauses.contains(.seconds(60)) }
            await watch.clock.pass(pause: .milliseconds(250))
            try await expectEventually("the socket") { server.requests.count == 4 }
            #expect(server.requests.map(\.path) == [stream.listPath, stream.path, stream.listPath, stream.path])
            await watch.clock.pass(.seconds(1))
            try await expectEventually("the new coin") { watch.console.output.contains("ETH,2") }
            isOver.open(1)
        }
        #expect(run.status == .success)
        #expect(Set(run.outputLines) == ["BTC,1", "ETH,2", "BTC,3"])
    }
}
