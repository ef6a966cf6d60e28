#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One run of a program, from its spawning to its end.
struct ChildRun {
    /// Wall-clock milliseconds.
    let milliseconds: Double
    /// The largest resident set of it or of a child it waited for.
    let peak: Peak
    /// How many lines it wrote to stdout.
    let lines: Int

    /// Why there is no run to speak of.
    enum Fault: Error {
        /// A call of the system failed.
        case system(String, Int32)
        /// The program ended with another wait status than 0.
        case ended([String], status: Int32)
    }

    /// Runs `command` with stdin and stderr as they are here and reads its stdout to the end.
    init(_ command: [String], _ environment: [String: String]) throws(Fault) {
        let start = Stopwatch()
        let child = try Child(command, environment)
        lines = child.countLines()
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child.pid, &status, 0, &usage) < 0, errno == EINTR {}
        milliseconds = start.milliseconds
        close(child.output)
        guard status == 0 else { throw .ended(command, status: status) }
        peak = Peak(of: usage)
    }
}

/// A largest resident set, as wait4(2) and getrusage(2) tell it.
///
/// Linux counts the spawner's pages too until exec(2), so a child's is never below what the spawner ever held.
struct Peak: Comparable {
    let bytes: Int
    /// Whether it may be the spawner's, so that all that is known is that the program needed no more.
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

/// Milliseconds since it was made.
struct Stopwatch {
    private let start = ContinuousClock.now

    var milliseconds: Double { (ContinuousClock.now - start) / .milliseconds(1) }
}

/// A spawned program and the pipe its stdout goes to.
struct Child {
    let pid: pid_t
    /// Where its stdout is read.
    let output: Int32

    /// Spawns `command`, its first word a path. With `input`, that descriptor is its stdin.
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
        (pid, output) = (child, ends[0])
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
