import Markets
import Rendering

/// A table of results with the legs of each result indented below it. The legs of all results are aligned, and those
/// of each result have a header.
struct ExplainedTable {
    private static let indent = [UInt8](repeating: UInt8(ascii: " "), count: 4)

    private let output: Output<ConvertRow>
    private let header: Bool
    private let legOptions: RenderingOptions

    init(_ output: Output<ConvertRow>, _ options: RenderingOptions) {
        self.output = output
        header = options.header
        var options = options
        options.keepsColumns = false
        options.width = options.width.map { max(1, $0 - Self.indent.count) }
        legOptions = options
    }

    /// Returns the whole table; nothing for no rows.
    func bytes(_ rows: [ConvertRow]) -> [UInt8] {
        if rows.isEmpty { return [] }
        let paths = rows.map(\.shown.conversion.legs)
        let fields = FieldTable<Conversion.Leg>.legs(isNarrow: legOptions.width.map { $0 < 60 } ?? false).fields
        var legs = Self.lines(Renderer.bytes(paths.joined(), as: .table, fields: fields, options: legOptions))[...]
        var lines = Self.lines(output.bytes(rows))[...]
        var bytes: [UInt8] = []
        // Results that do not fit a terminal are records, of several lines each.
        guard lines.count == rows.count + (header ? 1 : 0) else {
            return Array(lines.joined()) + [UInt8(ascii: "\n")] + legs.joined()
        }
        let titles = header ? legs.popFirst() : nil
        if header { bytes += lines.popFirst() ?? [] }
        for (line, path) in zip(lines, paths) {
            bytes += line
            if !path.isEmpty, let titles { bytes += Self.indent + titles }
            for leg in legs.prefix(path.count) { bytes += Self.indent + leg }
            legs = legs.dropFirst(path.count)
        }
        return bytes
    }

    /// Splits a table into lines that include their ends, one per row.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(rest[...end])
            rest = rest[(end + 1)...]
        }
        return lines
    }
}
