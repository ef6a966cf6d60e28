extension Terminal {
    /// A colour, with 8 bits for each channel.
    package typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

    /// Asks for the background (xterm's control sequence OSC 11), and then for what the terminal is (ECMA-48: DA),
    /// which all terminals answer, also those that do not know the former.
    private static let questionOfBackground = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

    /// Asks the terminal of a descriptor for its background.
    ///
    /// Returns nil if the terminal may not be asked now, does not know, or takes longer than 50 milliseconds. As an
    /// answer that comes later is read by the next program, ask only terminals on the same machine.
    package static func background(of descriptor: Int32) -> Color? {
        let answer = answer(of: descriptor, to: questionOfBackground, within: 50) { answer in
            answer.last == UInt8(ascii: "c") && answer.contains(UInt8(ascii: "?"))
        }
        return answer.flatMap { color(in: $0) }
    }

    /// Reads an answer `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`, with one to four hexadecimal digits for each channel, which are
    /// a fraction of the highest number of so many digits (X11, XParseColor).
    static func color(in answer: [UInt8]) -> Color? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let start = text.firstRange(of: "]11;rgb:")?.upperBound else { return nil }
        let channels = text[start...].prefix { $0 == "/" || $0.isHexDigit }.split(separator: "/").map { digits in
            (1...4).contains(digits.count)
                ? Int(digits, radix: 16).map { UInt8($0 * 255 / ((1 << (4 * digits.count)) - 1)) } : nil
        }
        guard channels.count == 3, let red = channels[0], let green = channels[1], let blue = channels[2] else {
            return nil
        }
        return (red, green, blue)
    }
}
