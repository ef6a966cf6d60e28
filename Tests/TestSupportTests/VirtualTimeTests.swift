import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Virtual time", .quick)
struct VirtualTimeTests {
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock(\.self) }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test("Pauses end in the order of their ends, without waiting, and the clock shows their sum")
    func order() async throws {
        let (log, begin) = (Log(), TimeSource.live.elapsed())
        try await withVirtualTime { time in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seconds in [3, 1, 86_400, 2] {
                    group.addTask {
                        try await time.source.sleep(.seconds(seconds))
                        log.add("\(seconds) at \(time.elapsed.components.seconds)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(time.now.description == "2024-03-02T12:00:00Z")
        }
        #expect(log.all == ["1 at 1", "2 at 2", "3 at 3", "86400 at 86400"])
        #expect(TimeSource.live.elapsed() - begin < .seconds(3600))
    }

    @Test("Time passes only as far as the test says, and not while a task or a thread works")
    func pass() async throws {
        try await withVirtualTime { time in
            let log = Log()
            async let run: Void = {
                for step in 1...3 {
                    try await time.source.sleep(.seconds(10))
                    // A thread that works for a task.
                    await BlockingThread.result { log.add("\(step) at \(time.elapsed.components.seconds)") }
                }
            }()
            await time.settle()
            #expect(log.all == [] && time.pauses == [.seconds(10)])
            await time.pass(.seconds(25))
            #expect(log.all == ["1 at 10", "2 at 20"] && time.elapsed == .seconds(25) && time.pauses == [.seconds(5)])
            try await run
            #expect(log.all.last == "3 at 30")
        }
    }

    @Test("A cancelled pause ends at once with an error, and so does one that begins after that")
    func cancelled() async throws {
        try await withVirtualTime { time in
            let task = Task(executorPreference: TaskThreads.executor) { try await time.source.sleep(.seconds(60)) }
            await time.settle()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(time.elapsed == .zero)
        }
    }

    @Test("A thread waits until something is so, and goes on before time passes")
    func threads() async throws {
        try await withVirtualTime { time in
            let (flag, log) = (Flag(), Log())
            async let thread: Void = BlockingThread.result {
                time.wait { flag.isRaised }
                log.add("thread at \(time.elapsed.components.seconds)")
            }
            try await time.source.sleep(.seconds(5))
            flag.raise()
            try await time.source.sleep(.seconds(5))
            log.add("task at \(time.elapsed.components.seconds)")
            await thread
            #expect(log.all == ["thread at 5", "task at 10"])
        }
    }

    @Test("The wall clock can be set without time passing")
    func wallClock() async throws {
        try await withVirtualTime(start: Timestamp(seconds: 0)) { time in
            time.setWallClock(ahead: 3600)
            #expect(time.now == Timestamp(seconds: 3600) && time.elapsed == .zero)
            await time.pass(.milliseconds(1500))
            #expect(time.now.description == "1970-01-01T01:00:01.500Z")
        }
    }

    @Test("A server without a socket answers, pauses by the clock, and reports what a test forgot")
    func server() async throws {
        try await withVirtualTime { time in
            let answer = Answer.json("{}").delayed(by: .seconds(30))
            try await withLoopbackServer([.get("/a", answer: answer)]) { server in
                let link = try #require(time.server(at: server.port)?.connect())
                link.send(Array("GET /a HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
                await time.pass(.seconds(29))
                #expect(link.read() == .nothing)
                await time.pass(.seconds(1))
                guard case .bytes(let bytes) = link.read() else { return }
                #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(server.requests.map(\.path) == ["/a"])
                link.leave()
            }
            #expect(time.server(at: 1) == nil)
        }
    }
}
