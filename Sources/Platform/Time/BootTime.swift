#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A moment by the clock that begins when the system starts and that cannot be set.
///
/// It also counts while the system sleeps: CLOCK_BOOTTIME on Linux, CLOCK_MONOTONIC_RAW on macOS, where
/// CLOCK_MONOTONIC follows the time of day.
package struct BootTime: Sendable, Equatable {
    /// The name of this start of the system, which the next one does not have.
    package let boot: String
    /// The time since the system started.
    package let elapsed: Duration

    /// Creates a moment. Each parameter sets the property of the same name.
    package init(boot: String, elapsed: Duration) {
        self.boot = boot
        self.elapsed = elapsed
    }

    /// The current moment; nil where the start of the system has no name.
    static func systemNow() -> BootTime? {
        guard let boot = bootName else { return nil }
        var time = timespec()
        #if canImport(Darwin)
        unsafe clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        #else
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        #endif
        return BootTime(boot: boot, elapsed: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)))
    }

    /// Read once: it does not change while the process runs.
    private static let bootName: String? = {
        #if canImport(Darwin)
        var name = [CChar](repeating: 0, count: 64)
        var size = name.count
        guard unsafe sysctlbyname("kern.bootsessionuuid", &name, &size, nil, 0) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
        guard let contents = try? FileBytes.read("/proc/sys/kernel/random/boot_id") else { return nil }
        let name = contents.bytes.prefix { $0 > 0x20 && $0 < 0x7F }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        #endif
    }()
}
