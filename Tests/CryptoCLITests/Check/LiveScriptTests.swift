import TestSupport
import Testing

@Suite("The script of the nightly check", .quick, .needsLinux)
struct LiveScriptTests {
    /// Runs the script with a program that notes its words, and fails for the words of one job, and a `swift` that
    /// finds a member in the place of the record.
    private func run(
        failing job: String, _ home: TemporaryDirectory
    ) async throws -> (outcome: ToolOutcome, lines: [String]) {
        let program = home.path("crypto")
        try home.write(
            """
            #!/bin/sh
            echo "$*" >>'\(home.path("lines"))'
            echo "| kraken | refused |"
            echo "crypto: GET https://kraken.example/" >&2
            echo "crypto: kraken is slow" >&2
            [ "$1" != '\(job)' ] || exit 69

            """, to: "crypto")
        try home.write(
            """
            #!/bin/sh
            echo "↳ Testing Library Version: 6"
            printf '\\033[90m↳\\033[0m %s\\n' "https://kraken.example/$3: '$CRYPTO_RECORDED' is gone"
            exit 1

            """, to: "bin/swift")
        _ = try await ToolProcess.run("/bin/chmod", ["+x", program, home.path("bin/swift")])
        let outcome = try await ToolProcess.run(
            "\(PackageFolder.path)/.ci/live", [home.path("records")],
            environment: ["PATH": "\(home.path("bin")):/usr/bin:/bin", "PROGRAM": program])
        let lines = String(decoding: try Files.bytes(home.path("lines")), as: UTF8.self)
        return (outcome, lines.split(separator: "\n").map(String.init))
    }

    @Test("It checks each job and keeps the answers; a failure makes the text of an issue")
    func fails() async throws {
        try await withTemporaryDirectory { home in
            let (outcome, lines) = try await run(failing: "convert", home)
            #expect(outcome.status == .exited(1))
            let records = home.path("records")
            #expect(
                lines
                    == [
                        ("list", "list"), ("price", "price"), ("history", "price --history 2d"),
                        ("convert", "convert"), ("watch", "watch"), ("aqi", "aqi"),
                    ].map { "\($0.1) --provider check -v --record \(records)/\($0.0) -f markdown" })
            #expect(
                outcome.outputText == """
                    ## crypto convert --provider check: exit status 69

                    | kraken | refused |

                    crypto: kraken is slow

                    ## Members of the answers that differ from those in the tests

                    - https://kraken.example/KnownShape: '\(records)' is gone


                    """)
            #expect(String(decoding: try Files.bytes("\(records)/issue.md"), as: UTF8.self) == outcome.outputText)
        }
    }

    @Test("Without a failure there is no issue, and the status is 0")
    func passes() async throws {
        try await withTemporaryDirectory { home in
            let (outcome, _) = try await run(failing: "none", home)
            #expect(outcome.status == .exited(0) && outcome.outputText == "", "\(outcome.errorText)")
            #expect(!Files.exists(home.path("records/issue.md")))
        }
    }
}
