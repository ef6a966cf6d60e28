#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Listening and connected sockets of 127.0.0.1.
enum LoopbackSocket {
    /// A socket that listens on a port chosen by the system.
    static func listening() throws(ChildRun.Fault) -> (descriptor: Int32, port: UInt16) {
        let descriptor = make()
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isBound, listen(descriptor, 16) == 0 else { throw .system("listen", errno) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// A socket connected to a port.
    static func connected(to port: Int) throws(ChildRun.Fault) -> Int32 {
        guard let port = UInt16(exactly: port) else { throw .system("connect", EINVAL) }
        let descriptor = make()
        let address = address(port: port)
        let isConnected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw .system("connect", errno) }
        return descriptor
    }

    private static func make() -> Int32 {
        #if canImport(Darwin)
        socket(AF_INET, SOCK_STREAM, 0)
        #else
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
