import Platform
import TestSupport
import Testing
import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Properties of a whole process. Each test runs in its own process.
@Suite("HTTP: properties of the process", .quick)
struct HTTPProcessTests {
    @Test("No library is loaded and no thread runs before the first request", .needsLinux)
    func lazy() async {
        await #expect(processExitsWith: .success) {
            func count(_ path: String) -> Int {
                guard let directory = opendir(path) else { return 0 }
                defer { closedir(directory) }
                var entries = 0
                while readdir(directory) != nil { entries += 1 }
                return entries
            }
            func mapsLibcurl() -> Bool {
                guard let file = fopen("/proc/self/maps", "r") else { return false }
                defer { fclose(file) }
                var line = [CChar](repeating: 0, count: 4096)
                while fgets(&line, Int32(line.count), file) != nil {
                    if strstr(line, "libcurl") != nil { return true }
                }
                return false
            }
            let threads = count("/proc/self/task")
            let client = HTTPClient.curl(HTTPConfiguration(userAgent: "crypto/test"))
            precondition(!mapsLibcurl() && count("/proc/self/task") == threads)
            let result = await client.result(of: HTTPRequest(base: "http://127.0.0.1:1", path: "/"))
            precondition(result.failureReason == .unreachable(.connect("Connection refused")))
            precondition(mapsLibcurl() && count("/proc/self/task") > threads)
        }
    }

    @Test("Requests use the proxy of the environment, except for NO_PROXY and a key for the local machine")
    func proxy() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([
                .get("http://crypto.invalid/x", answer: .json("{}")),
                .get("/y", times: 2, answer: .json("{}")),
            ])
            setenv("http_proxy", server.url, 1)
            let client = HTTPClient.curl(HTTPConfiguration(userAgent: "crypto/test"))
            let proxied = try await client.send(HTTPRequest(base: "http://crypto.invalid", path: "/x"))
            precondition(proxied.status == 200)
            let secret = Secret.header(name: "X-Key", value: "abcdef")
            let direct = try await client.send(HTTPRequest(base: server.url, path: "/y", secret: secret))
            precondition(direct.status == 200)
            setenv("NO_PROXY", "127.0.0.1", 1)
            let excepted = try await client.send(HTTPRequest(base: server.url, path: "/y"))
            precondition(excepted.status == 200)
            server.stop()
        }
    }

    @Test("A proxy that refuses or does not exist is a proxy error")
    func proxyFailures() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.request("CONNECT", "crypto.invalid:443", answer: .status(403))])
            setenv("https_proxy", server.url, 1)
            let client = HTTPClient.curl(HTTPConfiguration(userAgent: "crypto/test"))
            let request = HTTPRequest(base: "https://crypto.invalid", path: "/x")
            let refused = await client.result(of: request)
            guard case .unreachable(.proxy) = refused.failureReason else { fatalError("\(refused)") }
            server.stop()
            setenv("https_proxy", "http://proxy.invalid:1", 1)
            let missing = await client.result(of: request)
            guard case .unreachable(.proxy) = missing.failureReason else { fatalError("\(missing)") }
        }
    }

    @Test("A write to a closed pipe does not end the process by SIGPIPE", .needsLinux)
    func noSIGPIPE() async {
        await #expect(processExitsWith: .exitCode(EPIPE)) {
            signal(SIGPIPE, SIG_DFL)
            let code = BlockingThread.start(blockingSignals: true) {
                var ends: [Int32] = [0, 0]
                pipe(&ends)
                close(ends[0])
                exit(write(ends[1], "x", 1) < 0 ? errno : EXIT_SUCCESS)
            }
            precondition(code == 0)
            while true { pause() }
        }
    }

    @Test("Exit during transfers is clean, whatever the TLS library frees at exit", .needsTLS)
    func exitsCleanly() async throws {
        try await withLoopbackServer([.get("/", times: .any, answer: .json("{}"))]) { server in
            try await withTLSFront(of: server) { front in
                for _ in 0..<10 {
                    await #expect(processExitsWith: .exitCode(7)) {
                        [url = front.url as String, bundle = front.caFile as String] in
                        await HTTPProcessTests.leaveInTheMiddle(of: url, bundle)
                        exit(7)
                    }
                }
            }
        }
    }

    /// Cancels transfers at random moments, and drops the client with its connections.
    private static func leaveInTheMiddle(of url: String, _ bundle: String) async {
        let client = HTTPClient.curl(HTTPConfiguration(userAgent: "crypto/test", trust: Trust(bundle: bundle)))
        let request = HTTPRequest(base: url, path: "/")
        _ = await client.result(of: request)
        let tasks = (0..<10).map { _ in Task { await client.result(of: request) } }
        usleep(.random(in: 0...5000))
        for task in tasks { task.cancel() }
    }

    @Test("Keys are in no event, whether a request is started, redirected or fails")
    func events() async throws {
        let (events, sink) = AsyncStream<HTTPEvent>.makeStream()
        try await withLoopbackServer([
            .get("/a", answer: .redirect(to: "/b?key=s3cr3t")), .get("/b", times: .any, answer: .disconnect()),
        ]) {
            let settings = configuration { sink.yield($0) }
            let request = HTTPRequest(base: $0.url, path: "/a", secret: .query(name: "key", value: "s3cr3t"))
            _ = await HTTPClient.curl(settings).result(of: request)
            sink.finish()
            var seen: [HTTPEvent] = []
            for await event in events { seen.append(event) }
            guard seen.count == 3, case .failed(let url, let error, _) = seen[2] else {
                Issue.record("\(seen)")
                return
            }
            #expect(seen[0] == .started(url: "\($0.url)/a?key=***"))
            #expect(seen[1] == .redirected(status: 302, to: "\($0.url)/b?key=***"))
            #expect(url == "\($0.url)/a?key=***")
            #expect(error.reason == .unreachable(.headerCut))
            #expect(!"\(seen)".contains("s3cr3t"))
        }
    }
}
