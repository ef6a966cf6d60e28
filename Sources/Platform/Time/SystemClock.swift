#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Timestamp {
    /// Returns the wall clock time (CLOCK_REALTIME) to the millisecond, or to the microsecond.
    static func systemNow(inMicroseconds isPrecise: Bool = false) -> Timestamp {
        let time = read(CLOCK_REALTIME)
        let unit = isPrecise ? 1000 : 1_000_000
        return Timestamp(
            seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec / unit * unit), digits: isPrecise ? 6 : 3)
    }
}

/// Returns the duration since a fixed moment in the past, without the time in which the system slept: no timeout passes
/// then.
func systemElapsed() -> Duration {
    #if canImport(Darwin)
    let time = read(CLOCK_UPTIME_RAW)
    #else
    let time = read(CLOCK_MONOTONIC)
    #endif
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
}

private func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time
}
