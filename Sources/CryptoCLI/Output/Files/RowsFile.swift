import CommandLineKit
import Platform
import Rendering
import Synchronization

/// Where rows go in place of stdout: a file that they replace (`--output`), or one that they are appended to
/// (`--append`).
struct RowsFile: Sendable {
    private let write: @Sendable ([UInt8]) throws(Failure) -> Void
    /// Called once, after a run with this status.
    let finish: @Sendable (ExitStatus) throws(Failure) -> Void
    /// Called in place of `finish` after a run that failed.
    private(set) var discard: @Sendable () -> Void = {}
    /// Called when a stream receives HUP, because its file may have been renamed; nil for a device.
    private var reopen: (@Sendable () throws(Failure) -> Void)?

    /// Returns the file that the options name; nil for stdout. Throws if it certainly cannot be written, before
    /// anything is asked for.
    init?(_ common: CommonOptions, _ environment: Environment) throws(Failure) {
        // A list of fields or providers has no rows to append.
        if let path = common.append, !common.asksForHelp {
            let file = try AppendedFile(path, common, environment)
            write = { (bytes) throws(Failure) in try file.write(bytes) }
            finish = { (_) throws(Failure) in try file.finish() }
            discard = { file.reportDiffering() }
            reopen = { file.reopen() }
            return
        }
        guard let path = common.output, !Self.isStdout(path) else { return nil }
        if try Failure.writing(path, FileBytes.place(of: path)) == .device {
            // It is written in place. To open a pipe waits for its reader.
            let device = try Failure.writing(path, OpenDevice(path))
            write = { (bytes) throws(Failure) in
                guard try Failure.writing(path, device.write(bytes)) else { throw .brokenPipe }
            }
            finish = { (_) throws(Failure) in }
        } else {
            let isTable = common.outputFormat == .csv || common.outputFormat == .tsv
            let file = try ReplacedFile(path, hasHeader: isTable && !common.noHeader)
            write = { (bytes) throws(Failure) in try file.write(bytes) }
            finish = { (status) throws(Failure) in
                if status.isOfWholeOutput(file) { try file.publish() } else { file.discard() }
            }
            discard = { file.discard() }
            reopen = { () throws(Failure) in try file.reopen() }
        }
    }

    /// The names by which a user means stdout.
    private static func isStdout(_ path: String) -> Bool {
        ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
    }

    /// Returns an environment whose rows go to the file, which is no terminal.
    func taking(rowsOf environment: Environment) -> Environment {
        var environment = environment
        environment.console.write = write
        environment.reopenRows = reopen
        environment.console.deferredNotices = DeferredNotices(ofStdout: false)
        (environment.console.columns, environment.console.size) = (nil, { nil })
        return environment
    }
}

extension ExitStatus {
    /// Whether all that was asked for was printed. A signal is how a person ends a stream; a one-shot command ends by
    /// it without a status.
    fileprivate func isOfWholeOutput(_ file: ReplacedFile) -> Bool {
        switch self {
        case .success, .noMatch: true
        case .signal: !file.isEmpty
        case .code: false
        }
    }
}
