#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads and writes stdin, stdout and stderr.
package enum StandardStreams {
    /// Opens /dev/null on those of the descriptors 0 to 2 that are closed, so that no socket gets their number and
    /// receives output.
    ///
    /// A closed stdout or stderr is replaced by one that is open for reading only, so that writing to it still fails.
    package static func occupyClosed() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes all bytes. Returns 0 or an errno value.
    ///
    /// It waits if another process made stdout non-blocking.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        unsafe bytes.withUnsafeBytes { buffer in
            var rest = unsafe buffer[...]
            while unsafe !rest.isEmpty {
                let count = unsafe systemWrite(descriptor, rest)
                if count >= 0 {
                    unsafe rest = rest.dropFirst(count)
                } else if errno == EAGAIN || errno == EWOULDBLOCK {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    // macOS cannot poll a device, so it is tried again in a moment.
                    if unsafe poll(&wait, 1, -1) == 1, wait.revents & Int16(POLLNVAL) != 0 { usleep(10_000) }
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    /// Waits for the next bytes of a descriptor, by default stdin, and returns them; empty at the end.
    package static func read(from descriptor: Int32 = 0) -> Result<[UInt8], SystemError.Failure> {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
                count = unsafe systemRead(descriptor, buffer)
                filled = max(0, count)
            }
            if count >= 0 { return .success(bytes) }
            guard errno == EINTR else { return .failure(SystemError.Failure(number: errno)) }
        }
    }
}

func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes)
    return unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
