import MarketProviders
import Markets
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `crypto watch`, or another stream, as a process that the server's scripts signal and measure.
struct WatchedProcess: Sendable {
    private let file: String
    private let directory: String

    init(_ directory: TemporaryDirectory) {
        file = directory.path("pid")
        self.directory = directory.path(".")
    }

    /// Returns how many lines a file in the directory has.
    func lines(of name: String) -> Int { (try? Files.bytes("\(directory)/\(name)"))?.count { $0 == 10 } ?? 0 }

    /// Returns the text of a file in the directory; nil without the file.
    func text(of name: String) -> String? {
        (try? Files.bytes("\(directory)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Moves a file of the directory to another name.
    func move(_ name: String, to other: String) { rename("\(directory)/\(name)", "\(directory)/\(other)") }

    /// Makes a file in the directory.
    func touch(_ name: String) { try? Files.write([], to: "\(directory)/\(name)") }

    /// Nil until it runs.
    var pid: pid_t? {
        guard let bytes = try? Files.bytes(file), bytes.last == 10 else { return nil }
        return pid_t(String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    func signal(_ number: Int32) {
        if let pid { kill(pid, number) }
    }

    // These are only known on Linux.

    /// R, S, T …: see proc(5).
    var state: String? { statistics.first }

    /// The processor time since its start, in hundredths of a second.
    var processorTicks: Int {
        // Fields 14 and 15; the first here is the third.
        let fields = statistics
        guard fields.count > 12 else { return 0 }
        return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }

    /// The peak of its memory, in KiB.
    var peakMemory: Int? { memory("VmHWM:") }

    /// Its current memory, in KiB.
    var memory: Int? { memory("VmRSS:") }

    private func memory(_ name: String) -> Int? {
        guard let pid, let bytes = try? Files.bytes("/proc/\(pid)/status") else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }

    private var statistics: [String] {
        guard let pid, let bytes = try? Files.bytes("/proc/\(pid)/stat") else { return [] }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: end)...].split(separator: " ").map(String.init)
    }
}

/// Runs the built `crypto watch` with Coinbase's stream, or another command, against scripts, one per connection, and
/// `lists` for requests before them. `shell` is run first in the same process, where `$0` is a directory for files and
/// `"$@"` the tool. Scripts get the process as an argument.
func runBuiltWatch(
    _ arguments: [String], command: [String] = ["watch", "-p", "coinbase"], shell: String = #"exec "$@""#,
    variables: [String: String] = [:], lists: [Exchange] = [],
    input: ToolProcess.Input = .null, output: ToolProcess.Output? = nil, terminal: TerminalSize? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    scripts: (WatchedProcess) -> [WebSocketScript],
    meanwhile: @Sendable (WatchedProcess) async throws -> Void = { _ in }
) async throws -> ToolOutcome {
    let tool = try #require(Executables.builtProduct("crypto"))
    return try await withTemporaryDirectory { directory in
        let process = WatchedProcess(directory)
        let sockets = scripts(process).map { Exchange.webSocket(sourceLocation: sourceLocation, script: $0) }
        return try await withLoopbackServer(lists + sockets, sourceLocation: sourceLocation) { server in
            let exchanges = ProviderTable.markets.prices.filter { !$0.host.isEmpty && $0.jobs.contains(.watch) }.map(
                \.name)
            var variables = variables.merging(server.airVariables) { $1 }
            for name in exchanges {
                variables["CRYPTO_\(name.uppercased())_URL"] = server.url
                variables["CRYPTO_\(name.uppercased())_WS_URL"] = server.webSocketURL
            }
            variables["PATH"] = "/usr/bin:/bin"
            variables["HOME"] = directory.path(".")
            async let outcome = ToolProcess.run(
                "/bin/sh",
                ["-c", #"echo $$ >"$0/pid"; "# + shell, directory.path("."), tool] + command
                    + arguments,
                environment: variables, input: input, output: output, terminal: terminal)
            try await meanwhile(process)
            return try await outcome
        }
    }
}
