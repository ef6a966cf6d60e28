/// Finds the typed characters in what a terminal sends.
///
/// The sequences of other keys (arrows, function keys, Alt with a key) and the answers of the terminal begin with the
/// byte of Esc too (ECMA-48: CSI, SS3, and strings that ST ends). An Esc is a key only if nothing follows it at once.
struct KeyDecoder {
    private enum State {
        case characters, escape, sequence, oneMore, string
    }

    private static let escape: Character = "\u{1B}"

    private var state = State.characters

    /// Whether an Esc or a sequence is not over yet.
    var isOpen: Bool { state != .characters }

    /// Takes the next bytes, and returns the characters of ASCII in them that can be seen, and Esc.
    mutating func take(_ bytes: [UInt8]) -> [Character] {
        bytes.compactMap { take($0) }
    }

    /// Takes note that nothing followed. Returns the Esc if it stood alone.
    mutating func finish() -> [Character] {
        defer { state = .characters }
        return state == .escape ? [Self.escape] : []
    }

    private mutating func take(_ byte: UInt8) -> Character? {
        if byte == 0x1B {
            // Of two, the first is a key.
            defer { state = .escape }
            return state == .escape ? Self.escape : nil
        }
        switch state {
        case .characters:
            return (0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : nil
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .sequence
            case UInt8(ascii: "O"): state = .oneMore
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
                state = .string
            default: state = .characters
            }
        case .sequence: if (0x40..<0x7F).contains(byte) { state = .characters }
        case .oneMore: state = .characters
        // Esc and a backslash end it too.
        case .string: if byte == 0x07 { state = .characters }
        }
        return nil
    }
}
