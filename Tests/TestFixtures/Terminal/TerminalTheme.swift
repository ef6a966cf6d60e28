/// The colours of a terminal's window.
package struct TerminalTheme: Sendable, CustomStringConvertible {
    package let description: String
    /// `#RRGGBB`, as all colours here.
    package let background: String
    let foreground, border: String
    /// The first 16 colours.
    let colors: [String]

    package static let all = [light, dark]

    package static let light = TerminalTheme(
        description: "light", background: "#ffffff", foreground: "#1f2328", border: "#d1d9e0",
        colors: [
            "#24292f", "#cf222e", "#116329", "#4d2d00", "#0969da", "#8250df", "#1b7c83", "#6e7781", "#57606a",
            "#a40e26", "#1a7f37", "#633c01", "#218bff", "#a475f9", "#3192aa", "#8c959f",
        ])

    package static let dark = TerminalTheme(
        description: "dark", background: "#0d1117", foreground: "#e6edf3", border: "#3d444d",
        colors: [
            "#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4", "#6e7681",
            "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff",
        ])

    /// One of xterm's 256 colours: 16 of the theme, a cube with six steps per channel, a ramp of greys.
    func color(_ index: Int) -> String {
        guard index >= 16 else { return colors[max(0, index)] }
        guard index < 232 else { return Self.hex([Int](repeating: 8 + 10 * (min(index, 255) - 232), count: 3)) }
        let steps = [0, 95, 135, 175, 215, 255]
        return Self.hex([(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { steps[$0] })
    }

    static func hex(_ channels: [Int]) -> String {
        "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
