extension Terminal {
    /// A colour, with 8 bits for each channel.
    package typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

    /// Asks for the background (xterm's control sequence OSC 11), and then for what the terminal is (ECMA-48: DA),
    /// which all terminals answer, also those that do not know the former.
    private static let questionOfBackground = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
    /// The time in which an answer counts, and the one in which it is still read, so that no later program gets it.
    private static let (inTime, atAll): (Duration, Duration) = (.milliseconds(50), .milliseconds(200))

    /// Asks the terminal of a descriptor for its background.
    ///
    /// Returns nil if the terminal may not be asked now, if typed keys wait to be read, if it does not know, or if it
    /// takes longer than 50 milliseconds. What is typed while it is asked is lost. As an answer that takes longer than
    /// 200 milliseconds is read by the next program, ask only terminals on the same machine.
    package static func background(of descriptor: Int32) -> Color? {
        guard beginAsking(descriptor) else { return nil }
        defer { endAsking() }
        guard !isReadable(descriptor, within: 0),
            StandardStreams.write(Array(questionOfBackground.utf8), to: descriptor) == 0
        else { return nil }
        let start = ContinuousClock.now
        var answer: [UInt8] = []
        var color: Color?
        while !isWhole(answer), answer.count < 256 {
            let rest = atAll - (ContinuousClock.now - start)
            guard rest > .zero, isReadable(descriptor, within: Int32(rest / .milliseconds(1)) + 1),
                case .success(let bytes) = StandardStreams.read(from: descriptor), !bytes.isEmpty
            else { break }
            answer += bytes
            if ContinuousClock.now - start <= inTime { color = self.color(in: answer) }
        }
        return color
    }

    /// Whether the answer to the second question is there: `ESC [ ? … c`. Keys may have been typed after it.
    private static func isWhole(_ answer: [UInt8]) -> Bool {
        let pieces = answer.split(separator: 0x1B)
        return pieces.contains { $0.starts(with: "[?".utf8) && $0.contains(UInt8(ascii: "c")) }
    }

    /// Reads an answer `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`, with one to four hexadecimal digits for each channel, which are
    /// a fraction of the highest number of so many digits (X11, XParseColor), up to its end (BEL or ESC).
    static func color(in answer: [UInt8]) -> Color? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let start = text.firstRange(ofBytes: "]11;rgb:")?.upperBound else { return nil }
        let digits = text[start...].prefix { $0 == "/" || $0.isHexDigit }
        guard let end = text[digits.endIndex...].unicodeScalars.first, end == "\u{7}" || end == "\u{1B}" else {
            return nil
        }
        let channels = digits.split(separator: "/").map { digits in
            (1...4).contains(digits.count)
                ? Int(digits, radix: 16).map { UInt8($0 * 255 / ((1 << (4 * digits.count)) - 1)) } : nil
        }
        guard channels.count == 3, let red = channels[0], let green = channels[1], let blue = channels[2] else {
            return nil
        }
        return (red, green, blue)
    }
}
