#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A colour of the sRGB colour space.
public struct ChartColor: Sendable, Hashable {
    /// The components, from 0 to 255.
    public let red, green, blue: UInt8

    /// Parses a colour as `#RRGGBB`, in either letter case; nil for any other text.
    ///
    /// - Parameter hex: The text.
    public init?(_ hex: some StringProtocol) {
        guard hex.utf8.count == 7, hex.utf8.first == UInt8(ascii: "#"),
            hex.utf8.dropFirst().allSatisfy({ Self.isHexDigit($0) }), let number = UInt32(hex.dropFirst(), radix: 16)
        else { return nil }
        self.init(
            red: UInt8(number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number))
    }

    init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// `#rrggbb`.
    var hex: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

/// The number of colours of a terminal. `COLORTERM` is `truecolor` or `24bit` if it has 24-bit colours.
public enum ColorDepth: Sendable {
    /// No colours, or none wanted: no escape sequence is written.
    case none
    /// The 256 colours of xterm.
    case palette
    /// 24-bit colours, with 8 bits each for red, green and blue.
    case truecolor

    /// Returns the escape sequence for text in a colour (ECMA-48 SGR; 38;5 and 38;2 of ISO 8613-6), which is made
    /// readable first; empty without colours.
    func begin(_ color: ChartColor) -> String {
        let color = color.readable
        return switch self {
        case .none: ""
        case .palette: "\u{1B}[38;5;\(color.vivid.paletteIndex)m"
        case .truecolor: "\u{1B}[38;2;\(color.red);\(color.green);\(color.blue)m"
        }
    }

    /// The escape sequence that resets the colour.
    var end: String { self == .none ? "" : "\u{1B}[0m" }
}

extension ChartColor {
    /// The colour for text on a terminal, whose background may be light or dark: a darker tone of bright colours, such
    /// as yellow, and a lighter one of dark colours. The contrast to white and to black is at least 3.7
    /// (https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio).
    var readable: ChartColor {
        let linear = [red, green, blue].map { Self.linear($0) }
        let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        let wanted = min(0.218, max(0.14, luminance))
        let white = luminance < wanted ? (wanted - luminance) / (1 - luminance) : 0
        let scale = luminance > wanted ? wanted / luminance : 1 - white
        let channels = linear.map { Self.channel($0 * scale + white) }
        return ChartColor(red: channels[0], green: channels[1], blue: channels[2])
    }

    /// The colour a little more saturated, so that colours of the same brightness do not become the same of 256.
    var vivid: ChartColor {
        let mean = (Double(red) + Double(green) + Double(blue)) / 3
        let channels = [red, green, blue].map { UInt8(saturating: mean + 1.04 * (Double($0) - mean)) }
        return ChartColor(red: channels[0], green: channels[1], blue: channels[2])
    }

    /// Returns the intensity of a channel, from 0 to 1 (IEC 61966-2-1).
    private static func linear(_ channel: UInt8) -> Double {
        let share = Double(channel) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    /// Returns the channel of an intensity.
    private static func channel(_ linear: Double) -> UInt8 {
        UInt8(saturating: 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055))
    }

    /// The nearest of xterm's colours 16 to 255: a cube with six steps per channel, and a ramp of 24 greys
    /// (256colres.pl of xterm). The first 16 colours depend on the user's settings.
    var paletteIndex: Int {
        let cube = [red, green, blue].map { Self.nearestStep($0) }
        let cubeColor = cube.map { Self.steps[$0] }
        let mean = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = min(23, max(0, (mean - 3) / 10))
        let level = 8 + 10 * grey
        let isGrey = distance([level, level, level]) < distance(cubeColor)
        return isGrey ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }

    private static let steps = [0, 95, 135, 175, 215, 255]

    private static func nearestStep(_ channel: UInt8) -> Int {
        steps.indices.min { abs(steps[$0] - Int(channel)) < abs(steps[$1] - Int(channel)) } ?? 0
    }

    private func distance(_ other: [Int]) -> Int {
        zip([red, green, blue], other).reduce(0) { sum, pair in
            let difference = Int(pair.0) - pair.1
            return sum + difference * difference
        }
    }
}
