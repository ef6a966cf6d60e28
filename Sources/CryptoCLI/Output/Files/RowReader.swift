import CommandLineKit
import JSONReader
import Rendering

extension OutputFormat {
    /// Whether rows can be appended to a file in it.
    var isAppendable: Bool { self == .csv || self == .tsv || self == .jsonl || isPriceDirective }

    /// Returns the names of the formats of `--append`, as words of a sentence, without the excluded formats.
    static func appendable(without excluded: [FormatName] = []) -> String {
        allCases.filter { $0.isAppendable && !excluded.contains(.rows($0)) }.map(\.rawValue).asAlternatives
    }

    /// The words that a directive begins with: `0` is any digit.
    fileprivate var directiveBeginning: [String] {
        self == .ledger ? ["P", "0000-00-00", "00:00:00"] : ["0000-00-00", "price"]
    }
}

/// Reads the rows of one file or run, and the key by which each is known: its time, its name and its source, and what
/// it is in; of a directive, all of it.
struct RowReader {
    /// The first line of csv and tsv: its bytes and columns, whether each column is part of the key, and whether it
    /// says something of the run, not of the row.
    typealias Header = (bytes: [UInt8], columns: [String], isKey: [Bool], isOfRun: [Bool])

    /// The longest line, in bytes.
    private static let limit = 16 << 20

    private let syntax: OutputFormat
    private let directiveBeginning: [String]
    var header: Header?
    /// The bytes after the last line end.
    private(set) var rest: [UInt8] = []
    private var isInQuotes = false
    /// The number of lines so far.
    private var count = 0

    init(_ syntax: OutputFormat) {
        self.syntax = syntax
        directiveBeginning = syntax.directiveBeginning
    }

    /// Reads more bytes, and passes each whole line to `body`, with its identity if it is a row.
    mutating func read(
        _ bytes: [UInt8], _ body: (ArraySlice<UInt8>, RowIdentity?) -> Void
    ) throws(ValueError) {
        let text = rest.isEmpty ? bytes : rest + bytes
        let hasQuotes = syntax == .csv
        var (start, isQuoted) = (0, isInQuotes)
        for place in rest.count..<text.count {
            let byte = text[place]
            if hasQuotes, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "\n"), !isQuoted else { continue }
            count += 1
            body(text[start...place], try identity(of: text[start..<place]))
            start = place + 1
        }
        isInQuotes = isQuoted
        rest = Array(text[start...])
        guard rest.count <= Self.limit else { throw misfit("is longer than \(Self.limit) bytes") }
    }

    /// Returns what makes the bytes after the last line end a line.
    func missingEnd() throws(ValueError) -> [UInt8] {
        guard syntax == .csv else { return [0x0A] }
        guard isInQuotes else { return rest.last == 0x0D ? [0x0A] : [0x0D, 0x0A] }
        if rest.contains(0x0A) { throw misfit("has a quote that is not closed", line: count + 1) }
        return [UInt8(ascii: "\""), 0x0D, 0x0A]
    }

    /// Forgets the bytes after the last line end.
    mutating func dropRest() {
        (rest, isInQuotes) = ([], false)
    }

    /// Returns why a file does not fit the rows to append, to follow the name of the file.
    private func misfit(_ problem: String, line: Int? = nil) -> ValueError {
        ValueError("does not fit: line \(line ?? count) \(problem)")
    }

    // MARK: - Identities

    /// Returns nil for a line that is no row, such as one that a process that was killed did not finish.
    private mutating func identity(of text: ArraySlice<UInt8>) throws(ValueError) -> RowIdentity? {
        var line = text
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        // A byte order mark, which spreadsheets write.
        if count == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        guard line.contains(where: { !Self.isSpace($0) }) else { return nil }
        return switch syntax {
        case .csv, .tsv: try identity(ofCells: line)
        case .jsonl: try identity(ofObject: line)
        default: try identity(ofDirective: line)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Quotes are only read for where a cell ends: a cell means the same with them.
    private mutating func identity(ofCells line: ArraySlice<UInt8>) throws(ValueError) -> RowIdentity? {
        let separator = UInt8(ascii: syntax == .csv ? "," : "\t")
        guard let header else {
            let columns = line.split(separator: separator, omittingEmptySubsequences: false).map { cell in
                String(decoding: cell.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
            }
            header = (
                Array(line) + (syntax == .csv ? [0x0D, 0x0A] : [0x0A]), columns,
                columns.map(RowKey.names.contains), columns.map(RowKey.namesOfRun.contains)
            )
            return nil
        }
        let hasQuotes = syntax == .csv
        var (key, whole, count, place, isEnd) = (RowKey(), RowKey(), 0, line.startIndex, false)
        while !isEnd {
            let isKey = count < header.isKey.count && header.isKey[count]
            let isOfRow = count < header.isOfRun.count && !header.isOfRun[count]
            var isQuoted = false
            isEnd = true
            while place < line.endIndex {
                let byte = line[place]
                place += 1
                if hasQuotes, byte == UInt8(ascii: "\"") {
                    isQuoted.toggle()
                } else if byte == separator, !isQuoted {
                    isEnd = false
                    break
                } else {
                    if isKey { key.add(UInt64(byte)) }
                    if isOfRow { whole.add(UInt64(byte)) }
                }
            }
            if isKey { key.addEnd() }
            if isOfRow { whole.addEnd() }
            count += 1
        }
        guard count <= header.columns.count else {
            throw misfit("has \(count) columns in place of \(header.columns.count)")
        }
        return count == header.columns.count ? (key.value, whole.value) : nil
    }

    private func identity(ofObject line: ArraySlice<UInt8>) throws(ValueError) -> RowIdentity? {
        if let row = try? Self.identity(ofObject: line) { return row }
        guard line.first == UInt8(ascii: "{") else { throw misfit("is not a JSON object") }
        return nil
    }

    /// The members may be in any order.
    private static func identity(ofObject line: ArraySlice<UInt8>) throws -> RowIdentity {
        var row: RowIdentity = (0, 0)
        try JSONReader.read(Array(line)) { reader in
            try reader.readMap { name, reader in
                let name = name.makeString()
                var member = RowKey()
                member.add(name.utf8)
                let isNull = reader.next == .null
                try add(&reader, to: &member)
                if RowKey.names.contains(name), !isNull { row.key &+= member.value }
                if !RowKey.namesOfRun.contains(name) { row.whole &+= member.value }
            }
        }
        return row
    }

    /// Adds a value, however it is written.
    private static func add(_ reader: inout JSONReader, to key: inout RowKey) throws {
        switch reader.next {
        case .object:
            try reader.readMap { name, reader in
                unsafe name.withUTF8 { unsafe key.add($0) }
                try add(&reader, to: &key)
            }
        case .array: try reader.readArray { try add(&$0, to: &key) }
        case .bool: key.add(try reader.readBool() ? 1 : 0)
        case .null: try reader.readNull()
        default: unsafe try reader.readNumberOrString().withUTF8 { unsafe key.add($0) }
        }
        key.addEnd()
    }

    /// Words may be more than one space apart.
    private func identity(ofDirective line: ArraySlice<UInt8>) throws(ValueError) -> RowIdentity? {
        let words = line.split(whereSeparator: Self.isSpace)
        guard Self.begins(words, like: directiveBeginning) else {
            let other: OutputFormat = syntax == .ledger ? .beancount : .ledger
            let isForeign = words[0].first == UInt8(ascii: "{") || words[0].contains(UInt8(ascii: ","))
            if isForeign || Self.begins(words, like: other.directiveBeginning) { throw misfit("is of another format") }
            return nil
        }
        var key = RowKey()
        for word in words { key.add(word) }
        return (key.value, key.value)
    }

    /// Whether a line begins with these words, and goes on.
    private static func begins(_ words: [ArraySlice<UInt8>], like beginning: [String]) -> Bool {
        words.count > beginning.count
            && zip(words, beginning).allSatisfy { word, pattern in
                word.elementsEqual(pattern.utf8) { byte, expected in
                    expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
                }
            }
    }
}
