import CommandLineKit
import Platform
import Synchronization

/// `--append`: a file that gets the rows that are not in it yet.
///
/// Each batch of rows is written under the lock of the file, after what other processes appended since the last batch was
/// read. A batch is written whole or not at all; after a process that was killed the last line may be cut, and the next
/// one removes it.
final class AppendedFile: Sendable {
    private struct State {
        /// Reads the rows of this run.
        var own: RowReader
        /// Reads those of the file.
        var file: RowReader
        /// The part of the file that was read, and which file it was.
        var end = 0
        var identity: UInt64?
        /// The keys of the rows in the file, except those of this run.
        var keys: Set<UInt64> = []
        var hasWritten = false
    }

    private let path: String
    private let syntax: RowSyntax
    private let origins: ValueOrigins
    private let notice: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// Throws if the file cannot be appended to, as far as that can be known without a row.
    init(_ path: String, _ common: CommonOptions, _ environment: Environment) throws(Failure) {
        guard let syntax = RowSyntax(common.outputFormat) else {
            preconditionFailure("a format that cannot be appended was accepted")
        }
        (self.path, self.syntax, origins) = (path, syntax, common.origins)
        let console = environment.console
        notice = { line in if !common.quiet { console.say("\(path): \(line)") } }
        state = Mutex(State(own: RowReader(syntax), file: RowReader(syntax)))
        let place = try Failure.writing(path) { () throws(SystemError.Failure) in
            try FileBytes.place(of: path)
        }
        switch place {
        case .file: break
        case .device: throw Failure(.inputOutput, "\(path): cannot be appended to: it is not a regular file")
        case .nothing:
            let directory = FileBytes.directory(of: path)
            guard let number = FileBytes.obstacle(toFilesIn: directory) else { break }
            throw Failure(.inputOutput, "\(path): cannot be written: \(SystemError.text(number))")
        }
    }

    /// Appends the rows among these bytes that are not in the file yet.
    func write(_ bytes: [UInt8]) throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            var rows: [(bytes: [UInt8], key: UInt64)] = []
            try fitting { () throws(RowMisfit) in
                try state.own.read(bytes) { record, key in if let key { rows.append((Array(record), key)) } }
            }
            guard !rows.isEmpty else { return }
            let file = try Failure.writing(path) { () throws(SystemError.Failure) in try GrowingFile(path) }
            try catchUp(&state, file)
            rows.removeAll { state.keys.contains($0.key) }
            // Equal lines of one batch say the same twice.
            var seen: Set<[UInt8]> = []
            let new = rows.filter { seen.insert($0.bytes).inserted }
            guard !new.isEmpty else { return }
            let header: [[UInt8]] = file.size == 0 ? state.own.header.map { [$0.bytes] } ?? [] : []
            try Failure.writing(path) { () throws(SystemError.Failure) in try file.append(header + new.map(\.bytes)) }
            if file.size > 0, state.file.header == nil { state.file.header = state.own.header }
            if syntax.isDirective { state.keys.formUnion(new.map(\.key)) }
            (state.end, state.hasWritten) = (file.size, true)
        }
    }

    /// Writes the file to the disk.
    func finish() throws(Failure) {
        guard state.withLock(\.hasWritten) else { return }
        try Failure.writing(path) { () throws(SystemError.Failure) in try GrowingFile(path).synchronize() }
    }

    // MARK: - What the file has

    /// Reads what the file has got since the last batch, and repairs its last line.
    private func catchUp(_ state: inout State, _ file: GrowingFile) throws(Failure) {
        if state.identity != file.identity || file.size < state.end {
            (state.file, state.keys, state.end) = (RowReader(syntax), [], 0)
            state.identity = file.identity
        }
        while state.end < file.size {
            let bytes = try Failure.writing(path) { () throws(SystemError.Failure) in try file.read(from: state.end) }
            if bytes.isEmpty { break }
            state.end += bytes.count
            try take(bytes, &state)
        }
        if let header = state.file.header, let own = state.own.header, header.columns != own.columns {
            throw refused(header.columns.joined(separator: ","), insteadOf: own)
        }
        try repair(&state, file)
    }

    private func take(_ bytes: [UInt8], _ state: inout State) throws(Failure) {
        var keys: [UInt64] = []
        try fitting { () throws(RowMisfit) in
            try state.file.read(bytes) { _, key in if let key { keys.append(key) } }
        }
        state.keys.formUnion(keys)
    }

    /// Ends the last line if it is whole, and removes it if it may have been cut.
    private func repair(_ state: inout State, _ file: GrowingFile) throws(Failure) {
        let rest = state.file.rest
        guard !rest.isEmpty else { return }
        let start = file.size - rest.count
        switch state.file.ending(expecting: state.own.header) {
        case .whole(let lineEnd):
            try Failure.writing(path) { () throws(SystemError.Failure) in try file.append([lineEnd]) }
            try take(lineEnd, &state)
        case .foreign:
            guard let own = state.own.header else { break }
            throw refused(String(decoding: rest.prefix(200), as: UTF8.self), insteadOf: own)
        case .cut:
            try Failure.writing(path) { () throws(SystemError.Failure) in try file.truncate(to: start) }
            state.file.dropRest()
            notice(
                "the last line has no end and is removed: \(String(decoding: rest.prefix(200), as: UTF8.self).inQuotes)"
            )
        }
        state.end = file.size
    }

    private func fitting(_ body: () throws(RowMisfit) -> Void) throws(Failure) {
        do throws(RowMisfit) {
            try body()
        } catch {
            throw refused("\(error.problem); name another file")
        }
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
