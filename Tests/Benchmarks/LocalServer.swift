#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server in its own process, usually of this program.
enum LocalServer {
    /// Runs `body` with the numbers of the line that the server writes when it is ready, beginning with its port.
    static func run<Result>(_ arguments: [String], _ body: ([Int]) throws -> Result) throws -> Result {
        try run(command: [CommandLine.arguments[0]] + arguments + (Sizes.areTiny ? [Sizes.tinyOption] : []), body)
    }

    /// Does the same with another program.
    static func run<Result>(command: [String], _ body: ([Int]) throws -> Result) throws -> Result {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw ChildRun.Fault.system("pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let server = try Child(command, [:], input: ends[0])
        close(ends[0])
        defer {
            close(ends[1])
            close(server.output)
            waitpid(server.pid, nil, 0)
        }
        let numbers = readLine(of: server.output)
        guard !numbers.isEmpty else { throw Failure.noAddress }
        return try body(numbers)
    }

    /// The numbers of the first line.
    private static func readLine(of descriptor: Int32) -> [Int] {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    }
}
