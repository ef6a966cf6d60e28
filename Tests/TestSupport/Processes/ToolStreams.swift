#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The pipes and the terminal between the test and a process, with the place of each end.
struct ToolStreams: Sendable {
    /// A descriptor of the test process that is written or read.
    struct Source: Sendable {
        let descriptor: Int32
        /// The number of bytes to read before the descriptor is closed; nil for all.
        let limit: Int?
    }

    private(set) var places: [ChildProcess.Place] = []
    private(set) var terminalPath: String?
    /// The descriptor for the input, and its bytes.
    private(set) var input: (descriptor: Int32, bytes: [UInt8])?
    /// What is typed on the terminal, and after which words of the output.
    private(set) var dialog: (terminal: Int32, steps: [(words: String, typed: String)])?
    /// The source of the outcome's output.
    private(set) var output: Source?
    /// The source of the outcome's errors.
    private(set) var errors: Source?
    /// A pipe. Its write end is closed when the process has ended.
    let end: (read: Int32, write: Int32)
    private var childSides: [Int32] = []
    private var master: Int32?

    init(
        input: ToolProcess.Input, output: ToolProcess.Output, errors: ToolProcess.Output, terminal: TerminalSize?
    ) throws {
        end = try Descriptors.pipe()
        do {
            let pty = try terminal.map(PseudoTerminal.init)
            adopt(pty)
            places.append(try place(for: input, pty: pty))
            places.append(try place(for: output, pty: pty, source: \.output))
            places.append(try place(for: errors, pty: pty, source: \.errors))
        } catch {
            closeAll()
            throw error
        }
        let ours = [self.input?.descriptor, self.output?.descriptor, self.errors?.descriptor].compactMap { $0 }
        ours.forEach(Descriptors.makeNonBlocking)
    }

    /// Closes the descriptors that only the child needs, so that the end of a stream is noticed.
    func closeChildSides() {
        for side in childSides { close(side) }
    }

    /// Closes everything, after a failed spawn.
    func closeAll() {
        closeChildSides()
        close(end.write)
        for descriptor in ourSides { close(descriptor) }
    }

    /// Whether the input is typed on the terminal.
    var inputIsTerminal: Bool {
        dialog != nil || input.map { $0.descriptor == master } ?? false
    }

    /// Every descriptor of the test process, once.
    var ourSides: Set<Int32> {
        Set([end.read, input?.descriptor, output?.descriptor, errors?.descriptor, master].compactMap { $0 })
    }

    private mutating func adopt(_ pty: PseudoTerminal?) {
        guard let pty else { return }
        terminalPath = pty.path
        childSides.append(pty.slave)
        master = pty.master
    }

    private mutating func place(for choice: ToolProcess.Input, pty: PseudoTerminal?) throws -> ChildProcess.Place {
        switch choice {
        case .closed:
            return .closed
        case .null:
            return .file("/dev/null")
        case .bytes(let bytes):
            let ends = try Descriptors.pipe()
            childSides.append(ends.read)
            input = (ends.write, bytes)
            return .descriptor(ends.read)
        case .typed(let bytes):
            guard let pty else { throw SystemCallFailure("typed input without a terminal", code: ENOTTY) }
            input = (pty.master, bytes)
            return .descriptor(pty.slave)
        case .dialog(let steps):
            guard let pty else { throw SystemCallFailure("typed input without a terminal", code: ENOTTY) }
            dialog = (pty.master, steps)
            return .descriptor(pty.slave)
        }
    }

    private mutating func place(
        for choice: ToolProcess.Output, pty: PseudoTerminal?, source: WritableKeyPath<ToolStreams, Source?>
    ) throws -> ChildProcess.Place {
        switch choice {
        case .closed: return .closed
        case .file(let path): return .file(path)
        case .capture: return try pipePlace(limit: nil, source)
        case .pipeClosedAfter(let count): return try pipePlace(limit: count, source)
        case .terminal:
            guard let pty else { throw SystemCallFailure("output to no terminal", code: ENOTTY) }
            if self.output?.descriptor != pty.master {
                self[keyPath: source] = Source(descriptor: pty.master, limit: nil)
            }
            return .descriptor(pty.slave)
        }
    }

    private mutating func pipePlace(
        limit: Int?, _ source: WritableKeyPath<ToolStreams, Source?>
    ) throws -> ChildProcess.Place {
        let ends = try Descriptors.pipe()
        childSides.append(ends.write)
        self[keyPath: source] = Source(descriptor: ends.read, limit: limit)
        return .descriptor(ends.write)
    }
}
