#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The command-line arguments as raw bytes. `CommandLine.arguments` silently repairs invalid UTF-8.
public enum CommandLineBytes {
    /// The arguments without the name of the program.
    public static var arguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { argument in
                unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }
}
