import CommandLineKit
import TestSupport
import Testing

/// A page of the sample tool. `fill` writes its DESCRIPTION.
private func page(_ fill: (inout Mdoc) -> Void) -> Mdoc {
    let reference = ToolReference(tool: sampleTool, date: "March 1, 2024")
    var page = Mdoc(reference, name: "sample-x", section: 1, summary: "Show what is there.")
    page.section("DESCRIPTION")
    fill(&page)
    return page
}

/// The source lines after `.Sh DESCRIPTION`.
private func source(_ fill: (inout Mdoc) -> Void) -> [String] {
    let lines = page(fill).text.split(separator: "\n").map(String.init)
    return Array(lines.drop { $0 != ".Sh DESCRIPTION" }.dropFirst())
}

@Suite("Source of mdoc pages", .quick)
struct MdocTests {
    @Test("A page begins with the date, the title and the summary")
    func head() {
        let expected = """
            .Dd March 1, 2024
            .Dt SAMPLE-X 1
            .if r LL .if \\n[LL]<59n .ds doc-volume
            .Os
            .Sh NAME
            .Nm sample-x
            .Nd show what is there
            .Sh DESCRIPTION

            """
        #expect(page { _ in }.text.hasSuffix(expected))
    }

    @Test(
        "Prose has one sentence per line, code in macros, and no text that roff would interpret",
        arguments: [
            ("One. Two! Three (four.) Five", ["One.", "Two!", "Three (four.)", "Five"]),
            ("a, b, ... and so on", ["a, b, ... and so on"]),
            (".TH is no request", [#"\&.TH is no request"#]),
            ("'x' and \"y\"", [#"\(aqx\(aq and \(dqy\(dq"#]),
            (#"\n and \\"#, [#"\en and \e\e"#]),
            ("x^2 ~ a-b", [#"x\(ha2 \(ti a-b"#]),
            ("see -h or --no-x or -5", [#"see \-h or \-\-no\-x or \-5"#]),
            ("100 × a − b … 😀", [#"100 \[u00D7] a \[u2212] b \[u2026] \[u1F600]"#]),
            ("Say `--max-age 0`, then `No`.", ["Say", #".Cm \-\-max\-age 0 ,"#, "then", #".Cm \&No ."#]),
            ("In `sample-list`(1).", ["In", ".Xr sample-list 1 ."]),
            ("a lone ` stands", [#"a lone \(ga stands"#]),
            ("name_with:parts these: two/three.", [#"\%name_with:parts these: \%two/three."#]),
        ])
    func prose(_ text: String, _ expected: [String]) {
        #expect(source { $0.prose(text) } == expected)
    }

    @Test("A text of pages has sections with paragraphs, literal lines and definitions")
    func pageText() {
        let text = PageText(
            """
            A comment.

            # sample FILES

            ~/.sample
            : Where it
              is.

            none

            # sample-x NOTES

            One
            `a b` #
            two.

                $ literal  line
                  # another

            """)
        #expect(text.definitions("sample", "FILES").map(\.term) == ["~/.sample", "none"])
        #expect(text.definitions("sample", "FILES").map(\.meaning) == ["Where it is.", ""])
        #expect(text.sections(of: "sample-x").map(\.title) == ["NOTES"])
        #expect(text.sections(of: "sample-").isEmpty && text.paragraphs("sample-x", "FILES").isEmpty)
        let expected = [
            "One", ".Cm a b", "# two.", ".Bd -literal -offset indent", "$ literal  line", "  # another", ".Ed",
        ]
        #expect(source { $0.add(text.paragraphs("sample-x", "NOTES")) } == expected)
    }

    @Test("Long sentences are broken before column 80, and an empty line begins a paragraph")
    func paragraphs() {
        let words = Array(repeating: "word", count: 40).joined(separator: " ")
        let lines = source { $0.prose(words + "\n\nnext") }
        #expect(lines.allSatisfy { $0.utf8.count < 80 })
        #expect(lines.suffix(2) == [".Pp", "next"])
        #expect(lines.dropLast(2).joined(separator: " ") == words)
    }

    @Test("The heads of definition lists show options, values and kinds")
    func heads() throws {
        let limit = try #require(sampleTool.commands[0].options.first { $0.name == "limit" })
        let lines = source {
            $0.definitions([(.option(limit), "x"), (.variable("A_B"), "y"), (.field("open", type: "number"), "z")])
        }
        #expect(
            lines.filter { $0.hasPrefix(".It") } == [
                #".It Fl n , Fl \-limit Ar n"#, #".It Ev \%A_B"#, ".It Cm open Pq number",
            ])
    }

    @Test(
        "Text with roff syntax is printed unchanged by mandoc, without warnings",
        .needs(program: "mandoc"))
    func shown() async throws {
        let nasty = [
            ".Sh NO", "'br", #"\fBbold\fP \" comment \*(Tm"#, "No Em Sy .Pp", #"a "quoted" 'word'"#, "--no-x -5 `",
            "| ( ) [ ] , ; : ! ?", "price − open × 100 ÷ …", "~user ^caret {x:<8.2}",
        ]
        let text = page { page in
            for words in nasty { page.prose(words) }
            page.literal(nasty)
            page.definitions(nasty.filter { !$0.hasPrefix("|") }.map { (.command($0), "Meaning.") })
        }.text
        let mandoc = try #require(Executables.inPath("mandoc"))
        let shown = try await ToolProcess.run(
            mandoc, ["-T", "utf8", "-O", "width=200"], environment: ["LC_ALL": "C.UTF-8"],
            input: .bytes(Array(text.utf8)))
        let lines = shown.outputText.replacing(/.\u{8}/, with: "").split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }
        for words in nasty {
            // mandoc prints the meaning of a short head on the same line.
            let shown = lines.count { $0 == words || $0.hasPrefix(words) && $0.hasSuffix(" Meaning.") }
            #expect(shown == (words.hasPrefix("|") ? 2 : 3), "\(words)")
        }
        let lint = try await ToolProcess.run(mandoc, ["-T", "lint"], input: .bytes(Array(text.utf8)))
        #expect(lint.outputText == "")
    }
}
