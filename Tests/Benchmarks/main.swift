import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// swift run -c release benchmarks [PATH-OF-CRYPTO] [--only-<part> ...] [--tiny]
// swift run benchmarks --parts
do {
    let arguments = CommandLine.arguments.dropFirst().filter { $0 != Sizes.tinyOption }
    if arguments == ["--parts"] {
        for part in Part.all { Report.print("\(part.name)\t\(part.title)") }
    } else if try !HelperProcess.run(arguments) {
        try await Invocation(arguments).run()
    }
} catch {
    _ = StandardStreams.write(Array("benchmarks: \(error)\n".utf8), to: 2)
    exit(1)
}
