#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@testable import TestSupport

/// A blocking TCP client that reports bytes and endings unchanged.
final class PlainClient {
    /// The end of a connection and the bytes before it.
    enum End: Equatable {
        case closed([UInt8])
        case reset
    }

    private let descriptor: Int32

    init(port: UInt16, family: LoopbackFamily = .ipv4) throws {
        descriptor = try Descriptors.streamSocket(family: family == .ipv4 ? AF_INET : AF_INET6)
        // A missing byte fails a test as an unexpected reset, instead of blocking it.
        Descriptors.set(descriptor, level: SOL_SOCKET, option: SO_RCVTIMEO, to: timeval(tv_sec: 20, tv_usec: 0))
        switch family {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            try connect(to: address)
        case .ipv6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            try connect(to: address)
        }
    }

    private func connect<Address>(to address: Address) throws {
        let code = withUnsafeBytes(of: address) { bytes in
            systemConnect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, bytes.count)
        }
        guard code == 0 else { throw SystemCallFailure("connect") }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemCallFailure("write") }
    }

    /// Sends a request and reads one answer: its head and the body that Content-Length announces.
    func exchange(_ request: String) throws -> String {
        try send(request)
        var answer: [UInt8] = []
        while let more = receive(), !more.isEmpty {
            answer += more
            let text = String(decoding: answer, as: UTF8.self)
            guard let head = text.firstRange(of: "\r\n\r\n"), let field = text.firstRange(of: "Content-Length: ")
            else { continue }
            let length = Int(text[field.upperBound...].prefix { $0.isNumber }) ?? 0
            if text[head.upperBound...].utf8.count >= length { return text }
        }
        return String(decoding: answer, as: UTF8.self)
    }

    func readToEnd() -> End {
        var all: [UInt8] = []
        while let more = receive() {
            if more.isEmpty { return .closed(all) }
            all += more
        }
        return .reset
    }

    /// Nil after a reset, empty after the end.
    func receive() -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, filled in
            count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            filled = max(count, 0)
        }
        return count < 0 ? nil : bytes
    }
}

/// connect(2), which is hidden by a method called `connect`.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: Int) -> Int32 {
    connect(descriptor, address, socklen_t(length))
}
