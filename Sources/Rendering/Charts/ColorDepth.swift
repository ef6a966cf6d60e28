import Platform

/// The number of colours of a terminal.
public enum ColorDepth: Sendable {
    /// No colours, or none wanted: no escape sequence is written.
    case none
    /// The 8 or 16 colours of ECMA-48. The user chooses their tones.
    case basic
    /// The 256 colours of xterm.
    case palette
    /// 24-bit colours, with 8 bits each for red, green and blue.
    case truecolor

    /// Creates the depth of a terminal by what it says in its variables: `COLORTERM` is `truecolor` or `24bit` if it
    /// has 24-bit colours, and `TERM` ends as the entries of terminfo do. Some terminals have 24-bit colours and no
    /// such name; `COLORTERM` does not go through ssh. Without `TERM`, and for what reads a pipe, nothing is known, and
    /// 256 colours are common.
    package init(_ variables: [String: String], isTerminal: Bool) {
        let name = variables["TERM"] ?? ""
        let isExact =
            ["truecolor", "24bit"].contains(variables["COLORTERM"]) || name.hasSuffix("-direct")
            || ["xterm-kitty", "xterm-ghostty", "alacritty", "wezterm", "foot", "contour"].contains(name)
        self = isExact ? .truecolor : !isTerminal || name.isEmpty || name.contains(bytes: "256") ? .palette : .basic
    }

    /// Returns the escape sequence for text in a colour (ECMA-48 SGR; 38;5 and 38;2 of ISO 8613-6), which is made
    /// readable first, on a background if that is known; empty without colours.
    func begin(_ color: ChartColor, on background: ChartColor? = nil) -> String {
        let readable = color.readable(on: background)
        return switch self {
        case .none: ""
        case .basic: color.hueIndex.map { "\u{1B}[3\($0)m" } ?? ""
        case .palette: "\u{1B}[38;5;\(readable.vivid.paletteIndex)m"
        case .truecolor: "\u{1B}[38;2;\(readable.red);\(readable.green);\(readable.blue)m"
        }
    }

    /// Returns the escape sequence for text on a block of exactly this colour, black or white, whichever has the better
    /// contrast; empty without colours.
    func beginBlock(_ color: ChartColor) -> String {
        let text = color.isDark ? ChartColor.white : .black
        return switch self {
        case .none: ""
        // A grey is the user's own text colour.
        case .basic: color.hueIndex.map { "\u{1B}[4\($0);\(color.isDark ? 97 : 30)m" } ?? "\u{1B}[7m"
        case .palette: "\u{1B}[48;5;\(color.paletteIndex);38;5;\(text.paletteIndex)m"
        case .truecolor:
            "\u{1B}[48;2;\(color.red);\(color.green);\(color.blue);38;2;\(text.red);\(text.green);\(text.blue)m"
        }
    }

    /// Whether the colours are enough for weak tones behind text.
    package var hasFills: Bool { self == .palette || self == .truecolor }

    /// Returns the escape sequence for a weak tone of a colour behind text, on a terminal with a known background;
    /// empty where the colours are too few for one.
    func beginFill(_ color: ChartColor, on background: ChartColor) -> String {
        switch self {
        case .none, .basic: return ""
        case .palette:
            // The darkest tones that the cube has are rather strong.
            return "\u{1B}[48;5;\(color.mixed(background.isDark ? 0.4 : 0.2, into: background).cubeIndex)m"
        case .truecolor:
            let weak = color.mixed(0.2, into: background)
            return "\u{1B}[48;2;\(weak.red);\(weak.green);\(weak.blue)m"
        }
    }

    /// The escape sequence that resets the colour.
    var end: String { self == .none ? "" : "\u{1B}[0m" }
}
