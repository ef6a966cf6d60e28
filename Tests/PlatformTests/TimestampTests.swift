import Platform
import Testing

@Suite("Timestamp")
struct TimestampTests {
    @Test(
        "RFC 3339 text comes back as sent, in UTC",
        arguments: [
            ("2024-03-01T12:00:00Z", "2024-03-01T12:00:00Z", 1_709_294_400),
            ("2021-05-15T15:59:43.867Z", "2021-05-15T15:59:43.867Z", 1_621_094_383),
            ("2021-04-17T16:43:36.302086389Z", "2021-04-17T16:43:36.302086389Z", 1_618_677_816),
            ("2024-03-01T12:00:00.50+05:30", "2024-03-01T06:30:00.50Z", 1_709_274_600),
            ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z", -1),
            ("2000-02-29T00:00:00-01:00", "2000-02-29T01:00:00Z", 951_786_000),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", 1_483_228_800),
        ])
    func roundTrip(text: String, printed: String, seconds: Int64) throws {
        let time = try #require(Timestamp(rfc3339: text))
        #expect(time.description == printed)
        #expect(time.seconds == seconds)
    }

    @Test(
        "what is not RFC 3339 is refused",
        arguments: [
            "", "2024-03-01", "2024-03-01T12:00:00", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z", "2024-03-01T24:00:00Z", "2024-03-01T12:00:00.Z", "2024-03-01T12:00:00Zx",
            "２024-03-01T12:00:00Z", "2024-03-01T12:00:00+0530",
        ])
    func refused(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("every day of eight centuries is printed and read back as itself")
    func calendar() {
        let lost = ((-146_097 as Int64)...146_097).first { day in
            let time = Timestamp(seconds: day * 86400)
            return Timestamp(rfc3339: time.description) != time
        }
        #expect(lost == nil)
    }

    @Test("age counts whole seconds, rounded down")
    func age() {
        let sent = Timestamp(milliseconds: 1_500)
        #expect(Timestamp(seconds: 3).wholeSeconds(since: sent) == 1)
        #expect(Timestamp(milliseconds: 2_500).wholeSeconds(since: sent) == 1)
        #expect(Timestamp(seconds: 1).wholeSeconds(since: sent) == -1)
        #expect(Timestamp(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
    }
}
