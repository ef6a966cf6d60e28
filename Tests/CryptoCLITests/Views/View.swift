import CryptoCLI
import Platform
import Rendering
import TestFixtures
import TestSupport
import Testing

/// What a command shows on a terminal.
struct View: Sendable, CustomTestStringConvertible {
    let name: String
    /// The words after `crypto`.
    let line: String
    /// What is on stdin of a live view, after its first drawing; nil for a command that prints once.
    let input: String?

    var testDescription: String { name }

    init(_ name: String, _ line: String, input: String? = nil) {
        (self.name, self.line, self.input) = (name, line, input)
    }

    /// The widths at which each is recorded.
    static let widths = [40, 80, 120, 200]

    /// The favorites of the user.
    private static let favorites = """
        BTC 0.5 @ 30000 USD
        ETH 2 @ 1800 USD
        stock:AAPL 12 @ 199 USD
        SOL 40 @ 21.5 USD
        SEK 10000

        """

    private static let variables = ["LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"]

    private var words: [String] { line.split(separator: " ").map(String.init) }

    /// Returns what a terminal of this theme, which says its background, shows at the end.
    func screen(columns: Int, theme: TerminalTheme) async throws -> TerminalScreen {
        let size = Terminal.Size(columns: columns, rows: 24)
        return try await withTemporaryDirectory { home in
            try home.write(Self.favorites, to: "crypto/favorites")
            let variables = Self.variables.merging(["XDG_CONFIG_HOME": home.path]) { $1 }
            let console = TestConsole(size: size, background: { ChartColor(theme.background) })
            guard let input else {
                let run = await runTool(words, variables, console: console)
                #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
                return TerminalScreen(showing: run.output, size)
            }
            return try await withVirtualTime { time in
                // Without time that passes there are two drawings: one before the first row, and the last one.
                let typed = TypedInput()
                async let ended = runTool(words, variables, console: console, input: { typed.read(in: time) })
                try await expectEventually("a drawing") { !console.output.isEmpty }
                typed.type(input)
                typed.end()
                let run = await ended
                #expect(run.status == .success, "\(run.errors)")
                return TerminalScreen(showing: run.output, size)
            }
        }
    }
}
