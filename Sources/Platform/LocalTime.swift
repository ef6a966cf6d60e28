#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Moments as clocks of the reader's own time zone show them: `TZ`, else the system's.
public enum LocalTime {
    /// `14:05`; `--:--` for a moment whose year the system cannot count.
    public static func clock(_ time: Timestamp) -> String {
        // localtime_r need not look at TZ by itself.
        tzset()
        var seconds = time_t(time.seconds)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "--:--" }
        return twoDigits(parts.tm_hour) + ":" + twoDigits(parts.tm_min)
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
