import CommandLineKit
import Platform
import Rendering
import Synchronization

/// `--append`: a file that gets the rows that are not in it yet.
///
/// Each batch of rows is written under the lock of the file, after what other processes appended since the last batch
/// was read. A batch is written whole or not at all. A process that was killed may leave a torn last line. The next one
/// writes it again if it has the same row; otherwise it keeps the line, which is no row.
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
        var known = KnownRows()
        var hasWritten = false
        var hasReportedWait = false
        /// The rows that were left out although the file has other values under their key, and the first of them.
        var differing = 0
        var firstDiffering = ""
    }

    private let path: String
    private let syntax: OutputFormat
    private let origins: ValueOrigins
    private let console: Console
    private let isQuiet: Bool
    /// Whether the batches are pages of lines, of which several may ask for the same.
    private let isOfPages: Bool
    private let state: Mutex<State>

    /// Throws if the file cannot be appended to, as far as that can be known without a row.
    init(_ path: String, _ common: CommonOptions, _ environment: Environment) throws(Failure) {
        let syntax = common.outputFormat
        precondition(syntax.isAppendable, "a format that cannot be appended was accepted")
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
            let file = try open(&state)
            try catchUp(&state, file, with: rows.map(\.bytes))
            rows.removeAll { row in
                guard state.known.contains(row.identity.key) else { return false }
                if !state.known.contains(row.identity.whole) { state.note(differing: row.bytes) }
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
            if syntax.isPriceDirective || isOfPages { for row in new { state.known.add(row.identity) } }
            (state.end, state.hasWritten) = (file.size, true)
        }
    }

    /// Writes the file to the disk, and reports the rows that were left out.
    func finish() throws(Failure) {
        reportDiffering()
        try state.withLock { (state) throws(Failure) in
            guard state.hasWritten else { return }
            let file = try open(&state)
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

    /// Opens the file, and waits for its lock. The first long wait is reported.
    private func open(_ state: inout State) throws(Failure) -> GrowingFile {
        var hasReported = state.hasReportedWait
        defer { state.hasReportedWait = hasReported }
        return try Failure.writing(
            path,
            GrowingFile(path) { [path, console, isQuiet] process in
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
            (state.file, state.known, state.end) = (RowReader(syntax), KnownRows(), 0)
            state.identity = file.identity
        }
        while state.end < file.size {
            let bytes = try Failure.writing(path, file.read(from: state.end))
            if bytes.isEmpty { break }
            state.end += bytes.count
            try take(bytes, &state)
        }
        let rest = state.file.rest
        let lines = state.file.header == nil ? rows + (state.own.header.map { [$0.bytes] } ?? []) : rows
        let isWrittenAgain = !rest.isEmpty && lines.contains { $0.starts(with: rest) }
        let missing = try rest.isEmpty || isWrittenAgain ? [] : fitting(state.file.missingEnd())
        try take(missing, &state)
        if let header = state.file.header, let own = state.own.header, header.columns != own.columns {
            throw refused(
                "has the columns \(header.columns.joined(separator: ",")), not \(own.columns.joined(separator: ",")); "
                    + "choose its columns with --fields, or name another file")
        }
        if isWrittenAgain {
            try Failure.writing(path, file.truncate(to: file.size - rest.count))
            state.file.dropRest()
        } else if !missing.isEmpty {
            try Failure.writing(path, file.append([missing]))
            // Also with --quiet: the file may have a row with a number that is cut.
            let words = String(decoding: rest.prefix(200), as: UTF8.self).inQuotes
            console.say("\(path): the last line had no line end and gets one; it may be torn: \(words)")
        }
        state.end = file.size
    }

    private func take(_ bytes: [UInt8], _ state: inout State) throws(Failure) {
        try fitting(state.file.read(bytes) { _, row in if let row { state.known.add(row) } })
    }

    private func fitting<Value>(_ value: @autoclosure () throws(ValueError) -> Value) throws(Failure) -> Value {
        try translating(value()) { (misfit: ValueError) in refused("\(misfit.problem); name another file") }
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
