#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The system, its version, the processor and the C library, such as `Linux 6.1.0 x86_64, glibc 2.36`, for a report of
/// a problem.
package var systemVersion: String {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return "unknown system" }
    let system = [text(of: names.sysname), text(of: names.release), text(of: names.machine)].joined(separator: " ")
    return "\(system), \(libraryVersion)"
}

private func text<Characters>(of characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

private var libraryVersion: String {
    #if canImport(Darwin)
    "libSystem"
    #else
    var name = [CChar](repeating: 0, count: 64)
    let size = unsafe confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
    guard size > 0, size <= name.count else { return "unknown C library" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
}
