import Platform
import TestSupport
import Testing

@testable import Transport

@Suite("Records", .quick, .endsHang)
struct ReplayTests {
    private static let creator = (name: "crypto", version: "1.0")

    private func client(_ record: ExchangeRecord, bodyLimit: Int = HTTPConfiguration.defaultBodyLimit) -> HTTPClient {
        var configuration = configuration(bodyLimit: bodyLimit)
        configuration.record = record
        configuration.time = record.time
        return .curl(configuration)
    }

    private func record(_ directory: TemporaryDirectory) throws -> ExchangeRecord {
        .writing(try Recorder(directory.path("r"), creator: Self.creator, time: .live))
    }

    private func replay(_ directory: TemporaryDirectory) throws -> ExchangeRecord {
        .reading(try Replay(directory.path("r")))
    }

    @Test("Answers come again in their order without a server, with their times; then there is none")
    func sequence() async throws {
        try await withTemporaryDirectory { directory in
            // A request on a connection that breaks may be sent again.
            let answers = [
                (Answer.json("1"), Exchange.Times(integerLiteral: 1)), (.status(503, body: "2"), 1),
                (.redirect(to: "ftp://a.example/"), 1), (.disconnect(), .any),
            ]
            let exchanges = answers.map { Exchange.get("/a", times: $0.1, answer: $0.0) }
            let (request, first) = try await withLoopbackServer(exchanges) { server in
                let request = HTTPRequest(base: server.url, path: "/a", query: [("b", "c d")])
                let sender = client(try record(directory))
                var results: [Result<HTTPResponse, TransportError>] = []
                for _ in answers { results.append(await sender.result(of: request)) }
                return (request, results)
            }
            let sender = client(try replay(directory))
            for result in first { #expect(await sender.result(of: request) == result) }
            #expect(await sender.result(of: request).failureReason == .notRecorded(request.redactedURL))
            #expect(try first[0].get().requested != nil)
            #expect(first[2].failureReason == .redirect(.scheme("ftp")))
        }
    }

    @Test("A body over the limit fails as it does from the network, and a refusal with one remains a refusal")
    func tooLarge() async throws {
        try await withTemporaryDirectory { directory in
            let body = [UInt8](repeating: 0x20, count: 2000)
            let exchanges = [Exchange.get("/a", answer: .json(body)), .get("/a", answer: .json(body, status: 429))]
            let request = try await withLoopbackServer(exchanges) { server in
                let request = HTTPRequest(base: server.url, path: "/a")
                let sender = client(try record(directory))
                for _ in exchanges { #expect(try await sender.send(request).body.count == 2000) }
                return request
            }
            let sender = client(try replay(directory), bodyLimit: 1999)
            #expect(await sender.result(of: request).failureReason == .invalid(.tooLarge(limit: 1999)))
            let refusal = try await sender.send(request)
            #expect(refusal.status == 429 && refusal.body.isEmpty)
        }
    }

    @Test("A redirect is two exchanges, and is followed again")
    func redirect() async throws {
        try await withTemporaryDirectory { directory in
            let exchanges = [
                Exchange.get("/a", answer: .redirect(to: "/b")), .get("/b", answer: .json("[1]")),
            ]
            let (request, first) = try await withLoopbackServer(exchanges) { server in
                let request = HTTPRequest(base: server.url, path: "/a")
                return (request, await client(try record(directory)).result(of: request))
            }
            #expect(Files.names(in: directory.path("r")).map { $0.prefix(7) } == ["000001-", "000002-"])
            #expect(await client(try replay(directory)).result(of: request) == first)
        }
    }

    @Test("Files of a browser are read, and a request with another key or encoding finds its answer")
    func browser() async throws {
        try await withTemporaryDirectory { directory in
            try directory.write(HARTests.chrome, to: "r/a.har")
            let sender = client(try replay(directory))
            let request = HTTPRequest(
                base: "https://a.example", path: "/v1", query: [("x", "a,b")],
                secret: .query(name: "key", value: "secret-key"))
            #expect(try await sender.send(request).body == Array(#"{"a":1}"#.utf8))
        }
    }

    @Test("Keys, cookies and sessions are in no file, wherever a server repeats them")
    func canary() async throws {
        let key = "canary+key/=1"
        for secret in [Secret.query(name: "key", value: key), .header(name: "X-Key", value: key, prefix: "Bearer ")] {
            try await withTemporaryDirectory { directory in
                let headers = [("X-Echo", "your key is \(key)"), ("Set-Cookie", "canary+key/=1")]
                let exchanges = [
                    Exchange.get(
                        "/a",
                        answer: .json(
                            #"{"key":"\#(key)","url":"canary+key\/=1 canary%2bkey%2f%3d1","all":"#
                                + #""%63%61%6E%61%72%79%2B%6b%65%79%2f%3D%31"}"#,
                            headers: headers)),
                    .get("/a", answer: .response(body: [0xFF] + Array(key.utf8) + [0])),
                    .get("/a", answer: .redirect(to: "/b?again=canary%2Bkey%2F%3D1")), .get("/b", answer: .json("1")),
                ]
                try await withLoopbackServer(exchanges) { server in
                    let sender = client(try record(directory))
                    for _ in 0..<3 {
                        _ = try await sender.send(HTTPRequest(base: server.url, path: "/a", secret: secret))
                    }
                }
                let names = Files.names(in: directory.path("r"))
                #expect(names.count == 4)
                for name in names {
                    let text = String(decoding: try Files.bytes(directory.path("r/\(name)")), as: UTF8.self)
                    #expect(!text.contains("canary") && !name.contains("canary"), "\(text)")
                    #expect(!text.contains("%63"), "\(text)")
                    #expect(!text.contains(Base64.encode(Array(key.utf8)).prefix(12)))
                }
            }
        }
    }

    @Test("A directory that is not empty is refused and not changed; a file that is no record is named")
    func directories() async throws {
        try await withTemporaryDirectory { directory in
            try directory.write("x", to: "r/x.har")
            #expect(throws: RecordFault.notEmpty) { _ = try record(directory) }
            #expect(throws: RecordFault.invalid(file: "x.har", problem: "invalid JSON at byte 0")) {
                _ = try replay(directory)
            }
            #expect(throws: RecordFault.directory(.system(2))) { _ = try Replay(directory.path("none")) }
        }
    }

    @Test("Two runs never record into the same directory")
    func together() async throws {
        try await withTemporaryDirectory { directory in
            let first = try record(directory)
            #expect(throws: RecordFault.notEmpty) { _ = try record(directory) }
            extendLifetime(first)
        }
    }

    @Test("Pauses take no real time, and end in order between the answers of the record")
    func pauses() async throws {
        let start = RecordTime(milliseconds: 1_000_000)
        let clock = ReplayClock(start: start, exchanges: [(start, 0), (start + 5000, 1)], isKnown: true)
        let time = clock.source
        let real = TimeSource.live.elapsed()
        let order = await withTaskGroup(of: String.self) { group in
            group.addTask {
                try? await time.sleep(.seconds(3600))
                return "hour"
            }
            group.addTask {
                let skew = clock.claim(0, began: start)
                _ = await clock.arrival(at: start + 9000, order: 0, skew: skew)
                return "answer 0 at \(time.now())"
            }
            group.addTask {
                try? await time.sleep(.seconds(5))
                let skew = clock.claim(1, began: start + 5000)
                _ = await clock.arrival(at: start + 6000, order: 1, skew: skew)
                return "answer 1 at \(time.now())"
            }
            group.addTask {
                try? await time.sleep(.seconds(7))
                return "7 s"
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
            order == ["answer 1 at 1970-01-01T00:16:46.000Z", "7 s", "answer 0 at 1970-01-01T00:16:49.000Z", "hour"])
        #expect(time.elapsed() == .seconds(3600))
        #expect(TimeSource.live.elapsed() - real < .seconds(5))
    }

    @Test("What arrives before a late end of a pause is recorded as before it")
    func latePause() async throws {
        try await withTemporaryDirectory { directory in
            let clock = TestClock()
            let (begun, begin) = AsyncStream<Void>.makeStream()
            var time = clock.source
            time.sleep = { _ in
                begin.yield()
                try await TimeSource.live.sleep(.seconds(3600))
            }
            let recorder = try Recorder(directory.path("r"), creator: Self.creator, time: time)
            let pause = Task { try await recorder.clock.sleep(.seconds(4)) }
            for await _ in begun { break }
            clock.advance(by: .seconds(3))
            #expect(recorder.mark() == recorder.start + 3000)
            clock.advance(by: .seconds(2))
            #expect(recorder.mark() == recorder.start + 4000)
            pause.cancel()
            await #expect(throws: CancellationError.self) { try await pause.value }
            #expect(recorder.mark() == recorder.start + 5000)
        }
    }

    @Test("A cancelled pause ends at once")
    func cancelled() async throws {
        let start = RecordTime(milliseconds: 0)
        let clock = ReplayClock(start: start, exchanges: [(start + 1, 0)], isKnown: true)
        let pause = Task { try await clock.source.sleep(.seconds(3600)) }
        pause.cancel()
        await #expect(throws: CancellationError.self) { try await pause.value }
    }
}
