import Platform

extension Failure {
    /// The reader of stdout has closed the pipe, as `head` does. Nothing is said about it.
    package static let brokenPipe = Failure(.brokenPipe, "")

    /// Writing stdout failed with the system's error number: no space left, stdout closed.
    package static func stdout(_ number: Int32) -> Failure {
        Failure(.inputOutput, "writing stdout failed: \(SystemError.text(number))")
    }

    /// A file that cannot be written.
    init(unwritten path: String, _ number: Int32) {
        self.init(.inputOutput, "\(path): cannot be written: \(SystemError.text(number))")
    }

    /// A file of the user that cannot be read.
    fileprivate init(_ fault: FileBytes.Fault, path: String) {
        switch fault {
        case .system(let number): self.init(.configuration, "\(path): cannot be read: \(SystemError.text(number))")
        case .tooLarge(let limit): self.init(.configuration, "\(path): over \(limit) bytes")
        }
    }
    /// Returns the result of system calls on a file that is written. Throws a failure that names it.
    static func writing<Value: ~Copyable>(
        _ path: String, _ value: @autoclosure () throws(SystemError.Failure) -> Value
    ) throws(Failure) -> Value {
        try translating(value()) { (error: SystemError.Failure) in Failure(unwritten: path, error.number) }
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
        try translating(read(path)?.withoutByteOrderMark) { Failure($0, path: path) }
    }
}

extension Console {
    /// Writes rows or pages. Throws if the write fails.
    func print(_ bytes: [UInt8]) throws(Failure) {
        if !bytes.isEmpty { try write(bytes) }
    }
}
