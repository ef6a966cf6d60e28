#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server in its own process that prints its port as the first line and ends when its stdin does.
///
/// It also ends when the test process crashes, because its stdin ends then.
package struct HelperServer: Sendable {
    /// The helper printed no port.
    package struct NoPort: Error, Equatable {}

    /// The port chosen by the system.
    package let port: UInt16

    private let process: ChildProcess
    private let stdin: Int32

    /// Spawns `executable` (a path) and waits up to 20 s for its port; `stop()` must end it. Throws `SystemCallFailure`
    /// or `NoPort`.
    package init(_ executable: String, _ arguments: [String]) async throws {
        let (process, stdin, stdout) = try Self.spawn(executable, arguments)
        defer { close(stdout) }
        let line = await WorkerThread.result { Self.firstLine(of: stdout) }
        guard let port = line.flatMap(UInt16.init) else {
            close(stdin)
            _ = process.reap()
            throw NoPort()
        }
        self.port = port
        self.process = process
        self.stdin = stdin
    }

    /// Ends it at once.
    package func stop() {
        close(stdin)
        _ = process.reap()
    }

    /// Like `stop`, but lets it end by itself.
    func stopGently() -> ToolOutcome.Status {
        close(stdin)
        process.waitForEnd()
        return ToolOutcome.Status(waitStatus: process.reap())
    }

    private static func spawn(
        _ executable: String, _ arguments: [String]
    ) throws -> (process: ChildProcess, stdin: Int32, stdout: Int32) {
        let input = try Descriptors.pipe()
        let output = try Descriptors.pipe()
        defer {
            close(input.read)
            close(output.write)
        }
        do {
            let process = try ChildProcess(
                executable, arguments.map { Array($0.utf8) }, environment: ["PATH": "/usr/bin:/bin"],
                places: [.descriptor(input.read), .descriptor(output.write), .file("/dev/null")], terminal: nil)
            return (process, input.write, output.read)
        } catch {
            close(input.write)
            close(output.read)
            throw error
        }
    }

    /// Waits up to 20 s; nil when the other side ends or sends nothing.
    private static func firstLine(of descriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 20_000) == 1, read(descriptor, &byte, 1) == 1 {
            if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
