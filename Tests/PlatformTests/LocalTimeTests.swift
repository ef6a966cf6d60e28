import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Each test runs in its own process, because the time zone is an environment variable of the whole process.
@Suite("LocalTime", .quick)
struct LocalTimeTests {
    @Test("Local time follows TZ, including daylight saving time")
    func clock() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let (winter, summer) = (Timestamp(seconds: 1_709_294_400), Timestamp(seconds: 1_719_835_500))
            // The POSIX notation needs no zone files.
            for (zone, clocks) in [
                ("UTC0", ["12:00", "12:05"]), ("CET-1CEST,M3.5.0,M10.5.0/3", ["13:00", "14:05"]),
                ("IST-5:30", ["17:30", "17:35"]), ("NST3:30NDT,M3.2.0,M11.1.0", ["08:30", "09:35"]),
            ] {
                setenv("TZ", zone, 1)
                if [winter, summer].map(LocalTime.system.clock) != clocks { exit(1) }
            }
            exit(0)
        }
    }

    @Test("The name of the zone is that of the time, and a number has UTC before it; seconds follow the clock")
    func zones() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let (winter, summer) = (Timestamp(seconds: 1_709_294_405), Timestamp(seconds: 1_719_835_500))
            for (zone, names) in [
                ("UTC0", ["UTC", "UTC"]), ("CET-1CEST,M3.5.0,M10.5.0/3", ["CET", "CEST"]),
                ("<+0330>-3:30", ["UTC+0330", "UTC+0330"]),
            ] {
                setenv("TZ", zone, 1)
                if [winter, summer].map(LocalTime.system.zone) != names { exit(1) }
            }
            let isRight =
                LocalTime.utc.zone(winter) == "UTC" && LocalTime.utc.clockWithSeconds(winter) == "12:00:05"
            exit(isRight ? 0 : 2)
        }
    }

    @Test("Local time covers times before 1970, fractions, and the first and the last year")
    func limits() async {
        await #expect(processExitsWith: .exitCode(0)) {
            setenv("TZ", "UTC0", 1)
            let clocks = [
                Timestamp(seconds: -1), Timestamp(seconds: 59, nanoseconds: 999_000_000), Timestamp(seconds: .max),
                Timestamp(seconds: .min),
            ].map(LocalTime.system.clock)
            exit(clocks == ["23:59", "00:00", "23:59", "00:00"] ? 0 : 1)
        }
    }

    @Test("Days and months follow the local calendar")
    func days() async {
        await #expect(processExitsWith: .exitCode(0)) {
            setenv("TZ", "IST-5:30", 1)
            let times = [
                Timestamp(seconds: 1_709_231_399), Timestamp(seconds: 1_709_231_400), Timestamp(seconds: -1),
                Timestamp(seconds: .max),
            ]
            let isRight =
                times.map(LocalTime.system.day) == ["Feb 29", "Mar 1", "Jan 1", "--"]
                && times.map(LocalTime.system.month) == ["2024-02", "2024-03", "1970-01", "--"]
                && times.map(LocalTime.utc.day).prefix(3) == ["Feb 29", "Feb 29", "Dec 31"]
            exit(isRight ? 0 : 1)
        }
    }

    @Test("Steps of the calendar begin at full hours, at midnight and on the first of a month, also when clocks change")
    func steps() async {
        await #expect(processExitsWith: .exitCode(0)) {
            setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
            let local = LocalTime.system
            // The clock skips 02:00 on 2024-03-31, and has it twice on 2024-10-27.
            let (spring, autumn) = (Timestamp(seconds: 1_711_837_800), Timestamp(seconds: 1_729_980_000))
            for (step, start, seconds, texts) in [
                (.seconds(3600), spring, 14400, ["00:00", "01:00", "03:00", "04:00"]),
                (
                    .seconds(10800), autumn, 86400,
                    ["00:00", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00"]
                ),
                (.days(2), spring, 5 * 86400, ["Mar 31 00:00", "Apr 2 00:00", "Apr 4 00:00"]),
                (.months(1), spring, 62 * 86400, ["Apr 1 00:00", "May 1 00:00", "Jun 1 00:00"]),
                (.months(24), spring, 1500 * 86400, ["Jan 1 00:00", "Jan 1 00:00"]),
            ] as [(CalendarStep, Timestamp, Int64, [String])] {
                let found = local.beginnings(of: step, in: start...start.advanced(bySeconds: seconds))
                let clocks = found.map { (texts[0].contains(" ") ? local.day($0) + " " : "") + local.clock($0) }
                if clocks != texts { exit(1) }
                if found != found.sorted() { exit(2) }
            }
            let one = Timestamp(seconds: 1_711_839_600)
            exit(local.beginnings(of: .months(1), in: one...one).isEmpty ? 0 : 3)
        }
    }
}
