import Platform
import TestSupport
import Testing
import Transport

@Suite("Limits of time and size", .quick)
struct HTTPLimitTests {
    private let limit = HTTPConfiguration.defaultBodyLimit

    static let slow: [(String, Answer)] = [
        ("never answers", .never),
        ("header, then nothing", .stalled(Array("{}".utf8), after: 1)),
        ("a byte now and then", .slow([UInt8](repeating: 0x20, count: 1000), bytesPerSecond: 20)),
    ]

    @Test("A timeout ends a slow or stalled attempt", arguments: slow)
    func attempt(_ name: String, _ answer: Answer) async throws {
        let start = ContinuousClock.now
        let reason = try await failure(answer, configuration(timeout: .milliseconds(300)))
        #expect(reason == .timedOut(milliseconds: 300, of: .attempt), "\(name)")
        #expect(ContinuousClock.now - start < .seconds(50))
    }

    @Test("A deadline ends an attempt before its timeout, and no request is sent after the deadline")
    func deadline() async throws {
        let exchange = Exchange.get("/", answer: .never)
        try await withLoopbackServer([exchange]) { server in
            let deadline = Deadline(after: .seconds(1), on: .live)
            let client = HTTPClient.curl(configuration(deadline: deadline))
            let request = HTTPRequest(base: server.url, path: "/")
            let first = await client.result(of: request)
            guard case .timedOut(let milliseconds, of: .deadline) = first.failureReason else {
                Issue.record("\(first)")
                return
            }
            #expect((1...1000).contains(milliseconds))
            // A deadline that has passed: libcurl's clock may end a request a fraction of a millisecond early.
            let late = HTTPClient.curl(configuration(deadline: Deadline(after: .zero, on: .live)))
            #expect(await late.result(of: request).failureReason == .timedOut(milliseconds: 0, of: .deadline))
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "Any timeout is converted to one that libcurl accepts",
        arguments: [Duration.seconds(400 * 86400), .milliseconds(0.01) + .seconds(9)])
    func anyTime(_ timeout: Duration) async throws {
        #expect(try await fetch(.json("{}"), configuration(timeout: timeout)).get().status == 200)
    }

    @Test("The timeout of an attempt includes all its redirects")
    func redirectsShareTheTime() async throws {
        let exchanges = (0..<4).map { Exchange.get("/\($0)", times: .any, answer: slowRedirect(to: "/\($0 + 1)")) }
        try await withLoopbackServer(exchanges + [.get("/4", times: .any, answer: .json("{}"))]) { server in
            let client = HTTPClient.curl(configuration(timeout: .milliseconds(500)))
            let result = await client.result(of: HTTPRequest(base: server.url, path: "/0"))
            #expect(result.failureReason == .timedOut(milliseconds: 500, of: .attempt))
        }
    }

    private func slowRedirect(to path: String) -> Answer {
        .redirect(to: path).delayed(by: .milliseconds(200))
    }

    @Test("A body over the limit ends the transfer, with or without an announced length")
    func tooLarge() async throws {
        for answer in [Answer.large(megabytes: 200), .endless(), .endless(chunked: true)] {
            #expect(try await failure(answer) == .invalid(.tooLarge(limit: limit)))
        }
    }

    @Test("A refusal with a body over the limit remains one, without its message")
    func largeRefusal() async throws {
        let answer = Answer.json([UInt8](repeating: 0x20, count: 2 << 20), status: 429)
        let response = try await fetch(answer, configuration(bodyLimit: 1 << 20)).get()
        #expect(response.status == 429 && response.body.isEmpty)
    }

    static let headers: [(String, [(String, String)], Int)] = [
        ("one line of 1 MB", [("X", String(repeating: "x", count: 1_000_000))], 100 << 10),
        ("many lines", (0..<1000).map { ("X-\($0)", String(repeating: "x", count: 1000)) }, 256 << 10),
    ]

    @Test("A header over the limit makes the answer invalid", arguments: headers)
    func headerTooLarge(_ name: String, _ headers: [(String, String)], limit: Int) async throws {
        let reason = try await failure(.json("{}", headers: headers))
        #expect(reason == .invalid(.headerTooLarge(limit: limit)), "\(name)")
    }

    @Test("The size limit applies after decompression")
    func bomb() async throws {
        let answer = Answer.json(Gzip.bomb(megabytes: 65), headers: [("Content-Encoding", "gzip")])
        #expect(try await failure(answer) == .invalid(.tooLarge(limit: limit)))
    }

    @Test("A body of exactly the limit is accepted; one more byte is not", arguments: [true, false])
    func atTheLimit(announced: Bool) async throws {
        let answer = Answer.large(megabytes: 1, announced: announced)
        #expect(try await fetch(answer, configuration(bodyLimit: 1 << 20)).get().body.count == 1 << 20)
        let reason = try await failure(answer, configuration(bodyLimit: 1 << 20 - 1))
        #expect(reason == .invalid(.tooLarge(limit: 1 << 20 - 1)))
    }

    @Test("A cancelled request ends at once and closes its connection")
    func cancellation() async throws {
        try await withLoopbackServer([.get("/", answer: .never)]) { server in
            let (started, signal) = AsyncStream<Void>.makeStream()
            let client = HTTPClient.curl(
                configuration { event in
                    if case .started = event { signal.yield() }
                })
            let task = Task { await client.result(of: HTTPRequest(base: server.url, path: "/")) }
            for await _ in started { break }
            while server.requests.isEmpty { await Task.yield() }
            task.cancel()
            #expect(await task.value.failureReason == .cancelled)
            let late = Task {
                while !Task.isCancelled { await Task.yield() }
                return await client.result(of: HTTPRequest(base: server.url, path: "/"))
            }
            late.cancel()
            #expect(await late.value.failureReason == .cancelled)
            #expect(server.requests.count == 1)
        }
    }

    @Test("Requests run concurrently on one thread, and share a connection afterwards")
    func concurrency() async throws {
        let count = 50
        let exchange = Exchange.get(
            "/", times: .exactly(count + 1), answer: .json("{}").delayed(by: .seconds(1)))
        try await withLoopbackServer([exchange]) { server in
            let client = HTTPClient.curl(configuration())
            let request = HTTPRequest(base: server.url, path: "/")
            let start = ContinuousClock.now
            let statuses = await withTaskGroup { group in
                for _ in 0..<count { group.addTask { (try? await client.send(request))?.status } }
                return await group.reduce(into: [Int?]()) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: count))
            // Sequential requests would take longer, however slow the machine is.
            #expect(ContinuousClock.now - start < .seconds(1) * count)
            let connections = server.connectionCount
            let response = try await client.send(request)
            #expect(response.status == 200)
            #expect(server.connectionCount == connections)
        }
    }
}
