import Platform

extension Failure {
    /// A failed write. It has no message if the reader has closed the pipe, as `head` does.
    init(_ error: OutputError) {
        switch error {
        case .brokenPipe: self.init(.brokenPipe, "")
        case .failed(let number): self.init(.inputOutput, "writing stdout failed: \(SystemError.text(number))")
        case .file(let status, let message): self.init(status, message)
        }
    }

    /// A file of the user that cannot be read.
    fileprivate init(_ fault: FileBytes.Fault, path: String) {
        switch fault {
        case .system(let number): self.init(.configuration, "\(path): cannot be read: \(SystemError.text(number))")
        case .tooLarge(let limit): self.init(.configuration, "\(path): over \(limit) bytes")
        }
    }
}

extension Failure {
    /// Runs system calls on a file that is written. Throws a failure that names it.
    static func writing<Result>(
        _ path: String, _ body: () throws(SystemError.Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(SystemError.Failure) {
            return try body()
        } catch {
            throw Failure(.inputOutput, "\(path): cannot be written: \(SystemError.text(error.number))")
        }
    }
}

extension FileBytes {
    /// Returns the content of a file of the user; nil if it does not exist. Throws if it cannot be read.
    static func ofUser(_ path: String) throws(Failure) -> [UInt8]? {
        try contentsOfUser(path)?.bytes
    }

    /// Does the same, and returns who else can read or change the file. A byte order mark, which some editors write, is
    /// left out.
    static func contentsOfUser(_ path: String) throws(Failure) -> Contents? {
        do throws(Fault) {
            return try read(path)?.withoutByteOrderMark
        } catch {
            throw Failure(error, path: path)
        }
    }
}

extension Console {
    /// Writes rows or pages. Throws if the write fails.
    func print(_ bytes: [UInt8]) throws(Failure) {
        guard !bytes.isEmpty else { return }
        do throws(OutputError) {
            try write(bytes)
        } catch {
            throw Failure(error)
        }
    }
}
