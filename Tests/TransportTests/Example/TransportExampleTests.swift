import TestSupport
import Testing
import Transport

@Suite("The example of Transport", .quick)
struct TransportExampleTests {
    @Test func pages() async throws {
        try await withLoopbackServer([.everything(.status(200, body: "hello"))]) { server in
            let text = try await page("/index.html", of: server.url)
            #expect(text == "hello")
        }
        try await withLoopbackServer([.everything(.status(404, body: "gone"))]) { server in
            let text = try await page("/index.html", of: server.url)
            #expect(text == nil)
        }
    }
}
