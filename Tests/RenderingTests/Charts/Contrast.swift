@testable import Rendering

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Luminance and contrast of colours (https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio).
enum Contrast {
    static func luminance(_ channels: [Int]) -> Double {
        let linear = channels.map { Double($0) / 255 }.map {
            $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// The ratio, from 1 to 21.
    static func ratio(_ one: [Int], _ other: [Int]) -> Double {
        let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)
    }

    /// The channels of `#RRGGBB`.
    static func channels(_ hex: Substring) -> [Int] {
        ChartColor(hex).map { [Int($0.red), Int($0.green), Int($0.blue)] } ?? []
    }

    /// A colour over another one.
    static func blend(_ top: [Int], opacity: Double, over bottom: [Int]) -> [Int] {
        zip(top, bottom).map { Int((opacity * Double($0) + (1 - opacity) * Double($1)).rounded()) }
    }
}
