#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A colour of the sRGB colour space.
package struct ChartColor: Sendable, Hashable {
    /// The components, from 0 to 255.
    package let red, green, blue: UInt8

    /// Parses a colour as `#RRGGBB`, in either letter case; nil for any other text.
    ///
    /// - Parameter hex: The text.
    package init?(_ hex: some StringProtocol) {
        guard hex.utf8.count == 7, hex.utf8.first == UInt8(ascii: "#"),
            hex.dropFirst().allSatisfy(\.isHexDigit), let number = UInt32(hex.dropFirst(), radix: 16)
        else { return nil }
        self.init(
            red: UInt8(number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number))
    }

    /// Creates a colour. Each parameter sets the property of the same name.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// `#rrggbb`.
    var hex: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

}

extension ChartColor {
    /// Returns the colour for text on a terminal. On a background that is known to be dark it is a lighter tone, on a
    /// light one a darker tone; otherwise a darker tone of bright colours, such as yellow, and a lighter one of dark
    /// colours. Its contrast to white and to black is at least 3.7
    /// (https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio).
    func readable(on background: ChartColor? = nil) -> ChartColor {
        let linear = [red, green, blue].map { Self.linear($0) }
        let range = background.map { $0.isDark ? 0.38...1 : 0...0.12 } ?? 0.14...0.218
        let wanted = min(range.upperBound, max(range.lowerBound, luminance))
        let white = luminance < wanted ? (wanted - luminance) / (1 - luminance) : 0
        let scale = luminance > wanted ? wanted / luminance : 1 - white
        let channels = linear.map { Self.channel($0 * scale + white) }
        return ChartColor(red: channels[0], green: channels[1], blue: channels[2])
    }

    /// From 0 to 1 (https://www.w3.org/TR/WCAG21/#dfn-relative-luminance). Above 0.179 the contrast to black is better
    /// than that to white.
    var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// Whether the contrast to white is better than that to black.
    var isDark: Bool { luminance <= 0.179 }

    /// The colour a little more saturated, so that colours of the same brightness do not become the same of 256.
    var vivid: ChartColor {
        let mean = (Double(red) + Double(green) + Double(blue)) / 3
        let channels = [red, green, blue].map { UInt8(saturating: mean + 1.04 * (Double($0) - mean)) }
        return ChartColor(red: channels[0], green: channels[1], blue: channels[2])
    }

    static let black = ChartColor(red: 0, green: 0, blue: 0)
    static let white = ChartColor(red: 255, green: 255, blue: 255)

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
        let mean = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = min(23, max(0, (mean - 3) / 10))
        let level = 8 + 10 * grey
        let isGrey = distance([level, level, level]) < distance(cube.map { Self.steps[$0] })
        return isGrey ? 232 + grey : cubeIndex
    }

    /// The nearest of the colours of xterm's cube.
    var cubeIndex: Int { 16 + 36 * cube[0] + 6 * cube[1] + cube[2] }

    /// The nearest steps of the channels.
    private var cube: [Int] { [red, green, blue].map { Self.nearestStep($0) } }

    /// The nearest by hue of the colours 1 to 6 of ECMA-48: red, green, yellow, blue, magenta, cyan; nil for a grey.
    var hueIndex: Int? {
        let channels = [red, green, blue].map { Int($0) }
        let (low, high) = (channels.min() ?? 0, channels.max() ?? 0)
        guard high - low > 32 else { return nil }
        // A channel counts if it is in the upper half: bit 0 is red, bit 1 is green, bit 2 is blue.
        let middle = (low + high + 1) / 2
        return channels.enumerated().reduce(0) { $1.element >= middle ? $0 | 1 << $1.offset : $0 }
    }

    /// Returns the colour between another one, at 0, and this one, at 1.
    func mixed(_ share: Double, into other: ChartColor) -> ChartColor {
        func channel(_ own: UInt8, _ other: UInt8) -> UInt8 {
            UInt8(saturating: Double(other) + share * (Double(own) - Double(other)))
        }
        return ChartColor(
            red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
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
