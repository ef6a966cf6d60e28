extension Terminal {
    /// What a terminal says of itself.
    package struct Report: Sendable, Equatable {
        /// The size. The system learns a change of it later than the terminal makes it.
        package var size: Size
        /// The row of the cursor, counted from 0.
        package var cursorRow: Int
    }

    /// The longest time that the terminal may take to answer, in milliseconds.
    private static let patience: Int32 = 500
    /// Asks for the position of the cursor, and again in the last row and column (ECMA-48: DSR, CUP; DEC: DECSC,
    /// DECRC).
    private static let question = "\u{1B}[6n\u{1B}7\u{1B}[9999;9999H\u{1B}[6n\u{1B}8"

    /// Asks the terminal of a descriptor where its cursor is and how large it is.
    ///
    /// Returns nil if the process is in the background, if typed keys wait to be read and there is no `typed`, or if
    /// there is no answer at once. An answer that comes later is read by the next program, so ask only terminals on the
    /// same machine. No other thread may read from the terminal meanwhile.
    ///
    /// `typed` is passed what is typed before the answer and in it.
    package static func report(of descriptor: Int32, typed: ((_ bytes: [UInt8]) -> Void)? = nil) -> Report? {
        guard beginAsking(descriptor) else { return nil }
        defer { endAsking() }
        if isReadable(descriptor, within: 0) {
            guard let typed, case .success(let bytes) = StandardStreams.read(from: descriptor) else { return nil }
            typed(bytes)
        }
        guard StandardStreams.write(Array(question.utf8), to: descriptor) == 0 else { return nil }
        var answer: [UInt8] = []
        var parts = Self.parts(of: answer)
        defer { if !parts.typed.isEmpty { typed?(parts.typed) } }
        while parts.places.count < 2, answer.count < 256 {
            guard isReadable(descriptor, within: patience),
                case .success(let bytes) = StandardStreams.read(from: descriptor), !bytes.isEmpty
            else { return nil }
            answer += bytes
            parts = Self.parts(of: answer)
        }
        let places = parts.places.suffix(2)
        guard let cursor = places.first, let corner = places.last, places.count == 2 else { return nil }
        return Report(size: corner, cursorRow: cursor.rows - 1)
    }

    /// Separates the places in an answer from what was typed meanwhile.
    private static func parts(of answer: [UInt8]) -> (places: [Size], typed: [UInt8]) {
        var (places, typed): ([Size], [UInt8]) = ([], [])
        let pieces = answer.split(separator: 0x1B, omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            let end = piece.firstIndex(of: UInt8(ascii: "R")).map { $0 + 1 } ?? piece.endIndex
            if index > 0, let place = place(piece[..<end]) {
                places.append(place)
                typed += piece[end...]
            } else {
                typed += (index > 0 ? [0x1B] : []) + piece
            }
        }
        return (places, typed)
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
}
