#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Timestamp {
    /// The wall clock (CLOCK_REALTIME) to the millisecond.
    static func systemNow() -> Timestamp {
        let time = read(CLOCK_REALTIME)
        return Timestamp(
            seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec / 1_000_000 * 1_000_000), digits: 3)
    }
}

/// CLOCK_MONOTONIC as a duration since some fixed moment of the past.
func systemElapsed() -> Duration {
    let time = read(CLOCK_MONOTONIC)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
}

private func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
}
