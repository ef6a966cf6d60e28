import Rendering

/// The endings of files by which `--output` and `--append` know the format.
extension FormatName {
    private static let endings: [(ending: String, format: FormatName)] = [
        ("csv", .rows(.csv)), ("tsv", .rows(.tsv)), ("json", .rows(.json)), ("jsonl", .rows(.jsonl)),
        ("ndjson", .rows(.jsonl)), ("md", .rows(.markdown)), ("markdown", .rows(.markdown)),
        ("ledger", .rows(.ledger)), ("journal", .rows(.ledger)), ("hledger", .rows(.ledger)),
        ("beancount", .rows(.beancount)), ("bean", .rows(.beancount)), ("prom", .rows(.prometheus)), ("svg", .svg),
    ]

    /// Returns the format of a file by its ending, in any letter case; nil for an ending of no format.
    init?(ofFile path: String) {
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = path[path.utf8.index(after: dot)...].lowercased()
        guard let known = Self.endings.first(where: { $0.ending == ending }) else { return nil }
        self = known.format
    }

    /// Returns the endings in words, without those of formats that a command does not have.
    static func endings(without excluded: [FormatName]) -> String {
        let names = endings.filter { !excluded.contains($0.format) }.map { "." + $0.ending }
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}
