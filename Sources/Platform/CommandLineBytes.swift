#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The arguments as the system gave them: `CommandLine.arguments` repairs what is no UTF-8, and nobody would know.
public enum CommandLineBytes {
    /// The arguments without the program's name.
    public static var arguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }
}
