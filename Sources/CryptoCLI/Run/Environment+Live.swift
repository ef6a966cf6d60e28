package import Platform
package import ProviderKit
import Rendering
import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Environment {
    /// Returns the environment of the process; `signals` are those that it takes.
    package static func live(_ signals: Signals, _ providers: ProviderTable) -> Environment {
        var environment = Environment(
            variables: liveVariables(), providers: providers, console: .live(), time: .live,
            random: { Double.random(in: 0...1) }, http: { HTTPClient.curl($0) })
        let keys = TypedKeys(0, output: 1)
        environment.console.silenceKeys = { keys.begin($0) }
        environment.console.readsLines = Terminal.size(of: 0) == nil
        // tmux is on the same machine, so that its answer is there at once.
        if !(environment.variables["TMUX"] ?? "").isEmpty {
            environment.console.report = { keys.report(of: 1) }
        }
        if environment.variables["SSH_CONNECTION"] == nil {
            environment.console.background = {
                Terminal.background(of: 1).map { ChartColor(red: $0.red, green: $0.green, blue: $0.blue) }
            }
        }
        environment.usesCache = true
        environment.localTime = .system
        environment.readInput = { StandardStreams.read() }
        environment.armWatchdog = { ProcessEnd.armWatchdog($0, status: ExitStatus.tryLater.number) }
        environment.takeSignals = { signals.take($0) }
        environment.endHard = { ProcessEnd.raise($0) }
        environment.stopProcess = { Signals.stopProcess() }
        environment.runShell = { await shell($0, variables: $1, output: $2) }
        return environment
    }

    private static func shell(
        _ command: String, variables: [String], output: (@Sendable ([UInt8]) -> Void)?
    ) async -> String? {
        do throws(SystemError.Failure) {
            switch try await Spawn.shell(command, environment: variables, output: output) {
            case .exited(0): return nil
            case .exited(let code): return "ended with status \(code)"
            case .signalled(let signal): return "ended by signal \(signal)"
            }
        } catch {
            return "could not be started: \(SystemError.text(error.number))"
        }
    }

    /// Returns the variables. Those that are not valid UTF-8 are left out, since no variable of this program is among
    /// them.
    private static func liveVariables() -> [String: String] {
        var variables = [String: String](minimumCapacity: 64)
        var entry = unsafe environ
        while let pointer = unsafe entry.pointee {
            if let text = unsafe String(validatingCString: pointer),
                let equals = text.utf8.firstIndex(of: UInt8(ascii: "="))
            {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            unsafe entry += 1
        }
        return variables
    }
}

extension Console {
    /// Returns stdout and stderr of the process.
    static func live() -> Console {
        var console = Console(
            write: { (bytes) throws(Failure) in
                switch StandardStreams.write(bytes, to: 1) {
                case 0: break
                case EPIPE: throw .brokenPipe
                case let number: throw .stdout(number)
                }
            },
            complain: { _ = StandardStreams.write($0, to: 2) }, columns: Terminal.columns(of: 1))
        console.size = { Terminal.isOurs(1) ? Terminal.size(of: 1) : nil }
        console.noticeColumns = { Terminal.isOurs(2) ? Terminal.columns(of: 2) : nil }
        return console
    }
}
