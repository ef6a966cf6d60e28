#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// A spawned process that leads its own group. The code that spawns it kills and reaps it once.
struct ChildProcess: Sendable {
    /// The target of one of the descriptors 0, 1 and 2.
    enum Place: Sendable {
        case closed
        case file(String)
        case descriptor(Int32)
    }

    let pid: pid_t

    /// Spawns `executable` as `spawn` does. It is killed when the test process ends.
    init(
        _ executable: String, _ arguments: [[UInt8]], environment: [String: String], places: [Place], terminal: String?
    ) throws {
        pid = try Self.spawn(
            executable, arguments, environment: environment, places: places, terminal: terminal)
        ProcessGuard.shared?.add(pid)
    }

    /// Spawns `executable` (a path) with empty signal mask and default signal actions, whatever the test process has.
    ///
    /// With `terminal`, the path of a pty's slave, it leads its own session and the pty is its controlling terminal.
    static func spawn(
        _ executable: String, _ arguments: [[UInt8]], environment: [String: String], places: [Place], terminal: String?
    ) throws -> pid_t {
        var actions = FileActions()
        defer { actions.destroy() }
        if let terminal { actions.open(terminal, at: 0) }
        for (target, place) in places.enumerated() {
            actions.put(place, at: Int32(target))
        }
        actions.closeOthers()
        var attributes = SpawnAttributes(newSession: terminal != nil)
        defer { attributes.destroy() }

        let vector = CStrings([Array(executable.utf8)] + arguments)
        let variables = CStrings(environment.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) })
        defer {
            vector.release()
            variables.release()
        }
        var child: pid_t = 0
        let code = Descriptors.creation.withLock { _ in
            posix_spawn(&child, executable, &actions.raw, &attributes.raw, vector.pointers, variables.pointers)
        }
        guard code == 0 else { throw SystemCallFailure("posix_spawn \(executable)", code: code) }
        return child
    }

    /// Sends the signal to the process and all of its group.
    func signal(_ number: Int32) {
        kill(-pid, number)
    }

    /// Blocks until the process has ended, and leaves it to `reap`, so that its id is not reused.
    func waitForEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Kills the rest of the group and returns the wait status of the process. Blocks until it has ended.
    func reap() -> Int32 {
        signal(SIGKILL)
        var status: Int32 = 0
        ProcessGuard.shared?.remove(pid)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// A NULL-terminated array of C strings.
private struct CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [[UInt8]]) {
        pointers = strings.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
    }

    func release() {
        for pointer in pointers { free(pointer) }
    }
}
