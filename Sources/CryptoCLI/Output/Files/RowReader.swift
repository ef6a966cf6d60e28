import JSONReader
import Platform
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
        OutputFormat.allCases.filter { RowSyntax($0) != nil && !excluded.contains(.rows($0)) }.map(\.rawValue)
            .asAlternatives
    }

    /// Whether a file has other lines too, and a row is known by all that it says.
    var isDirective: Bool { self == .ledger || self == .beancount }

    /// Whether the first line has the names of the columns.
    var hasHeader: Bool { self == .csv || self == .tsv }

    /// The beginning of a directive: `0` is any digit.
    fileprivate var directiveBeginning: [UInt8] {
        Array((self == .ledger ? "P 0000-00-00 00:00:00 " : "0000-00-00 price ").utf8)
    }

    /// The place of the time in a directive with single spaces.
    fileprivate var timeOfDirective: Range<Int> { self == .ledger ? 2..<18 : 0..<10 }

    /// The number of words of a directive: those of its beginning, the name, the price and the currency.
    fileprivate var wordsOfDirective: Int { self == .ledger ? 6 : 5 }
}

/// Why a file does not fit the rows to append.
struct RowMisfit: Error {
    /// The problem, to follow the name of the file.
    let problem: String

    init(_ problem: String) { self.problem = problem }
}

/// Reads the rows of one file or run, and the key by which each is known: its time, its name and its source, and what
/// it is in; of a directive, all of it.
struct RowReader {
    /// The first line of csv and tsv.
    struct Header {
        let bytes: [UInt8]
        let columns: [String]
        /// Whether each column is part of the key.
        fileprivate let isKey: [Bool]
        /// Whether each column says something of the run, not of the row.
        fileprivate let isOfRun: [Bool]
        /// The place of the time.
        fileprivate let time: Int?
    }

    /// What is left of a file after its last line end.
    enum Ending {
        /// A whole line, which gets this end.
        case whole([UInt8])
        /// The beginning of a line only.
        case torn
        /// A header that is not that of the rows.
        case foreign
    }

    /// The longest line, in bytes.
    private static let limit = 16 << 20

    private let syntax: RowSyntax
    private let directiveBeginning: [UInt8]
    var header: Header?
    /// The bytes after the last line end.
    private(set) var rest: [UInt8] = []
    private var isInQuotes = false
    private var isFirst = true
    /// The number of lines so far.
    private var count = 0

    init(_ syntax: RowSyntax) {
        self.syntax = syntax
        directiveBeginning = syntax.directiveBeginning
    }

    /// A reader of lines in the middle of the same file.
    var again: RowReader {
        var reader = RowReader(syntax)
        (reader.header, reader.isFirst) = (header, false)
        return reader
    }

    /// Reads more bytes, and passes each whole line to `body`, with its identity if it is a row.
    mutating func read(
        _ bytes: [UInt8], _ body: (ArraySlice<UInt8>, RowIdentity?) -> Void
    ) throws(RowMisfit) {
        let known = rest.count
        let text = rest.isEmpty ? bytes : rest + bytes
        var start = 0
        var place = known
        while let end = unsafe text.withUnsafeBufferPointer({ unsafe nextLineEnd(in: $0, from: place) }) {
            count += 1
            body(text[start...end], try identity(of: text, start..<end))
            (start, place) = (end + 1, end + 1)
        }
        rest = Array(text[start...])
        guard rest.count <= Self.limit else { throw misfit("is longer than \(Self.limit) bytes") }
    }

    /// Returns the place of the next line end that is not in quotes.
    private mutating func nextLineEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var start = start
        while true {
            let end = unsafe text.index(of: UInt8(ascii: "\n"), from: start)
            if syntax == .csv {
                var place = start
                while let quote = unsafe text.index(of: UInt8(ascii: "\""), from: place, to: end) {
                    isInQuotes.toggle()
                    place = quote + 1
                }
            }
            guard let end else { return nil }
            if !isInQuotes { return end }
            start = end + 1
        }
    }

    /// Forgets the bytes after the last line end.
    mutating func dropRest() {
        (rest, isInQuotes) = ([], false)
    }

    private func misfit(_ problem: String, line: Int? = nil) -> RowMisfit {
        RowMisfit("does not fit: line \(line ?? count) \(problem)")
    }

    // MARK: - Identities

    private mutating func identity(of text: [UInt8], _ range: Range<Int>) throws(RowMisfit) -> RowIdentity? {
        var line = text[range]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        // A byte order mark, which spreadsheets write.
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        isFirst = false
        let isPlain = line.first.map { $0 > UInt8(ascii: " ") } ?? false
        if !isPlain, line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return nil }
        switch syntax {
        case .csv, .tsv: return try identity(ofCells: line)
        case .jsonl: return try identity(ofObject: line)
        case .ledger, .beancount: return try identity(ofDirective: line)
        }
    }

    private mutating func identity(ofCells line: ArraySlice<UInt8>) throws(RowMisfit) -> RowIdentity? {
        guard let header else {
            var columns: [String] = []
            try cells(of: line) { _, cell in columns.append(String(decoding: cell, as: UTF8.self)) }
            header = Header(
                bytes: Array(line) + lineEnd, columns: columns, isKey: columns.map(RowKey.names.contains),
                isOfRun: columns.map(RowKey.namesOfRun.contains), time: columns.firstIndex(of: "time"))
            return nil
        }
        var (key, whole, time, count) = (RowKey(), RowKey(), UInt128(0), 0)
        let isPlain = unsafe line.withUnsafeBufferPointer {
            unsafe takePlainCells(of: $0, header, &key, &whole, &time, &count)
        }
        if !isPlain {
            (key, whole, time, count) = (RowKey(), RowKey(), 0, 0)
            try cells(of: line) { index, cell in
                count += 1
                if index < header.isKey.count {
                    if header.isKey[index] { key.add(cell) }
                    if !header.isOfRun[index] { whole.add(cell) }
                }
                if index == header.time { time = unsafe cell.withUnsafeBufferPointer { unsafe RowKey.order(of: $0) } }
            }
        }
        guard count == header.columns.count else {
            throw misfit("has \(count) columns in place of \(header.columns.count)")
        }
        return RowIdentity(key: key.value, whole: whole.value, time: time)
    }

    /// Takes the cells of a line without quotes and without bytes that must be checked, as almost all lines of a large
    /// file are. Returns false for another line.
    private func takePlainCells(
        of line: UnsafeBufferPointer<UInt8>, _ header: Header, _ key: inout RowKey, _ whole: inout RowKey,
        _ time: inout UInt128, _ count: inout Int
    ) -> Bool {
        let separator = syntax == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t")
        var start = 0
        while true {
            let isKey = count < header.isKey.count && header.isKey[count]
            let isOfRow = count < header.isOfRun.count && !header.isOfRun[count]
            var place = start
            while place < line.count {
                let byte = unsafe line[place]
                if byte == separator { break }
                if syntax == .csv, byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") { return false }
                if isKey { key.add(UInt64(byte)) }
                if isOfRow { whole.add(UInt64(byte)) }
                place += 1
            }
            if isKey { key.addEnd() }
            if isOfRow { whole.addEnd() }
            if count == header.time {
                time = unsafe RowKey.order(of: UnsafeBufferPointer(rebasing: line[start..<place]))
            }
            count += 1
            guard place < line.count else { return true }
            start = place + 1
        }
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
        _ = try translating(reader.readRecord(body)) { (_: TextError) in misfit("is not CSV") }
    }

    private func identity(ofObject line: ArraySlice<UInt8>) throws(RowMisfit) -> RowIdentity {
        try translating(Self.identity(ofObject: line)) { (_: any Error) in misfit("is not a JSON object") }
    }

    private static func identity(ofObject line: ArraySlice<UInt8>) throws -> RowIdentity {
        var values = [UInt64](repeating: 0, count: RowKey.names.count)
        var time = UInt128(0)
        try unsafe line.withUnsafeBufferPointer { bytes in
            unsafe try JSONReader.read(bytes) { reader in
                try reader.readObject(RowKey.members) { place, reader in
                    if try reader.takeNull() { return }
                    try unsafe reader.readNumberOrString().withUTF8 { text in
                        var key = RowKey()
                        for place in 0..<text.count { key.add(UInt64(unsafe text[place])) }
                        values[place] = key.value
                        if place == RowKey.timePlace { time = unsafe RowKey.order(of: text) }
                    }
                }
            }
        }
        var key = RowKey()
        for value in values { key.add(value) }
        return RowIdentity(key: key.value, whole: RowIdentity.hash(ofMembers: line), time: time)
    }

    private func identity(ofDirective line: ArraySlice<UInt8>) throws(RowMisfit) -> RowIdentity? {
        let pattern = directiveBeginning
        if Self.begins(line, like: pattern) { return Self.identity(ofWords: line, time: syntax.timeOfDirective) }
        let words = Self.words(of: line)
        let plain = Array(words.joined(separator: [UInt8(ascii: " ")]))[...]
        guard Self.begins(plain, like: pattern) else {
            let other: RowSyntax = syntax == .ledger ? .beancount : .ledger
            let isForeign = plain.first == UInt8(ascii: "{") || words.first?.contains(UInt8(ascii: ",")) == true
            if isForeign || Self.begins(plain, like: other.directiveBeginning) { throw misfit("is of another format") }
            return nil
        }
        return Self.identity(ofWords: plain, time: syntax.timeOfDirective)
    }

    /// Returns the identity of a directive, whose words may be more than one space apart after its beginning.
    private static func identity(ofWords line: ArraySlice<UInt8>, time: Range<Int>) -> RowIdentity {
        var key = RowKey()
        var isInWord = false
        for byte in line {
            let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
            if !isSpace { key.add(UInt64(byte)) } else if isInWord { key.addEnd() }
            isInWord = !isSpace
        }
        if isInWord { key.addEnd() }
        let moment = line.dropFirst(time.lowerBound).prefix(time.count)
        return RowIdentity(
            key: key.value, time: unsafe moment.withUnsafeBufferPointer { unsafe RowKey.order(of: $0) })
    }

    private static func words(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// Whether a line begins like a directive, or is a part of that beginning.
    private static func begins(_ line: ArraySlice<UInt8>, like pattern: [UInt8]) -> Bool {
        zip(line, pattern).allSatisfy { byte, expected in
            expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
        } && line.count >= pattern.count
    }

    // MARK: - The last line

    private var lineEnd: [UInt8] { syntax == .csv ? [0x0D, 0x0A] : [0x0A] }

    /// Judges the bytes after the last line end. A line with all that a row has is whole, unless it ends where the end
    /// of a process may have come, or a row of this run begins with it and goes on: a number that is cut is another
    /// number.
    func ending(expecting own: Header?, rows: [[UInt8]], mayBeTorn: Bool) throws(RowMisfit) -> Ending {
        if isInQuotes, rest.contains(UInt8(ascii: "\n")) {
            throw misfit("has a quote that is not closed", line: count + 1)
        }
        if rows.contains(where: { $0.count > rest.count + lineEnd.count && $0.starts(with: rest) }) { return .torn }
        switch syntax {
        case .csv, .tsv:
            guard let header else { return endingOfHeader(expecting: own) }
            var count = 0
            let line = rest.dropLast(lineEnd.count - missingEnd.count)
            let isRow = (try? cells(of: line) { _, _ in count += 1 }) != nil
            return isRow && !mayBeTorn && count == header.columns.count ? .whole(missingEnd) : .torn
        case .jsonl: return (try? Self.identity(ofObject: rest[...])) == nil ? .torn : .whole(lineEnd)
        case .ledger, .beancount:
            let pattern = syntax.directiveBeginning
            let isOurs = Self.begins(rest[...] + pattern.dropFirst(rest.count), like: pattern)
            let isWhole = Self.words(of: rest[...]).count >= syntax.wordsOfDirective && !mayBeTorn
            return isOurs && !isWhole ? .torn : .whole(lineEnd)
        }
    }

    private func endingOfHeader(expecting own: Header?) -> Ending {
        guard let own, own.bytes.starts(with: rest) else { return .foreign }
        return rest.count + missingEnd.count == own.bytes.count ? .whole(missingEnd) : .torn
    }

    /// The line end, or what is missing of it.
    private var missingEnd: [UInt8] { syntax == .csv && rest.last == 0x0D ? [0x0A] : lineEnd }
}
