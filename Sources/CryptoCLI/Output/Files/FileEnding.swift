import Rendering

/// The endings of files by which `--output` and `--append` know the format.
extension FormatName {
    private static let endings: [(ending: String, format: FormatName)] = [
        ("csv", .rows(.csv)), ("tsv", .rows(.tsv)), ("json", .rows(.json)), ("jsonl", .rows(.jsonl)),
        ("ndjson", .rows(.jsonl)), ("md", .rows(.markdown)), ("markdown", .rows(.markdown)),
        ("ledger", .rows(.ledger)), ("journal", .rows(.ledger)), ("hledger", .rows(.ledger)),
        ("beancount", .rows(.beancount)), ("bean", .rows(.beancount)), ("prom", .rows(.prometheus)),
        ("lp", .rows(.influx)), ("influx", .rows(.influx)), ("svg", .svg),
    ]

    /// Pictures that are no format of this program. A file of their ending is not written as text unless a format is
    /// chosen, and neither is one of `documents`.
    static let pictures = ["avif", "bmp", "gif", "jpeg", "jpg", "pdf", "png", "ps", "webp"]
    private static let documents = [
        "htm", "html", "ods", "odt", "parquet", "sqlite", "toml", "xls", "xlsx", "xml", "yaml", "yml",
    ]

    /// Returns the name of the format that the ending of a file means, in any letter case; nil for an ending of none.
    /// It may be a format that this program does not have.
    static func name(ofFile path: String) -> String? {
        if let format = FormatName(ofFile: path) { return format.rawValue }
        return ending(of: path).flatMap { (pictures + documents).contains($0) ? $0 : nil }
    }

    private static func ending(of path: String) -> String? {
        path.utf8.lastIndex(of: UInt8(ascii: ".")).map { path[path.utf8.index(after: $0)...].lowercased() }
    }

    /// The endings that mean the format.
    var fileEndings: [String] { Self.endings.filter { $0.format == self }.map(\.ending) }

    /// Returns the format of a file by its ending, in any letter case; nil for an ending of no format.
    init?(ofFile path: String) {
        guard let ending = Self.ending(of: path), let known = Self.endings.first(where: { $0.ending == ending }) else {
            return nil
        }
        self = known.format
    }

    /// Returns the endings in words, without those of formats that a command does not have.
    static func endings(without excluded: [FormatName]) -> String {
        endings.filter { !excluded.contains($0.format) }.map { "." + $0.ending }.asAlternatives
    }
}
