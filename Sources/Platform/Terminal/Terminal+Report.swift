#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Terminal {
    /// What a terminal says of itself.
    package struct Report: Sendable, Equatable {
        /// The size. The system learns a change of it later than the terminal makes it.
        package var size: Size
        /// The row of the cursor, counted from 0.
        package var cursorRow: Int

        /// Creates a report. Each parameter sets the property of the same name.
        package init(size: Size, cursorRow: Int) {
            (self.size, self.cursorRow) = (size, cursorRow)
        }
    }

    /// The longest time that the terminal may take to answer, in milliseconds.
    private static let patience: Int32 = 500
    /// Asks for the position of the cursor, and again in the last row and column (ECMA-48: DSR, CUP; DEC: DECSC,
    /// DECRC).
    private static let question = "\u{1B}[6n\u{1B}7\u{1B}[9999;9999H\u{1B}[6n\u{1B}8"

    /// Asks the terminal of a descriptor where its cursor is and how large it is.
    ///
    /// Returns nil if the process is in the background, if typed keys wait to be read, or if there is no answer at
    /// once. An answer that comes later is read by the next program, so ask only terminals on the same machine. No
    /// other thread may read from the terminal meanwhile.
    package static func report(of descriptor: Int32) -> Report? {
        var modes = termios()
        guard isOurs(descriptor), fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR,
            unsafe tcgetattr(descriptor, &modes) == 0
        else { return nil }
        let before = modes
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
        guard unsafe tcsetattr(descriptor, TCSANOW, &modes) == 0 else { return nil }
        defer {
            modes = before
            unsafe tcsetattr(descriptor, TCSANOW, &modes)
        }
        guard !isReadable(descriptor, within: 0), StandardStreams.write(Array(question.utf8), to: descriptor) == 0
        else { return nil }
        var answer: [UInt8] = []
        while answer.count(where: { $0 == UInt8(ascii: "R") }) < 2, answer.count < 64 {
            guard isReadable(descriptor, within: patience),
                case .success(let bytes) = StandardStreams.read(from: descriptor), !bytes.isEmpty
            else { return nil }
            answer += bytes
        }
        let places = answer.split(separator: 0x1B).compactMap(place).suffix(2)
        guard let cursor = places.first, let corner = places.last, places.count == 2 else { return nil }
        return Report(size: corner, cursorRow: cursor.rows - 1)
    }

    /// Reads an answer `[ row ; column R`, counted from 1.
    private static func place(_ answer: ArraySlice<UInt8>) -> Size? {
        guard answer.first == UInt8(ascii: "["), answer.last == UInt8(ascii: "R") else { return nil }
        let numbers = answer.dropFirst().dropLast().split(separator: UInt8(ascii: ";")).map { number in
            Int(String(decoding: number, as: UTF8.self))
        }
        guard numbers.count == 2, let row = numbers[0], let column = numbers[1], row > 0, column > 0 else { return nil }
        return Size(columns: column, rows: row)
    }

    static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&wait, 1, milliseconds) > 0
    }
}
