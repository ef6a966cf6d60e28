import MarketProviders
import Markets
import TestSupport
import Testing

/// The recordings that the files of `Tests/Providers` read.
enum RecordedFiles {
    /// An answer of a case file.
    struct Answer: Sendable, CustomTestStringConvertible {
        let provider: String
        /// The path that is requested.
        let path: String
        let recording: String
        /// The command that requests it.
        let command: String

        var testDescription: String { recording }
    }

    private static let root = PackageFolder.path + "/Tests/Providers"

    /// The rows of the tables with this name, of all providers.
    static func rows(of name: String) -> [[String]] {
        let lines = lines { $0 == name }.flatMap { file -> [String] in file.lines }
        return lines.map { $0.split(separator: "\t").map(String.init) }
    }

    /// The answers with the status 200 in the case files with these names.
    static func answers(of names: Set<String>) -> [Answer] {
        lines(named: names.contains).flatMap { provider, lines -> [Answer] in
            var (path, isSound, found, answers) = ("", true, [(path: String, recording: String)](), [Answer]())
            for line in lines {
                if line.hasPrefix("@ GET ") {
                    (path, isSound) = (String(line.dropFirst(6).prefix { $0 != "?" && $0 != " " }), true)
                } else if line.hasPrefix("| HTTP ") {
                    isSound = line == "| HTTP 200"
                } else if line.hasPrefix(mark), isSound {
                    found.append((path, String(line.dropFirst(mark.count))))
                } else if line.hasPrefix("$ ") {
                    answers += found.map {
                        Answer(provider: provider, path: $0.path, recording: $0.recording, command: line)
                    }
                    found = []
                }
            }
            return answers
        }
    }

    /// The paths of all recordings that a case file or a table reads.
    static let all: Set<String> = {
        let texts = lines { $0.hasSuffix(".txt") }.flatMap { file -> [String] in file.lines }
        let inCases = texts.compactMap { line -> String? in
            line.firstRange(of: "recordings/").map { String(line[$0.upperBound...]) }
        }
        let inTables = (rows(of: "recorded-values.tsv") + rows(of: "recorded-tables.tsv")).map { $0[0] }
        return Set(inCases + inTables)
    }()

    private static let mark = "| < recordings/"

    /// The lines of the files whose names are wanted, each with its provider.
    static func lines(named isWanted: (String) -> Bool) -> [(provider: String, lines: [String])] {
        Files.names(in: root).sorted().flatMap { provider in
            Files.names(in: "\(root)/\(provider)").filter(isWanted).sorted().map { name in
                let bytes = (try? Files.bytes("\(root)/\(provider)/\(name)")) ?? []
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
                return (provider: provider, lines: lines)
            }
        }
    }

    // MARK: - Folders

    /// The folders of all providers.
    static let folders = ProviderTable.markets.prices.map { otherNames[$0.name] ?? $0.name }

    private static let otherNames = [
        "coinbase": "coinbase-exchange", "erapi": "er-api", "alternative-me": "alternativeme",
    ]
}
