import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("Redirects", .quick)
struct RedirectTests {
    private func failure(_ location: String, base: String? = nil) async throws -> TransportError.Reason? {
        try await withLoopbackServer([.get("/", times: .any, answer: .redirect(to: location))]) { server in
            await HTTPClient.curl(configuration()).result(of: HTTPRequest(base: server.url, path: "/")).failureReason
        }
    }

    @Test("A redirect to a scheme other than http and https is refused", arguments: ["ftp", "file", "gopher", "ldap"])
    func scheme(_ scheme: String) async throws {
        #expect(try await failure("\(scheme)://127.0.0.1/etc/passwd") == .redirect(.scheme(scheme)))
    }

    @Test("A redirect without a valid Location is refused")
    func location() async throws {
        #expect(try await Self.reason(.status(302)) == .redirect(.noLocation(status: 302)))
        #expect(try await failure("http://") == .redirect(.badLocation("http://")))
        #expect(try await failure("http://a:b@127.0.0.1/") == .redirect(.badLocation("http://a:b@127.0.0.1/")))
    }

    private static func reason(_ answer: Answer) async throws -> TransportError.Reason? {
        try await fetch(answer).failureReason
    }

    @Test("A loop of one or two redirects is refused")
    func loop() async throws {
        #expect(try await failure("/") == .redirect(.loop))
        let exchanges = [
            Exchange.get("/a", answer: .redirect(to: "/b")), Exchange.get("/b", answer: .redirect(to: "a")),
        ]
        try await withLoopbackServer(exchanges) { server in
            let result = await HTTPClient.curl(configuration()).result(of: HTTPRequest(base: server.url, path: "/a"))
            #expect(result.failureReason == .redirect(.loop))
        }
    }

    @Test("Five redirects in a row are followed, six are not", arguments: [5, 6])
    func many(_ count: Int) async throws {
        let hops = (0..<count).map {
            Exchange.get("/\($0)", times: $0 > 5 ? .any : 1, answer: .redirect(to: "/\($0 + 1)", status: 301))
        }
        let last = Exchange.get("/\(count)", times: .any, answer: .json("{}"))
        try await withLoopbackServer(hops + [last]) { server in
            let result = await HTTPClient.curl(configuration()).result(of: HTTPRequest(base: server.url, path: "/0"))
            if count == 5 {
                let response = try result.get()
                #expect(response.url == server.url + "/5")
            } else {
                #expect(result.failureReason == .redirect(.tooMany(limit: 5)))
                #expect(server.requests.count == 6)
            }
        }
    }

    @Test("Each redirect status for GET is followed, with a relative Location", arguments: [301, 302, 303, 307, 308])
    func statuses(_ status: Int) async throws {
        let exchanges = [
            Exchange.get("/a/b", answer: .redirect(to: "../c?x=1#y", status: status)),
            Exchange.get("/c", query: "x=1", answer: .json("{}")),
        ]
        try await withLoopbackServer(exchanges) { server in
            let response = try await HTTPClient.curl(configuration()).send(HTTPRequest(base: server.url, path: "/a/b"))
            #expect(response.url == server.url + "/c?x=1")
        }
    }

    static let secrets: [Secret] = [
        .query(name: "key", value: "s3cr3t+k/y"),
        .header(name: "Authorization", value: "s3cr3t+k/y", prefix: "Apikey "),
        .header(name: "X-Key", value: "s3cr3t+k/y"),
    ]

    @Test("A key is sent only to the same scheme, host and port after a redirect", arguments: secrets)
    func keyStays(_ secret: Secret) async throws {
        let isQuery = secret == Self.secrets[0]
        let kept: [String: RequestMatcher.Header] =
            isQuery ? [:] : secret == Self.secrets[1] ? ["Authorization": "Apikey s3cr3t+k/y"] : ["X-Key": "s3cr3t+k/y"]
        let gone: [String: RequestMatcher.Header] = ["Authorization": .absent, "X-Key": .absent, "X-Plain": "1"]
        let there = Exchange.get("/there", query: .exactly([.init("a", "b")]), headers: gone, answer: .json("{}"))
        try await withLoopbackServer([there]) { other in
            let away = "\(other.url)/there?a=b&key=s3cr3t%2Bk%2Fy&again=s3cr3t%2bk/y"
            let exchanges = [
                Exchange.get("/", headers: kept, answer: .redirect(to: "/here?x=1")),
                Exchange.get("/here", headers: kept, answer: .redirect(to: away)),
            ]
            try await withLoopbackServer(exchanges) { server in
                let seen = Mutex<[String]>([])
                let client = HTTPClient.curl(configuration { event in seen.withLock { $0.append("\(event)") } })
                let request = HTTPRequest(
                    base: server.url, path: "/", headers: [HTTPHeader("X-Plain", "1")], secret: secret)
                let response = try await client.send(request)
                #expect(response.host == "127.0.0.1:\(other.port)")
                #expect(response.url == "\(other.url)/there?a=b")
                #expect(seen.withLock { $0.count } == 4)
                #expect(!seen.withLock { $0.joined() }.contains("s3cr3t"))
            }
        }
    }

    @Test("127.0.0.1 and localhost are different hosts for a key")
    func otherHostName() async throws {
        let target = Exchange.get("/there", headers: ["X-Key": .absent], answer: .json("{}"))
        try await withLoopbackServer([
            .get(
                "/", headers: ["X-Key": "abcdef"],
                answer: .making { request in
                    .redirect(to: "http://localhost:\(request.header("Host")?.split(separator: ":").last ?? "")/there")
                }), target,
        ]) { server in
            let request = HTTPRequest(
                base: server.url, path: "/", secret: .header(name: "X-Key", value: "abcdef"))
            let response = try await HTTPClient.curl(configuration()).send(request)
            #expect(response.host == "localhost:\(server.port)")
        }
    }

    @Test("A redirect that would send a key in the path to another host is refused")
    func keyInPath() async throws {
        try await withLoopbackServer([.get("/", answer: .redirect(to: "http://localhost:1/k/abcdef"))]) { server in
            let request = HTTPRequest(base: server.url, path: "/", secret: .query(name: "key", value: "abcdef"))
            let result = await HTTPClient.curl(configuration()).result(of: request)
            #expect(result.failureReason == .redirect(.wouldRevealKey))
        }
    }
}
