import CommandLineKit
import Platform
import Synchronization

/// `--append`: a file that gets the rows that are not in it yet.
///
/// Each batch of rows is written under the lock of the file, after what other processes appended since the last batch
/// was read. A batch is written whole or not at all; after a process that was killed the last line may be torn, and the
/// next one moves it to a file beside it.
final class AppendedFile: Sendable {
    fileprivate struct State {
        /// Reads the rows of this run.
        var own: RowReader
        /// Reads those of the file.
        var file: RowReader
        /// The part of the file that was read, and which file it was.
        var end = 0
        var identity: UInt64?
        /// The rows in the file, except those of this run.
        var index = RowIndex()
        var hasWritten = false
        var hasReportedWait = false
        /// The rows that were left out although the file has other values under their key, and the first of them.
        var differing = 0
        var firstDiffering = ""
    }

    private let path: String
    private let syntax: RowSyntax
    private let origins: ValueOrigins
    private let console: Console
    private let isQuiet: Bool
    /// Whether the batches are pages of lines, of which several may ask for the same.
    private let isOfPages: Bool
    private let state: Mutex<State>

    /// Throws if the file cannot be appended to, as far as that can be known without a row.
    init(_ path: String, _ common: CommonOptions, _ environment: Environment) throws(Failure) {
        guard let syntax = RowSyntax(common.outputFormat) else {
            preconditionFailure("a format that cannot be appended was accepted")
        }
        (self.path, self.syntax, origins) = (path, syntax, common.origins)
        (console, isQuiet) = (environment.console, common.quiet)
        isOfPages = ["price", "convert"].contains(common.command)
        state = Mutex(State(own: RowReader(syntax), file: RowReader(syntax)))
        switch try Failure.writing(path, FileBytes.place(of: path)) {
        case .file: break
        case .device: throw Failure(.inputOutput, "\(path): cannot be appended to: it is not a regular file")
        case .nothing:
            let directory = FileBytes.directory(of: path)
            guard let number = FileBytes.obstacle(toFilesIn: directory) else { break }
            throw Failure(unwritten: path, number)
        }
    }

    /// Appends the rows among these bytes that are not in the file yet.
    func write(_ bytes: [UInt8]) throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            var rows: [(bytes: [UInt8], identity: RowIdentity)] = []
            try fitting(
                state.own.read(bytes) { record, identity in
                    if let identity { rows.append((Array(record), identity)) }
                })
            guard !rows.isEmpty else { return }
            let file = try open(&state, path)
            try catchUp(&state, file, with: rows.map(\.bytes))
            let known = try knownKeys(among: rows.map(\.identity), state, file)
            rows.removeAll { row in
                guard known.contains(row.identity.key) else { return false }
                if !known.contains(row.identity.whole) { state.note(differing: row.bytes) }
                return true
            }
            // Equal lines of one batch say the same twice.
            var seen: Set<[UInt8]> = []
            let new = rows.filter { seen.insert($0.bytes).inserted }
            guard !new.isEmpty else { return }
            let header: [[UInt8]] = file.size == 0 ? state.own.header.map { [$0.bytes] } ?? [] : []
            try Failure.writing(path, file.append(header + new.map(\.bytes)))
            if file.size > 0, state.file.header == nil { state.file.header = state.own.header }
            // A directive is known by all that it says, also one of this run, and so are rows of an earlier page.
            if syntax.isDirective || isOfPages {
                state.index.add(new.map(\.identity), at: state.end..<file.size, before: 0)
            }
            (state.end, state.hasWritten) = (file.size, true)
        }
    }

    /// Writes the file to the disk, and reports the rows that were left out.
    func finish() throws(Failure) {
        reportDiffering()
        try state.withLock { (state) throws(Failure) in
            guard state.hasWritten else { return }
            let file = try open(&state, path)
            try Failure.writing(path, file.synchronize())
        }
    }

    /// Reports once that the file has other values under the keys of rows of this run.
    func reportDiffering() {
        let (count, first) = state.withLock { state in
            defer { state.differing = 0 }
            return (state.differing, state.firstDiffering)
        }
        guard count > 0, !isQuiet else { return }
        let rows = count == 1 ? "1 row is" : "\(count) rows are"
        console.say(
            "\(path): \(rows) left out, because the file has other values for the same time and name; "
                + "the first is \(first.inQuotes)")
    }

    /// Forgets that rows were written to the file, which may have been moved away. Each batch opens it by its path.
    func reopen() { state.withLock { $0.hasWritten = false } }

    /// Opens the file, or the one of torn lines, and waits for its lock. The first long wait is reported.
    private func open(_ state: inout State, _ path: String) throws(Failure) -> GrowingFile {
        var hasReported = state.hasReportedWait
        defer { state.hasReportedWait = hasReported }
        return try Failure.writing(
            path,
            GrowingFile(path) { [console, isQuiet] process in
                if !hasReported, !isQuiet {
                    let holder = process.map { "process \($0)" } ?? "another process"
                    console.say("\(path): waiting for \(holder), which has locked it")
                }
                hasReported = true
            })
    }

    // MARK: - What the file has

    /// Reads what the file has got since the last batch, and repairs its last line before these rows.
    private func catchUp(
        _ state: inout State, _ file: GrowingFile, with rows: [[UInt8]]
    ) throws(Failure) {
        if state.identity != file.identity || file.size < state.end {
            (state.file, state.index, state.end) = (RowReader(syntax), RowIndex(), 0)
            state.identity = file.identity
        }
        while state.end < file.size {
            let bytes = try Failure.writing(path, file.read(from: state.end))
            if bytes.isEmpty { break }
            state.end += bytes.count
            try take(bytes, &state, before: file.size)
        }
        if let header = state.file.header, let own = state.own.header, header.columns != own.columns {
            throw refused(header.columns.joined(separator: ","), insteadOf: own)
        }
        try repair(&state, file, before: rows)
    }

    /// Takes the bytes up to `state.end` of a file of some size.
    private func take(_ bytes: [UInt8], _ state: inout State, before size: Int) throws(Failure) {
        let start = state.end - bytes.count - state.file.rest.count
        var rows: [RowIdentity] = []
        try fitting(state.file.read(bytes) { _, identity in if let identity { rows.append(identity) } })
        state.index.add(rows, at: start..<(state.end - state.file.rest.count), before: size - state.end)
    }

    /// Returns the keys of those rows that the file has, and the hashes of all that those say.
    private func knownKeys(
        among rows: [RowIdentity], _ state: State, _ file: GrowingFile
    ) throws(Failure) -> Set<UInt64> {
        try state.index.keys(among: rows) { (range) throws(Failure) in
            var (reader, keys) = (state.file.again, Set<UInt64>())
            var place = range.lowerBound
            while place < range.upperBound {
                let bytes = try Failure.writing(path, file.read(from: place))
                if bytes.isEmpty { break }
                let part = Array(bytes.prefix(range.upperBound - place))
                place += part.count
                try fitting(
                    reader.read(part) { _, identity in
                        if let identity { keys.formUnion([identity.key, identity.whole]) }
                    })
            }
            return keys
        }
    }

    /// Ends the last line if it is whole, and moves it to a file of its own if it is torn.
    private func repair(_ state: inout State, _ file: GrowingFile, before rows: [[UInt8]]) throws(Failure) {
        let rest = state.file.rest
        guard !rest.isEmpty else { return }
        let start = file.size - rest.count
        let ending = try fitting(
            state.file.ending(expecting: state.own.header, rows: rows, mayBeTorn: file.mayEndWithinLine))
        switch ending {
        case .whole(let lineEnd):
            try Failure.writing(path, file.append([lineEnd]))
            state.end += lineEnd.count
            try take(lineEnd, &state, before: file.size)
        case .foreign:
            guard let own = state.own.header else { break }
            throw refused(String(decoding: rest.prefix(200), as: UTF8.self), insteadOf: own)
        case .torn:
            let kept = try keep(rest, &state)
            try Failure.writing(path, file.truncate(to: start))
            state.file.dropRest()
            // Also with --quiet: the file loses something.
            let words = String(decoding: rest.prefix(200), as: UTF8.self).inQuotes
            console.say("\(path): the last line is torn and is moved to \(kept): \(words)")
        }
        state.end = file.size
    }

    /// Appends a torn line to the file of those beside this one. Returns its path.
    private func keep(_ line: [UInt8], _ state: inout State) throws(Failure) -> String {
        let torn = path + ".torn"
        let file = try open(&state, torn)
        try Failure.writing(torn, file.append([line + [UInt8(ascii: "\n")]]))
        try Failure.writing(torn, file.synchronize())
        return torn
    }

    private func fitting<Value>(_ value: @autoclosure () throws(RowMisfit) -> Value) throws(Failure) -> Value {
        try translating(value()) { (misfit: RowMisfit) in refused("\(misfit.problem); name another file") }
    }

    private func refused(_ columns: String, insteadOf own: RowReader.Header) -> Failure {
        refused(
            "has the columns \(columns), not \(own.columns.joined(separator: ",")); choose its columns with --fields, or "
                + "name another file")
    }

    /// A file that does not fit the rows.
    private func refused(_ problem: String) -> Failure {
        .option("append", problem: "\(path.inQuotes) \(problem)", origins)
    }
}

extension AppendedFile.State {
    /// Counts a row that is left out although the file has other values under its key.
    fileprivate mutating func note(differing row: [UInt8]) {
        differing += 1
        guard differing == 1 else { return }
        firstDiffering = String(decoding: row.prefix { $0 >= 0x20 }.prefix(200), as: UTF8.self)
    }
}
