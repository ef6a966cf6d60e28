import TestSupport
import Testing

@testable import Rendering

@Suite("Chart colors", .quick)
struct ChartColorTests {
    @Test("A color is #RRGGBB in either letter case, and nothing else")
    func hex() {
        #expect(ChartColor("#6AA55a")?.hex == "#6aa55a")
        #expect(ChartColor("#000000")?.hex == "#000000")
        for bad in ["", "6AA55A", "#6AA55", "#6AA55AA", "#6AA55G", "#+AA55A", "# AA55A", "#６ａ"] {
            #expect(ChartColor(bad) == nil, "\(bad)")
        }
    }

    @Test("The nearest of 256 colors is taken from the cube and the grays")
    func palette() {
        let palette = Self.palette
        func distance(_ a: [Int], _ b: [Int]) -> Int {
            zip(a, b).map { $0 - $1 }.reduce(0) { $0 + $1 * $1 }
        }
        for number in stride(from: 0, to: 1 << 24, by: 65_521) {
            let channels = [number >> 16, number >> 8 & 255, number & 255]
            let color = ChartColor(red: UInt8(channels[0]), green: UInt8(channels[1]), blue: UInt8(channels[2]))
            let nearest = palette.map { distance($0, channels) }.min()
            #expect(distance(palette[color.paletteIndex - 16], channels) == nearest, "\(color.hex)")
        }
        #expect(ChartColor("#ff0000")?.paletteIndex == 196)
        #expect(ChartColor("#808080")?.paletteIndex == 244)
    }

    @Test(
        "Text in the colour of a band can be read on white and on black, in 24-bit colours and in 256",
        arguments: [
            "#FFF862", "#FFFF00", "#F0E641", "#6AA55A", "#A2BD60", "#E39D49", "#D74D3E", "#A1382C", "#00E400",
            "#FF7E00", "#FF0000", "#8F3F97", "#7E0023", "#50F0E6", "#50CCAA", "#FF5050", "#960032", "#7D2181",
            "#999999", "#000000", "#FFFFFF", "#0000FF",
        ])
    func readable(hex: String) throws {
        let color = try #require(ChartColor(hex))
        for depth in [ColorDepth.truecolor, .palette] {
            let numbers = depth.begin(color).dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
            let shown = numbers.count == 5 ? Array(numbers[2...]) : Self.palette[numbers[2] - 16]
            let luminance = Contrast.luminance(shown)
            #expect(min(1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05) >= 3.2, "\(shown)")
        }
    }

    @Test("On a known background a line is readable over the weak tone of its own colour")
    func onBackground() throws {
        let hexes = [
            "#FFF862", "#FFFF00", "#6AA55A", "#A2BD60", "#E39D49", "#D74D3E", "#A1382C", "#7E0023", "#8F3F97",
            "#2EA043", "#E5484D",
        ]
        for (hex, ground) in hexes.flatMap({ hex in ["#000000", "#1e1e2e", "#ffffff", "#fdf6e3"].map { (hex, $0) } }) {
            let (color, background) = (try #require(ChartColor(hex)), try #require(ChartColor(ground)))
            for depth in [ColorDepth.truecolor, .palette] {
                let shown = [depth.begin(color, on: background), depth.beginFill(color, on: background)].map {
                    sequence in
                    let numbers = sequence.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
                    return numbers.count == 5 ? Array(numbers[2...]) : Self.palette[numbers[2] - 16]
                }
                #expect(
                    Contrast.ratio(shown[0], shown[1]) >= (depth == .truecolor ? 3.9 : 2.3),
                    "\(hex) on \(ground): \(shown)")
            }
        }
    }

    @Test(
        "Text on a block in the colour of a band is black or white, whichever can be read better",
        arguments: [
            ("#6AA55A", 0), ("#A2BD60", 0), ("#FFF862", 0), ("#E39D49", 0), ("#D74D3E", 0), ("#A1382C", 255),
            ("#00E400", 0), ("#FFFF00", 0), ("#FF7E00", 0), ("#FF0000", 0), ("#8F3F97", 255), ("#7E0023", 255),
            ("#50F0E6", 0), ("#50CCAA", 0), ("#F0E641", 0), ("#FF5050", 0), ("#960032", 255), ("#7D2181", 255),
            ("#999999", 0), ("#000000", 255), ("#FFFFFF", 0), ("#0000FF", 255),
        ])
    func block(hex: String, text: Int) throws {
        let color = try #require(ChartColor(hex))
        func numbers(_ depth: ColorDepth) -> [Int] {
            depth.beginBlock(color).dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
        }
        let channels = [Int(color.red), Int(color.green), Int(color.blue)]
        #expect(numbers(.truecolor) == [48, 2] + channels + [38, 2, text, text, text])
        #expect(numbers(.palette) == [48, 5, color.paletteIndex, 38, 5, text == 0 ? 16 : 231])
        let (ink, other) = ([text, text, text], [255 - text, 255 - text, 255 - text])
        #expect(Contrast.ratio(channels, ink) >= Contrast.ratio(channels, other))
        #expect(Contrast.ratio(Self.palette[color.paletteIndex - 16], ink) >= 4.5)
        #expect(ColorDepth.none.beginBlock(color) == "")
        let basic = color.hueIndex.map { "\u{1B}[4\($0);\(text == 0 ? 30 : 97)m" } ?? "\u{1B}[7m"
        #expect(ColorDepth.basic.beginBlock(color) == basic)
    }

    @Test("The bands of a scale have different colours, also among 256")
    func distinct() {
        for scale in [
            ["#6AA55A", "#A2BD60", "#FFF862", "#E39D49", "#D74D3E", "#A1382C"],
            ["#00E400", "#FFFF00", "#FF7E00", "#FF0000", "#8F3F97", "#7E0023"],
            ["#50F0E6", "#50CCAA", "#F0E641", "#FF5050", "#960032", "#7D2181"],
        ] {
            let colors = scale.compactMap { ChartColor($0) }
            #expect(Set(colors.map { ColorDepth.palette.begin($0) }).count == scale.count)
            #expect(Set(colors.map { ColorDepth.truecolor.begin($0) }).count == scale.count)
            #expect(Set(colors.map { ColorDepth.palette.beginBlock($0) }).count == scale.count)
        }
    }

    /// The colours 16 to 255 of xterm.
    static let palette: [[Int]] = {
        let steps = [0, 95, 135, 175, 215, 255]
        let cube = steps.flatMap { red in steps.flatMap { green in steps.map { [red, green, $0] } } }
        return cube + (0..<24).map { [Int](repeating: 8 + 10 * $0, count: 3) }
    }()

    @Test("A value between two bands belongs to the lower one, and a value outside all bands has no color")
    func bands() {
        let chart = ChartSamples.air
        let names = [-1, 0, 50, 50.4, 51, 100.9, 101, 500, 500.1].map { chart.band(of: $0)?.name }
        #expect(
            names == [nil, "Good", "Good", "Good", "Satisfactory", "Satisfactory", "Moderate", "Severe", nil])
    }
}
