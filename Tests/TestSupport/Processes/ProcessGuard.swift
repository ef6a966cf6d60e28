#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Kills the process groups that tests have started when the test process ends before it could: by a crash, Ctrl-C or
/// kill -9.
///
/// A shell reads the groups from a pipe whose other end only the test process has. At the end of the pipe it kills
/// those that are left. It has a process group of its own, so that Ctrl-C does not reach it.
final class ProcessGuard: Sendable {
    /// The guard of this test process; nil where no shell can be started.
    static let shared = try? ProcessGuard()

    private static let script = """
        groups=' '
        while read -r change group; do
            case $change in
            +) groups="$groups$group " ;;
            -) groups="${groups%% "$group" *} ${groups#* "$group" }" ;;
            esac
        done
        for group in $groups; do kill -s KILL -- "-$group"; done
        """

    private let pipe: Int32
    private let shell: pid_t

    init() throws {
        let ends = try Descriptors.pipe()
        defer { close(ends.read) }
        do {
            shell = try ChildProcess.spawn(
                "/bin/sh", [Array("-c".utf8), Array(Self.script.utf8)], environment: ["PATH": "/usr/bin:/bin"],
                places: [.descriptor(ends.read), .file("/dev/null"), .file("/dev/null")], terminal: nil)
        } catch {
            close(ends.write)
            throw error
        }
        pipe = ends.write
    }

    /// Ends the guard, which kills the groups that are left. Blocks until it has.
    deinit {
        close(pipe)
        // Swift Testing's own wait for exit tests spins while a child of anyone is not reaped.
        var status: Int32 = 0
        while waitpid(shell, &status, 0) < 0, errno == EINTR {}
    }

    /// Adds a group to those that are killed at the end.
    func add(_ group: pid_t) { tell("+ \(group)\n") }

    /// Removes a group, whose id the system may give to another.
    func remove(_ group: pid_t) { tell("- \(group)\n") }

    /// A pipe takes so few bytes at once or not at all.
    private func tell(_ line: String) {
        _ = Array(line.utf8).withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
    }
}
