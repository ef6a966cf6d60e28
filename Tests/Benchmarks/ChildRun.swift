#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One run of a program, from spawn to exit.
struct ChildRun {
    /// Wall-clock milliseconds.
    let milliseconds: Double
    /// The peak resident set of the program or of a child that it waited for.
    let peak: Peak
    /// The number of lines on stdout.
    let lines: Int

    /// The reason for a failed run.
    enum Fault: Error, CustomStringConvertible {
        /// A system call failed.
        case system(String, Int32)
        /// The program ended with a wait status other than 0.
        case ended([String], status: Int32)

        var description: String {
            switch self {
            case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
            case .ended(let command, let status) where status & 0x7F == 0:
                "\(command.joined(separator: " ")): exit status \(status >> 8 & 0xFF)"
            case .ended(let command, let status): "\(command.joined(separator: " ")): signal \(status & 0x7F)"
            }
        }
    }

    /// Runs `command` with the stdin and stderr of this process and reads its stdout to the end.
    init(_ command: [String], _ environment: [String: String]) throws(Fault) {
        let start = Stopwatch()
        let child = try Child(command, environment)
        lines = child.countLines()
        let (status, usage) = child.wait()
        milliseconds = start.milliseconds
        guard status == 0 else { throw .ended(command, status: status) }
        peak = Peak(of: usage)
    }
}

/// A peak resident set, as wait4(2) and getrusage(2) report it.
///
/// Until exec(2), Linux also counts the pages of the parent, so the peak of a child is never below that of its parent.
struct Peak: Comparable {
    let bytes: Int
    /// Whether it may be the peak of the parent, which is then only an upper bound for the program.
    let isBound: Bool

    init(of usage: rusage) {
        var own = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &own)
        let unit = 1
        #else
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
        let unit = 1024
        #endif
        bytes = usage.ru_maxrss * unit
        isBound = usage.ru_maxrss <= own.ru_maxrss
    }

    static func < (left: Peak, right: Peak) -> Bool { left.bytes < right.bytes }
}

/// The milliseconds since its creation.
struct Stopwatch {
    private let start = ContinuousClock.now

    var milliseconds: Double { (ContinuousClock.now - start) / .milliseconds(1) }
}

/// A spawned program and the pipe of its stdout.
struct Child {
    let command: [String]
    let pid: pid_t
    /// The end of the pipe that reads its stdout.
    let output: Int32

    /// Spawns `command`, which begins with a path. The descriptor `input` is its stdin.
    init(_ command: [String], _ environment: [String: String], input: Int32 = 0) throws(ChildRun.Fault) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .system("pipe", errno) }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        defer { close(ends[1]) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if input != 0 { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[1])

        let words = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, command[0], &actions, nil, words, variables)
        guard code == 0 else {
            close(ends[0])
            throw .system("posix_spawn \(command[0])", code)
        }
        (self.command, pid, output) = (command, child, ends[0])
    }

    /// Runs many of a program at once until all have ended. Throws the first failure.
    static func run(
        _ count: Int, _ command: [String], _ environment: [String: String]
    ) throws(ChildRun.Fault) {
        var children: [Child] = []
        var failure: ChildRun.Fault?
        do {
            for _ in 0..<count { children.append(try Child(command, environment)) }
        } catch {
            failure = error
        }
        for child in children {
            do { try child.end() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Reads all output and waits for the end of the program. Throws if it fails.
    func end() throws(ChildRun.Fault) {
        _ = countLines()
        let status = wait().status
        guard status == 0 else { throw .ended(command, status: status) }
    }

    /// Waits for the end of the program and closes its output. Returns the wait status and what it used.
    func wait() -> (status: Int32, usage: rusage) {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
        close(output)
        return (status, usage)
    }

    /// Reads all output and counts its lines.
    fileprivate func countLines() -> Int {
        var lines = 0
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
            while case let count = read(output, buffer.baseAddress, buffer.count), count > 0 {
                lines += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
            }
        }
        return lines
    }
}
