#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
package import Testing

/// Finds executables to run.
package enum Executables {
    /// The path of a product in the build directory of the tests (`.build/<triple>/debug/crypto`); nil when it is
    /// missing.
    ///
    /// `swift test` builds executables with the tests; a filtered build may lack them.
    package static func builtProduct(_ name: String) -> String? {
        var directory = testImage()[...]
        while let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
            let path = "\(directory)/\(name)"
            if isExecutable(path) { return path }
            if directory.hasSuffix("/.build") { return nil }
        }
        return nil
    }

    /// The first executable of this name in PATH; nil when there is none.
    package static func inPath(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
    }

    /// Returns whether a program in PATH, whose input and output are /dev/null, ends with status 0. Blocks until then.
    package static func succeeds(_ name: String, _ arguments: String..., environment: [String: String]) -> Bool {
        guard let path = inPath(name) else { return false }
        let child = try? ChildProcess(
            path, arguments.map { Array($0.utf8) }, environment: environment,
            places: Array(repeating: .file("/dev/null"), count: 3), terminal: nil)
        guard let child else { return false }
        child.waitForEnd()
        return child.reap() == 0
    }

    /// The path of the image that holds the tests: a bundle on macOS, the process itself elsewhere.
    private static func testImage() -> String {
        #if canImport(Darwin)
        var information = Dl_info()
        guard dladdr(#dsohandle, &information) != 0, let name = information.dli_fname else { return "" }
        return String(cString: name)
        #else
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
            let bytes = UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self)
            filled = max(readlink("/proc/self/exe", bytes, buffer.count), 0)
        }
        return String(decoding: bytes, as: UTF8.self)
        #endif
    }

    /// Whether it is an executable regular file. The build directory of a target may have the name of a product.
    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, visibly, where the product was not built with the tests.
    package static func needsBuiltProduct(_ name: String) -> Self {
        .needs("the built executable “\(name)”", Executables.builtProduct(name) != nil)
    }
}
