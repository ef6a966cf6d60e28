import Platform
import TestSupport
import Testing

@Suite(
    "A live view in tmux", .needsBuiltProduct("crypto"), .quick, .endsHang,
    .needs(program: "tmux"))
struct WatchTmuxTests {
    /// The size of a window.
    struct Window: Sendable, CustomTestStringConvertible {
        let columns: Int
        let rows: Int

        init(_ columns: Int, _ rows: Int) { (self.columns, self.rows) = (columns, rows) }

        var testDescription: String { "\(columns)x\(rows)" }

        func isHeader(_ line: Substring) -> Bool {
            switch columns {
            case ...30: line.hasPrefix("SYMBOL")
            case ...60: line.hasPrefix("TIME      SYMBOL") && !line.contains("PROVIDER")
            case ...100: line.hasPrefix("TIME      SYMBOL") && line.hasSuffix("PROVIDER  LAST 10 MIN")
            default: line.hasPrefix("TIME      SYMBOL") && line.hasSuffix("PROVIDER  LAST 20 MIN")
            }
        }

        /// Whether the screen has what the shell printed last, and below it one picture of this size.
        func isShown(_ screen: [Substring]) -> Bool {
            guard let header = screen.firstIndex(where: isHeader), screen.last?.contains(" symbols") == true,
                screen[..<header].allSatisfy({ $0.hasPrefix("shell line ") })
            else { return false }
            return screen[(header + 1)...].allSatisfy { !$0.isEmpty && !$0.contains("SYMBOL") }
        }
    }

    private static let few = (what: "BTC ETH SOL", windows: [Window(80, 24), Window(40, 12), Window(120, 30)])
    private static let many = (
        what: "--top 20",
        windows: [
            Window(80, 8), Window(40, 8), Window(120, 12), Window(30, 8), Window(80, 4), Window(80, 30), Window(40, 40),
        ]
    )

    /// A drawing for one size may arrive after the terminal has taken another, and no program can tell: then a line is
    /// left or lost. So one of three sessions must be right.
    @Test(
        "After changes of size there is one picture, and above it only what was there before",
        arguments: [few, many], [0, 3, 40])
    func sizes(_ watch: (what: String, windows: [Window]), shell: Int) async throws {
        var fault: String?
        for _ in 1...3 {
            fault = try await Self.fault(of: watch.what, in: watch.windows, shell: shell)
            if fault == nil { return }
        }
        Issue.record("\(fault ?? "")")
    }

    /// Runs a live view below `shell` lines in windows one after the other. Returns what is wrong on the screen.
    private static func fault(of what: String, in windows: [Window], shell: Int) async throws -> String? {
        try await withTemporaryDirectory { home in
            let (tmux, tool) = (
                try #require(Executables.inPath("tmux")), try #require(Executables.builtProduct("crypto"))
            )
            @Sendable func run(_ arguments: [String]) async throws -> [Substring] {
                let outcome = try await ToolProcess.run(
                    tmux, ["-S", home.path("socket"), "-f", "/dev/null"] + arguments,
                    environment: [
                        "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": home.path, "TERM": "xterm",
                        "SHELL": "/bin/sh",
                    ])
                try #require(outcome.status == .exited(0), "\(outcome.errorText)")
                let lines = outcome.outputText.split(separator: "\n", omittingEmptySubsequences: false)
                return Array(lines.reversed().drop(while: \.isEmpty).reversed())
            }
            let command =
                "i=0; while [ $i -lt \(shell) ]; do i=$((i + 1)); echo shell line $i; done; "
                + "exec '\(tool)' watch \(what) -p mock --trend"
            _ = try await run(["new-session", "-d", "-x", "\(windows[0].columns)", "-y", "\(windows[0].rows)", command])
            let result = await Result(catching: { () async throws -> String? in
                for window in windows {
                    _ = try await run(["resize-window", "-x", "\(window.columns)", "-y", "\(window.rows)"])
                    let end = TimeSource.live.elapsed() + .seconds(20)
                    var screen: [Substring] = []
                    repeat {
                        screen = try await run(["capture-pane", "-p"])
                    } while !window.isShown(screen) && TimeSource.live.elapsed() < end
                    if !window.isShown(screen) {
                        return "in \(window.testDescription):\n\(screen.joined(separator: "\n"))"
                    }
                }
                let all = try await run(["capture-pane", "-p", "-S", "-"])
                let kept = all.count { $0.hasPrefix("shell line ") }
                return kept == shell ? nil : "\(kept) lines are left above:\n\(all.joined(separator: "\n"))"
            })
            _ = try? await run(["kill-server"])
            return try result.get()
        }
    }
}
