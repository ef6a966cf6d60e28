import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs the program with the arguments of `main`. Signals are taken before there is any other thread: see `Signals`.
@_cdecl("crypto_main")
public func runProgram(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Never {
    AddressSpace.saveIfLimited()
    let signals = Signals()
    StandardStreams.occupyClosed()
    let arguments = unsafe bytes(of: arguments, count: Int(count))
    if arguments.first == CryptoTool.completionArgument {
        // Someone waits for it at a prompt. It takes no more threads and files than there are.
        signals.leaveToSystem()
        CryptoTool.complete(arguments.dropFirst(), .live(signals))
        ProcessEnd.exit(0)
    }
    FreeDescriptors.require()
    TaskThreads.takeTasks()
    Task.detached {
        switch await CryptoTool.run(arguments, .live(signals)) {
        case .code(let code): ProcessEnd.exit(code)
        case .signal(let signal): ProcessEnd.raise(signal)
        }
    }
    TaskThreads.run(signals)
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
