import Platform
import TestSupport
import Testing
import Transport

@Suite("Pauses between retries", .quick)
struct RetryTests {
    // 2024-03-01T12:00:00.5Z
    private let now = Timestamp(seconds: 1_709_294_400, nanoseconds: 500_000_000)

    @Test(
        "Retry-After is read as seconds or as a date in each form of HTTP; invalid text gives none",
        arguments: [
            ("7", .seconds(7)), (" 0 ", .zero), ("-3", .zero), ("999999", .seconds(999_999)),
            ("Fri, 01 Mar 2024 12:00:10 GMT", .milliseconds(9_500)),
            ("Friday, 01-Mar-24 12:00:10 GMT", .milliseconds(9_500)),
            ("Fri Mar  1 12:00:10 2024", .milliseconds(9_500)), ("Fri, 01 Mar 2024 11:00:00 GMT", .zero),
            ("soon", nil), ("", nil), ("1.5", nil), ("2024", .seconds(2024)), ("1709294407", .seconds(7)),
            ("1709294000", .zero), ("Fri, 99 Foo", nil), (nil, nil),
        ] as [(String?, Duration?)])
    func retryAfter(text: String?, pause: Duration?) {
        let headers = HTTPHeaders(text.map { [HTTPHeader("retry-after", $0)] } ?? [])
        let response = HTTPResponse(status: 429, headers: headers, body: [], host: "a", url: "http://a/")
        #expect(response.retryAfter(at: now) == pause)
    }

    @Test(
        "Without Retry-After the pause is the one that the body of a refusal names, an hour at most",
        arguments: [
            (#"{"code":-1003,"msg":"Way too much request weight used; IP banned until 1709294407000. Please"}"#, 7),
            ("IP banned until 1709294407", 7), ("banned until 1609294407000", 0), ("banned until 2709294407000", 3600),
            (#"{"error":["EService:Throttled: 1709294430"]}"#, 30), ("Please try again in 30 seconds.", 30),
            ("Please try again in one minute.", 60), ("Expected available in 57 seconds.", 57),
            ("retry after 2 minutes", 120), (#"{"retry_after":12,"x":1}"#, 12), (#"{"retryAfter":"12"}"#, 12),
            ("try again in 24 hours", 3600), ("try again in 99999999999 hours", 3600),
            ("try again in 99999999999999999999 hours", nil), ("throttled: 30", nil), ("try again later", nil),
            ("30 requests in 1 minute are allowed", nil), ("", nil),
        ] as [(String, Int?)])
    func pauseInBody(text: String, seconds: Int?) {
        func pause(_ status: Int, _ headers: HTTPHeaders = []) -> Duration? {
            HTTPResponse(status: status, headers: headers, body: Array(text.utf8), host: "a", url: "http://a/")
                .retryAfter(at: now)
        }
        #expect(pause(418) == seconds.map { .seconds($0) })
        #expect(pause(429) == seconds.map { .seconds($0) })
        #expect(pause(503) == nil)
        #expect(pause(429, [HTTPHeader("Retry-After", "5")]) == .seconds(5))
    }

    @Test("A Retry-After larger than any integer is a long pause")
    func hugeRetryAfter() throws {
        let headers = HTTPHeaders([HTTPHeader("Retry-After", String(repeating: "9", count: 40))])
        let response = HTTPResponse(status: 429, headers: headers, body: [], host: "a", url: "http://a/")
        #expect(try #require(response.retryAfter(at: now)) > .seconds(1_000_000_000))
    }

    @Test(
        "Pauses double from half a second to thirty seconds, each at random between half of it and the whole",
        arguments: [(0, 500), (1, 1000), (2, 2000), (5, 16000), (6, 30000), (60, 30000)])
    func doubling(walk: Int, milliseconds: Int) {
        let policy = RetryPolicy(retries: 100)
        func pause(_ unit: Double) -> RetryPolicy.Step {
            policy.step(after: walk, retryAfter: nil, remaining: nil, unit: unit)
        }
        #expect(pause(1) == .pause(.milliseconds(milliseconds)))
        #expect(pause(0) == .pause(.milliseconds(milliseconds) / 2))
        #expect(pause(0.5) == .pause(.milliseconds(milliseconds) / 4 * 3))
    }

    @Test("Retry-After applies where it is longer than the pause, and no pause exceeds the deadline")
    func bounds() {
        let policy = RetryPolicy(retries: 2)
        func step(_ walk: Int, retryAfter: Duration?, remaining: Duration?) -> RetryPolicy.Step {
            policy.step(after: walk, retryAfter: retryAfter, remaining: remaining, unit: 1)
        }
        #expect(step(0, retryAfter: .seconds(90), remaining: nil) == .pause(.seconds(90)))
        #expect(step(0, retryAfter: .milliseconds(100), remaining: nil) == .pause(.milliseconds(500)))
        #expect(step(0, retryAfter: nil, remaining: .milliseconds(501)) == .pause(.milliseconds(500)))
        #expect(step(0, retryAfter: nil, remaining: .milliseconds(500)) == .pastDeadline(.milliseconds(500)))
        #expect(step(0, retryAfter: .seconds(999_999), remaining: .seconds(30)) == .pastDeadline(.seconds(999_999)))
        #expect(step(1, retryAfter: nil, remaining: nil) == .pause(.seconds(1)))
        #expect(step(2, retryAfter: nil, remaining: nil) == .exhausted)
        #expect(RetryPolicy(retries: 0).step(after: 0, retryAfter: nil, remaining: nil, unit: 1) == .exhausted)
    }

    @Test("The time left of a deadline is never negative")
    func deadline() {
        let deadline = Deadline(moment: .seconds(10))
        #expect(deadline.remaining(at: .seconds(4)) == .seconds(6))
        #expect(deadline.remaining(at: .seconds(11)) == .zero)
        #expect(Deadline.none.remaining(at: .seconds(11)) == nil)
    }
}
