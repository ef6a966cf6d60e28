import JSONReader
import Rendering
import Transport

/// How a file that is appended to holds its rows.
enum RowSyntax: String, Sendable {
    case csv, tsv, jsonl, ledger, beancount

    /// Returns the syntax of a format; nil if a file cannot be appended to in it.
    init?(_ format: OutputFormat) {
        self.init(rawValue: format.rawValue)
    }

    /// The names of the formats in words, without those that cannot show the rows.
    static func names(without excluded: [FormatName] = []) -> String {
        let names = OutputFormat.allCases.filter { RowSyntax($0) != nil && !excluded.contains(.rows($0)) }.map(
            \.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// Whether a file has other lines too, and a row is known by all that it says.
    var isDirective: Bool { self == .ledger || self == .beancount }

    /// Whether the first line has the names of the columns.
    var hasHeader: Bool { self == .csv || self == .tsv }

    /// The beginning of a directive: `0` is any digit.
    fileprivate var directiveBeginning: [UInt8] {
        Array((self == .ledger ? "P 0000-00-00 00:00:00 " : "0000-00-00 price ").utf8)
    }
}

/// Why a file does not fit the rows to append.
struct RowMisfit: Error {
    /// The problem, to follow the name of the file.
    let problem: String

    init(_ problem: String) { self.problem = problem }
}

/// Reads the rows of one file or run, and the key by which each is known: its time, its name and its source, and what it is
/// in; of a directive, all of it.
struct RowReader {
    /// The first line of csv and tsv.
    struct Header {
        let bytes: [UInt8]
        let columns: [String]
        /// Whether each column is part of the key.
        fileprivate let isKey: [Bool]
    }

    /// What is left of a file after its last line end.
    enum Ending {
        /// A whole line, which gets this end.
        case whole([UInt8])
        /// Perhaps the beginning of a line only.
        case cut
        /// A header that is not that of the rows.
        case foreign
    }

    /// The longest line, in bytes.
    private static let limit = 16 << 20

    private let syntax: RowSyntax
    var header: Header?
    /// The bytes after the last line end.
    private(set) var rest: [UInt8] = []
    private var isInQuotes = false
    private var isFirst = true
    /// The number of lines so far.
    private var count = 0

    init(_ syntax: RowSyntax) {
        self.syntax = syntax
    }

    /// Reads more bytes, and passes each whole line to `body`, with its key if it is a row.
    mutating func read(_ bytes: [UInt8], _ body: (ArraySlice<UInt8>, UInt64?) -> Void) throws(RowMisfit) {
        let known = rest.count
        let text = rest.isEmpty ? bytes : rest + bytes
        var start = 0
        for index in known..<text.count {
            if text[index] == UInt8(ascii: "\""), syntax == .csv { isInQuotes.toggle() }
            guard text[index] == UInt8(ascii: "\n"), !isInQuotes else { continue }
            let line = text[start...index]
            count += 1
            body(line, try key(of: line))
            start = index + 1
        }
        rest = Array(text[start...])
        guard rest.count <= Self.limit else { throw misfit("is longer than \(Self.limit) bytes") }
    }

    /// Forgets the bytes after the last line end.
    mutating func dropRest() {
        (rest, isInQuotes) = ([], false)
    }

    private func misfit(_ problem: String) -> RowMisfit { RowMisfit("does not fit: line \(count) \(problem)") }

    // MARK: - Keys

    private mutating func key(of line: ArraySlice<UInt8>) throws(RowMisfit) -> UInt64? {
        var line = line
        line.removeLast()
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        // A byte order mark, which spreadsheets write.
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        isFirst = false
        if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return nil }
        switch syntax {
        case .csv, .tsv: return try key(ofCells: line)
        case .jsonl: return try key(ofObject: line)
        case .ledger, .beancount: return try key(ofDirective: line)
        }
    }

    private mutating func key(ofCells line: ArraySlice<UInt8>) throws(RowMisfit) -> UInt64? {
        guard let header else {
            var columns: [String] = []
            try cells(of: line) { _, cell in columns.append(String(decoding: cell, as: UTF8.self)) }
            header = Header(bytes: Array(line) + lineEnd, columns: columns, isKey: columns.map(RowKey.names.contains))
            return nil
        }
        var (key, count) = (RowKey(), 0)
        try cells(of: line) { index, cell in
            count += 1
            if index < header.isKey.count, header.isKey[index] { key.add(cell) }
        }
        guard count == header.columns.count else {
            throw misfit("has \(count) columns in place of \(header.columns.count)")
        }
        return key.value
    }

    private func cells(
        of line: ArraySlice<UInt8>, _ body: (Int, ArraySlice<UInt8>) -> Void
    ) throws(RowMisfit) {
        guard syntax == .csv else {
            for (index, cell) in line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .enumerated()
            {
                body(index, cell)
            }
            return
        }
        var reader = CSVReader(Array(line))
        do throws(CSVError) {
            _ = try reader.readRecord(body)
        } catch {
            throw misfit("is not CSV")
        }
    }

    private func key(ofObject line: ArraySlice<UInt8>) throws(RowMisfit) -> UInt64 {
        do {
            return try Self.key(ofObject: line)
        } catch {
            throw misfit("is not a JSON object")
        }
    }

    private static func key(ofObject line: ArraySlice<UInt8>) throws -> UInt64 {
        var values = [[UInt8]](repeating: [], count: RowKey.names.count)
        try JSONReader.read(Array(line)) { reader in
            try reader.readObject(RowKey.members) { place, reader in
                if try reader.takeNull() { return }
                values[place] = try Array(reader.readNumberOrString().makeString().utf8)
            }
        }
        var key = RowKey()
        for value in values { key.add(value[...]) }
        return key.value
    }

    private func key(ofDirective line: ArraySlice<UInt8>) throws(RowMisfit) -> UInt64? {
        let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let plain = Array(words.joined(separator: [UInt8(ascii: " ")]))[...]
        guard Self.begins(plain, like: syntax.directiveBeginning) else {
            let other: RowSyntax = syntax == .ledger ? .beancount : .ledger
            let isForeign = plain.first == UInt8(ascii: "{") || words.first?.contains(UInt8(ascii: ",")) == true
            if isForeign || Self.begins(plain, like: other.directiveBeginning) { throw misfit("is of another format") }
            return nil
        }
        var key = RowKey()
        for word in words { key.add(word) }
        return key.value
    }

    /// Whether a line begins like a directive, or is a part of that beginning.
    private static func begins(_ line: ArraySlice<UInt8>, like pattern: [UInt8]) -> Bool {
        zip(line, pattern).allSatisfy { byte, expected in
            expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
        } && line.count >= pattern.count
    }

    // MARK: - The last line

    private var lineEnd: [UInt8] { syntax == .csv ? [0x0D, 0x0A] : [0x0A] }

    /// Judges the bytes after the last line end. Only what this program may have written is taken for cut: a number that is
    /// cut is another number.
    func ending(expecting own: Header?) -> Ending {
        switch syntax {
        case .csv, .tsv:
            return header != nil || own?.bytes.starts(with: rest) == true ? .cut : .foreign
        case .jsonl: return (try? Self.key(ofObject: rest[...])) == nil ? .cut : .whole(lineEnd)
        case .ledger, .beancount:
            let pattern = syntax.directiveBeginning
            let isOurs = Self.begins(rest[...] + pattern.dropFirst(rest.count), like: pattern)
            return isOurs ? .cut : .whole(lineEnd)
        }
    }
}
