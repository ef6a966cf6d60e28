import CryptoProgram
import Markets
import CommandLineKit
import Rendering
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("Man pages", .quick)
struct PagesManTests {
    private static let folder = "\(PackageFolder.path)/Man"
    private static let names = Files.names(in: folder).filter { $0.last?.isNumber == true }

    private static func text(_ name: String) throws -> String {
        String(decoding: try Files.bytes("\(folder)/\(name)"), as: UTF8.self)
    }

    private static func mandoc(_ name: String, _ options: [String]) async throws -> ToolOutcome {
        try await ToolProcess.run(
            try #require(Executables.inPath("mandoc")), options, environment: ["LC_ALL": "C.UTF-8"],
            input: .bytes(Array(try text(name).utf8)))
    }

    @Test(
        "mandoc reports nothing, and every page they refer to exists",
        .needs(program: "mandoc"), arguments: names)
    func lint(_ name: String) async throws {
        // mandoc finds only installed pages.
        let foreign = try await Self.mandoc(name, ["-T", "lint"]).outputText.split(separator: "\n").filter { line in
            let words = line.split(separator: " ")
            guard line.contains("referenced manual not found"), let place = words.firstIndex(of: "Xr") else {
                return true
            }
            return !Self.names.contains("\(words[place + 1]).\(words[place + 2])")
        }
        #expect(foreign == [])
    }

    @Test(
        "Every line fits 80 columns", .needs(program: "mandoc"),
        arguments: names)
    func width(_ name: String) async throws {
        let page = try await Self.mandoc(name, ["-T", "utf8", "-O", "width=80"]).outputText
        let plain = page.replacing(/.\u{8}/, with: "")
        #expect(plain.split(separator: "\n").filter { $0.count > 80 } == [])
        #expect(plain.contains("SEE ALSO"))
    }

    @Test(
        "groff formats a page at any width, and its header has the whole title at 40 columns",
        .needs(program: "groff"), arguments: names)
    func groffWidth(_ name: String) async throws {
        let groff = try #require(Executables.inPath("groff"))
        for width in [20, 40, 60, 80] {
            // What man(1) passes: lines and headers of the width of the terminal, and no page breaks.
            let shown = try await ToolProcess.run(
                groff, ["-Tutf8", "-mandoc", "-rLL=\(width)n", "-rLT=\(width)n", "-rcR=1"],
                environment: ["PATH": "/usr/bin:/bin"], input: .bytes(Array(try Self.text(name).utf8)),
                timeout: .seconds(20))
            #expect(shown.status == .exited(0), "\(width)")
            let header = shown.outputText.split(separator: "\n").first ?? ""
            #expect(header.count <= width && header.uppercased().hasPrefix("C"), "\(width)")
            if width >= 40 { #expect(header.split(separator: " ").last?.hasPrefix("CRYPTO") == true) }
        }
    }

    @Test(
        "No address of a provider is broken at the end of a line",
        .needs(program: "mandoc"), arguments: [40, 60, 80])
    func addresses(_ width: Int) async throws {
        let page = try await Self.mandoc("crypto-providers.7", ["-T", "utf8", "-O", "width=\(width)"]).outputText
        let lines = page.split(separator: "\n").filter { $0.contains("://") }
        #expect(lines.count > 20 && lines.filter { $0.hasSuffix("-") } == [])
    }

    @Test(
        "The page of a command shows every option, value, field, variable and exit status as typed",
        .needs(program: "mandoc"),
        arguments: CryptoTool.reference.tool.commands.map(\.name))
    func contents(_ name: String) async throws {
        let reference = CryptoTool.reference
        let command = try #require(reference.tool.commands.first { $0.name == name })
        let page = try await Self.mandoc("crypto-\(name).1", ["-T", "utf8", "-O", "width=500"]).outputText
            .replacing(/.\u{8}/, with: "")
        let lines = page.split(separator: "\n").map { $0.drop { $0 == " " } }
        for option in command.options {
            let label = option.label.replacing("<", with: "").replacing(">", with: "")
            #expect(lines.contains { $0.hasPrefix(label) }, "\(label)")
            #expect(page.contains(option.help), "\(option.help)")
            for choice in option.choices { #expect(page.contains(choice.name)) }
            guard option.section == .command, let variable = option.variable(tool: "crypto", command: name) else {
                continue
            }
            #expect(page.contains("\(variable) "))
        }
        for field in try #require(CryptoTool.commands.first { $0.name == name }).views.fields {
            #expect(lines.contains { $0.hasPrefix("\(field.name) (\(field.type))") && $0.contains(field.help) })
        }
        for code in reference.exitCodes { #expect(lines.contains { $0.hasPrefix("\(code.term) ") }) }
        for example in command.examples { #expect(lines.contains { $0 == "$ \(example.line)" }) }
    }

    @Test("crypto(1) has each reason for exit status 75, and says where a bare number is no time")
    func facts() throws {
        let reference = CryptoTool.reference
        let later = try #require(reference.exitCodes.first { $0.term == "75" }).meaning
        for reason in ["rate limit", "`--timeout`", "`--deadline`", "`--for`", "`--consensus`"] {
            #expect(later.contains(reason), "\(reason)")
        }
        #expect(try #require(reference.values.first { $0.term == "time" }).meaning.contains("`--history` needs a unit"))
    }

    @Test("crypto-providers(7) says of every provider what --provider help says, in the same order")
    func providers() async throws {
        let page = try Self.text("crypto-providers.7")
        for (command, section) in [("price", "PRICES AND RATES"), ("aqi", "AIR QUALITY")] {
            let begin = try #require(page.firstRange(of: ".Sh PROVIDERS OF \(section)\n")).upperBound
            let end = try #require(page[begin...].firstRange(of: "\n.Sh ")).lowerBound
            let terms = page[begin..<end].split(separator: "\n.It Cm ").dropFirst().map { term in
                term.split(separator: "\n").map { $0.hasPrefix(".Cm ") ? $0.dropFirst(4) : $0 }.joined(separator: " ")
                    .replacing(#"\-"#, with: "-").replacing(#"\%"#, with: "").replacing(#"\(aq"#, with: "'")
                    .replacing(" ,", with: ",").replacing(" .", with: ".")
            }
            let row = #"{provider}\t{jobs}\t{key}\t{standing}\t{limits}\t{summary}\n"#
            let rows = await runTool([command, "--provider", "help", "--template", row]).outputLines
            #expect(rows.count == terms.count && rows.count > 5)
            for (row, term) in zip(rows, terms) {
                let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                #expect(
                    term.hasPrefix("\(cells[0]) \(cells[5].prefix(1).uppercased())\(cells[5].dropFirst())."), "\(term)")
                #expect(term.contains(" Jobs: \(cells[1].replacing(" ", with: ", "))."), "\(term)")
                let keys = ["required": " A key is required.", "optional": " A key is optional."]
                for (key, words) in keys { #expect(term.contains(words) == (cells[2] == key), "\(term)") }
                #expect(term.contains(" Unofficial.") == (cells[3] == "unofficial"), "\(term)")
                #expect(!term.contains("Limits:") || term.contains(" Limits: \(cells[4])."), "\(term)")
            }
        }
    }

    @Test("crypto-providers(7) lists the address and key of every provider, crypto-fields(5) every field")
    func topics() throws {
        let providers = try Self.text("crypto-providers.7")
        for provider in CryptoTool.commands.flatMap({ $0.providers(in: .builtIn) }) {
            let name = provider.name.replacing("-", with: #"\-"#)
            #expect(providers.contains("Cm \(name)"))
        }
        #expect(providers.contains("CRYPTO_CRYPTOCOMPARE_KEY"))
        #expect(providers.contains("Ev CRYPTO_COINGECKO_URL") || providers.contains(#"Ev \%CRYPTO_COINGECKO_URL"#))
        let fields = try Self.text("crypto-fields.5")
        for field in CryptoTool.commands.flatMap({ $0.views.fields }) { #expect(fields.contains(field.name)) }
    }
}
