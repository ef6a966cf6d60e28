import Platform
import TestSupport
import Testing

@Suite("Timestamp", .quick)
struct TimestampTests {
    @Test(
        "An RFC 3339 timestamp is printed in UTC with the digits it was read with",
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
        "Text that is not RFC 3339 is rejected",
        arguments: [
            "", "2024-03-01", "2024-03-01T12:00:00", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z", "2024-03-01T24:00:00Z", "2024-03-01T12:00:00.Z", "2024-03-01T12:00:00Zx",
            "２024-03-01T12:00:00Z", "2024-03-01T12:00:00+0530",
        ])
    func refused(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("The fraction of a text is replaced by that of another time in the same second")
    func fraction() throws {
        let texts = ["", ".5", ".050", ".000000001", ".999999999"].map { "2024-03-01T12:00:00\($0)Z" }
        let times = try texts.map { try #require(Timestamp(rfc3339: $0)) }
        for (text, from) in zip(texts, times) {
            for to in times {
                var bytes = Array(text.utf8)
                to.rewriteFraction(in: &bytes)
                #expect(String(decoding: bytes, as: UTF8.self) == to.description, "from \(from)")
            }
        }
    }

    @Test("Every day of eight centuries survives printing and parsing")
    func calendar() {
        let lost = ((-146_097 as Int64)...146_097).first { day in
            let time = Timestamp(seconds: day * 86400)
            return Timestamp(rfc3339: time.description) != time
        }
        #expect(lost == nil)
    }

    @Test(
        "A timestamp outside the years 1 to 9999 in UTC is rejected",
        arguments: [
            "0000-01-01T00:00:00Z", "0000-12-31T23:59:59.999999999Z", "0001-01-01T00:00:00+00:01",
            "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-00:01",
            "9999-12-31T00:00:00-23:59:59", "-001-01-01T00:00:00Z",
        ])
    func noYears(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("The first and the last timestamps are parsed and printed, also with an offset that shows another year")
    func ends() {
        let first = "0001-01-01T00:00:00Z"
        #expect(Timestamp(rfc3339: first)?.description == first)
        #expect(Timestamp(rfc3339: "0000-12-31T23:59:59-00:01")?.description == "0001-01-01T00:00:59Z")
        let last = "9999-12-31T23:59:59.999999999Z"
        #expect(Timestamp(rfc3339: last)?.description == last)
        #expect(Timestamp(day: "0000-12-31") == nil)
        #expect(Timestamp(day: "0001-01-01")?.seconds == -62_135_596_800)
        #expect(Timestamp(day: "9999-12-31")?.day == "9999-12-31")
    }

    @Test("Arithmetic is clamped to the first and the last second; an exact count outside them is rejected")
    func bounds() throws {
        let (first, last) = ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z")
        for count in [Int64.min, -62_135_596_801, 253_402_300_800, .max] {
            let end = count < 0 ? first : last
            #expect(Timestamp(exactSeconds: count) == nil)
            #expect(Timestamp(seconds: count).description == end)
            #expect(Timestamp(seconds: 0).advanced(bySeconds: count).description == end)
            #expect(Timestamp(seconds: count).advanced(bySeconds: count).description == end)
        }
        #expect(Timestamp(seconds: .max).advanced(bySeconds: .min).description == first)
        #expect(Timestamp(seconds: .min).advanced(bySeconds: .max).description == last)
        #expect(Timestamp(seconds: .min).advanced(bySeconds: 86_400).description == "0001-01-02T00:00:00Z")
        #expect(Timestamp(seconds: .max).wholeSeconds(since: Timestamp(seconds: .min)) == 315_537_897_599)
        for count in [Int64.min, -62_135_596_800_001, 253_402_300_800_000, .max] {
            #expect(Timestamp(exactMilliseconds: count) == nil)
        }
        #expect(Timestamp(exactMilliseconds: 253_402_300_799_999)?.description == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp(exactMilliseconds: -62_135_596_800_000)?.description == first)
        let odd = Timestamp(seconds: 0, nanoseconds: .max, digits: .max)
        #expect(odd.description == "1970-01-01T00:00:00.999999999Z")
    }

    @Test("An age is in whole seconds, rounded down")
    func age() throws {
        let sent = try #require(Timestamp(exactMilliseconds: 1_500))
        #expect(Timestamp(seconds: 3).wholeSeconds(since: sent) == 1)
        #expect(Timestamp(exactMilliseconds: 2_500)?.wholeSeconds(since: sent) == 1)
        #expect(Timestamp(seconds: 1).wholeSeconds(since: sent) == -1)
        #expect(Timestamp(exactMilliseconds: -1)?.description == "1969-12-31T23:59:59.999Z")
    }

    @Test("The time between two moments is exact, and negative backwards")
    func duration() throws {
        let (sent, later) = (try #require(Timestamp(exactMilliseconds: 1_500)), Timestamp(seconds: 3))
        #expect(later.duration(since: sent) == .milliseconds(1_500))
        #expect(sent.duration(since: later) == .milliseconds(-1_500))
        #expect(later.duration(since: later) == .zero)
        #expect(later.wholeMicroseconds(since: sent) == 1_500_000 && sent.wholeMicroseconds(since: later) == -1_500_000)
    }
}
