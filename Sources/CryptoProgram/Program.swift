import AirQuality
import CryptoCLI
import MarketProviders
import Platform
package import ProviderKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs the program with the arguments of `main`. Signals are taken before there is any other thread: see `Signals`.
@_cdecl("crypto_main")
public func runProgram(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Never {
    saveAddressSpaceIfLimited()
    let signals = Signals()
    StandardStreams.occupyClosed()
    let arguments = unsafe bytes(of: arguments, count: Int(count))
    if arguments.first == CryptoTool.completionArgument {
        // Someone waits for it at a prompt. It takes no more threads and files than there are.
        signals.leaveToSystem()
        CryptoTool.complete(arguments.dropFirst(), .live(signals, .builtIn))
        ProcessEnd.exit(0)
    }
    requireDescriptors()
    TaskThreads.takeTasks()
    Task.detached {
        switch await CryptoTool.run(arguments, .live(signals, .builtIn)) {
        case .code(let code): ProcessEnd.exit(code)
        case .signal(let signal): ProcessEnd.raise(signal)
        }
    }
    TaskThreads.run(signals)
}

extension ProviderTable {
    /// The providers of the program. `sample` and `mock` are of prices and of air.
    package static let builtIn = markets + airQuality
}

/// Returns the arguments without the name of the program, which need not be UTF-8.
private func bytes(of arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int) -> [[UInt8]] {
    var words: [[UInt8]] = []
    // A program may be started without even its own name.
    for index in 1..<max(1, count) {
        guard let argument = unsafe arguments[index] else { break }
        unsafe words.append(Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
    }
    return words
}

/// What the runtime opens before the first request. Without, it ends the process by a signal.
private let neededDescriptors = 5

/// Ends the process with a message and the status 69 if it can open too few descriptors, after a low limit of the
/// process was raised as far as that is allowed.
private func requireDescriptors() {
    if canOpen(neededDescriptors) { return }
    #if canImport(Darwin)
    let resource = RLIMIT_NOFILE
    #else
    let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #endif
    var limit = rlimit()
    if unsafe getrlimit(resource, &limit) == 0 {
        limit.rlim_cur = min(256, limit.rlim_max)
        if unsafe setrlimit(resource, &limit) == 0, canOpen(neededDescriptors) { return }
    }
    let line = "crypto: too few files may be open at once; raise the limit with 'ulimit -n 64'\n"
    _ = StandardStreams.write(Array(line.utf8), to: 2)
    ProcessEnd.exit(69)
}

private func canOpen(_ count: Int) -> Bool {
    guard count > 0 else { return true }
    let descriptor = dup(2)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return canOpen(count - 1)
}
