import Markets
import Rendering

/// A table of results with the legs of each result indented below it. The legs of all results are aligned, and those
/// of each result have a header. Legs that do not fit a terminal are records.
struct ExplainedTable {
    private static let indent = [UInt8](repeating: UInt8(ascii: " "), count: 4)

    private let output: Output<ConvertRow>
    private let header: Bool
    private let legOptions: RenderingOptions

    init(_ output: Output<ConvertRow>, _ options: RenderingOptions) {
        self.output = output
        header = options.header
        var options = options
        options.keepsColumns = true
        options.width = options.width.map { max(1, $0 - Self.indent.count) }
        legOptions = options
    }

    /// Returns the whole table; nothing for no rows.
    func bytes(_ rows: [ConvertRow]) -> [UInt8] {
        if rows.isEmpty { return [] }
        let paths = rows.map(\.shown.conversion.legs)
        var legs = Self.lines(table(paths.joined()))[...]
        var lines = Self.lines(output.bytes(rows))[...]
        var bytes: [UInt8] = []
        // Results that do not fit a terminal are records, of several lines each.
        guard lines.count == rows.count + (header ? 1 : 0) else {
            return Array(lines.joined()) + [UInt8(ascii: "\n")] + legs.joined()
        }
        let areAligned = legs.count == paths.joined().count + (header ? 1 : 0)
        let titles = header && areAligned ? legs.popFirst() : nil
        if header { bytes += lines.popFirst() ?? [] }
        for (line, path) in zip(lines, paths) {
            bytes += line
            guard areAligned else {
                for line in Self.lines(table(path)) { bytes += line.count > 1 ? Self.indent + line : line }
                continue
            }
            if !path.isEmpty, let titles { bytes += Self.indent + titles }
            for leg in legs.prefix(path.count) { bytes += Self.indent + leg }
            legs = legs.dropFirst(path.count)
        }
        return bytes
    }

    private func table(_ legs: some Sequence<Conversion.Leg>) -> [UInt8] {
        Renderer.bytes(legs, as: .table, fields: FieldTable<Conversion.Leg>.legs.fields, options: legOptions)
    }

    /// Splits a table into its lines, which include their ends.
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
