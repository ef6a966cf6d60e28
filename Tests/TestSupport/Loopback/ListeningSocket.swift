#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A TCP socket that listens on a loopback address, at a port chosen by the system.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// With `refusing` it only reserves the port: no other process gets it, and connections to it are refused.
    init(family: LoopbackFamily, refusing: Bool = false, queue: Int32 = 128) throws {
        let descriptor = try Descriptors.streamSocket(family: family == .ipv4 ? AF_INET : AF_INET6)
        do {
            port = try Self.bind(descriptor, family)
            guard refusing || listen(descriptor, queue) == 0 else { throw SystemCallFailure("listen") }
        } catch {
            close(descriptor)
            throw error
        }
        Descriptors.makeNonBlocking(descriptor)
        self.descriptor = descriptor
    }

    private static func bind(_ descriptor: Int32, _ family: LoopbackFamily) throws -> UInt16 {
        switch family {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            try bind(descriptor, &address)
            return UInt16(bigEndian: address.sin_port)
        case .ipv6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            try bind(descriptor, &address)
            return UInt16(bigEndian: address.sin6_port)
        }
    }

    /// Binds to the address and reads back the address that the system assigned.
    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) throws {
        var length = socklen_t(MemoryLayout<Address>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                #if canImport(Darwin)
                let bound = Darwin.bind(descriptor, generic, length)
                #else
                let bound = Glibc.bind(descriptor, generic, length)
                #endif
                guard bound == 0 else { throw SystemCallFailure("bind") }
                guard getsockname(descriptor, generic, &length) == 0 else { throw SystemCallFailure("getsockname") }
            }
        }
    }
}

/// Which loopback address a server listens on.
package enum LoopbackFamily: Sendable {
    /// 127.0.0.1.
    case ipv4
    /// ::1, which some containers lack.
    case ipv6

    /// Whether this machine has the address.
    package var isAvailable: Bool {
        guard let socket = try? ListeningSocket(family: self, refusing: true) else { return false }
        close(socket.descriptor)
        return true
    }

    /// The address in the form of a URL.
    var host: String { self == .ipv4 ? "127.0.0.1" : "[::1]" }
}

/// Runs `body` with a URL, `http://127.0.0.1:PORT`. The port refuses connections for as long as `body` runs.
package func withRefusedURL<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let socket = try ListeningSocket(family: .ipv4, refusing: true)
    defer { close(socket.descriptor) }
    return try await body("http://127.0.0.1:\(socket.port)")
}

/// Runs `body` with an address, `127.0.0.1:PORT`, where no process accepts connections. The system completes the first
/// ones; if the queue `isFull`, it completes none.
package func withDeafAddress<Result>(isFull: Bool, _ body: (String) async throws -> Result) async throws -> Result {
    let socket = try ListeningSocket(family: .ipv4, queue: isFull ? 0 : 128)
    defer { close(socket.descriptor) }
    var clients: [Int32] = []
    defer { for client in clients { close(client) } }
    for _ in 0..<(isFull ? 4 : 0) {
        let client = try Descriptors.streamSocket(family: AF_INET)
        clients.append(client)
        Descriptors.makeNonBlocking(client)
        try ListeningSocket.connect(client, to: socket.port)
    }
    return try await body("127.0.0.1:\(socket.port)")
}

extension ListeningSocket {
    /// Begins to connect a non-blocking socket to a port of 127.0.0.1.
    fileprivate static func connect(_ client: Int32, to port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        try withUnsafePointer(to: address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                let length = socklen_t(MemoryLayout<sockaddr_in>.size)
                #if canImport(Darwin)
                let code = Darwin.connect(client, generic, length)
                #else
                let code = Glibc.connect(client, generic, length)
                #endif
                guard code == 0 || errno == EINPROGRESS else { throw SystemCallFailure("connect") }
            }
        }
    }
}
