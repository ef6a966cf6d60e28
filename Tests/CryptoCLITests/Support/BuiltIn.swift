@testable import CryptoCLI
import CommandLineKit
import CryptoProgram
import Platform
import ProviderKit
import Transport

extension Environment {
    /// Creates an environment with the providers of the program.
    init(
        variables: [String: String], console: Console, time: TimeSource, random: @escaping @Sendable () -> Double,
        http: @escaping @Sendable (HTTPConfiguration) -> HTTPClient
    ) {
        self.init(
            variables: variables, providers: .builtIn, console: console, time: time, random: random, http: http)
    }
}

extension CryptoTool {
    /// The data for man pages, with the providers of the program.
    static var reference: ToolReference { reference(in: .builtIn) }

    /// All pages that `--generate` writes; the repository holds a copy of each.
    static var pages: [GeneratedPage] { reference.pages }
}
