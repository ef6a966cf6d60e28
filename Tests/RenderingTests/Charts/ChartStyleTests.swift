import DecimalArithmetic
import TestSupport
import Testing

@testable import Rendering

@Suite("Ways to draw a chart", .quick)
struct ChartStyleTests {
    private func drawn(
        _ chart: Chart, _ width: Int = 80, _ height: Int = 20, _ isUnicode: Bool = true,
        _ colors: ColorDepth = .none, on background: ChartColor? = nil
    ) -> String {
        let picture = LineChart(
            chart, width: width, height: height, isUnicode: isUnicode, colors: colors, background: background)
        return String(decoding: picture.bytes, as: UTF8.self)
    }

    private func change(_ first: String, _ last: String) -> Chart {
        ChartSamples.drawn([first, "5", last], as: .change)
    }

    @Test("A line of prices is green if the last one is above the first, red below, and without colour if equal")
    func tones() {
        // Without a known background the tones are the user's own.
        for depth in [ColorDepth.basic, .palette, .truecolor] {
            let (rise, fall) = (
                drawn(change("1", "2"), 80, 12, true, depth), drawn(change("2", "1"), 80, 12, true, depth)
            )
            #expect(rise.contains("\u{1B}[32m") && !rise.contains("\u{1B}[31m"))
            #expect(fall.contains("\u{1B}[31m") && !fall.contains("\u{1B}[32m"))
            let equal = drawn(change("1", "1"), 80, 12, true, depth)
            #expect(!equal.contains("\u{1B}[3"))
        }
        #expect(!drawn(change("1", "2")).contains("\u{1B}"))
    }

    @Test("Below the line is a weak tone of its colour where the background is known and the colours are enough")
    func fills() throws {
        let dark = try #require(ChartColor("#000000"))
        let chart = change("1", "9")
        #expect(drawn(chart, 80, 12, true, .truecolor, on: dark).contains("\u{1B}[48;2;9;32;13m "))
        #expect(drawn(chart, 80, 12, true, .palette, on: dark).contains("\u{1B}[48;5;22m "))
        #expect(!drawn(chart, 80, 12, true, .basic, on: dark).contains("[48;"))
        #expect(!drawn(chart, 80, 12, true, .truecolor).contains("[48;"))
        // Nothing is above the line, and each column with a line has a tone down to the axis.
        let rows = drawn(chart, 80, 12, true, .truecolor, on: dark).split(separator: "\n").filter {
            $0.contains("48;2")
        }
        #expect(rows.count >= 5 && rows.last?.contains("[48;2;9;32;13m          ") == true)
    }

    @Test("Each row of a chart with bands has the band behind the line, over the whole width")
    func bands() throws {
        let light = try #require(ChartColor("#ffffff"))
        let rows = drawn(ChartSamples.air, 60, 20, true, .truecolor, on: light).split(separator: "\n")
            .filter { $0.contains("│") || $0.contains("┤") }
        #expect(rows.allSatisfy { $0.contains(";48;2") || $0.contains("[48;2") })
        let colors = rows.map { row in
            row.split(separator: "[48;2;").dropFirst().compactMap { $0.split(separator: "m").first }
        }
        #expect(colors.allSatisfy { Set($0).count == 1 } && Set(colors.compactMap(\.first)).count == 6)
    }

    @Test("A candle has its body between open and close and its line between low and high")
    func candle() throws {
        var chart = ChartSamples.drawn(["8", "2"], as: .candlesticks)
        let numbers = try ["0", "10", "2", "9", "1", "8"].map { try #require(Number($0)) }
        chart.curves[0].points[0].bar = Chart.Bar(open: numbers[2], high: numbers[1], low: numbers[0])
        chart.curves[0].points[1].bar = Chart.Bar(open: numbers[5], high: numbers[3], low: numbers[4])
        let rows = drawn(chart, 40, 15).split(separator: "\n").filter { $0.contains("│") || $0.contains("┤") }
        let plots = rows.map { Array($0.drop { $0 != "│" && $0 != "┤" }.dropFirst()) }
        func column(with body: Character) -> String? {
            (0..<40).map { place in String(plots.map { place < $0.count ? $0[place] : " " }) }.first {
                $0.contains(body)
            }
        }
        #expect(column(with: "█") == "││██████││", "\(rows)")
        #expect(column(with: "┃") == " │┃┃┃┃┃┃│ ", "\(rows)")
    }

    @Test(
        "A candle whose prices are in no order, as a provider may send them, is drawn, and one too large is its close")
    func wrongCandle() throws {
        var chart = ChartSamples.drawn(["8", "2", "5"], as: .candlesticks)
        let numbers = try ["1", "9", "3", "1e301"].map { try #require(Number($0)) }
        chart.curves[0].points[0].bar = Chart.Bar(open: numbers[2], high: numbers[0], low: numbers[1])
        chart.curves[0].points[1].bar = Chart.Bar(open: numbers[2], high: numbers[3], low: numbers[0])
        let bars = ChartSeries.all(of: chart)[0].runs[0].map(\.bar)
        #expect(bars[0]?.high.description == "8" && bars[0]?.low.description == "3" && bars[1] == nil)
        #expect(drawn(chart).contains("█"))
    }

    @Test("More candles than columns are joined: the first open, the highest and the lowest price, the last close")
    func joined() throws {
        let chart = ChartSamples.candles
        let series = ChartSeries.all(of: chart)[0]
        let points = chart.curves[0].points
        #expect(series.candles(columns: 30).count == 30 && series.candles(columns: 29).count == 15)
        let three = series.candles(columns: 10)
        #expect(three.count == 10)
        for (index, candle) in three.enumerated() {
            let parts = points[(3 * index)..<(3 * index + 3)]
            #expect(candle.bar.open == parts.first?.bar?.open && candle.close == parts.last?.value)
            #expect(candle.bar.high == parts.compactMap(\.bar?.high).max())
            #expect(candle.bar.low == parts.compactMap(\.bar?.low).min())
        }
    }

    @Test("The marks of candles are the highest and the lowest price, not closes")
    func marks() {
        let last = drawn(ChartSamples.candles).split(separator: "\n").last ?? ""
        let bars = ChartSamples.candles.curves[0].points.compactMap(\.bar)
        let (high, low) = (bars.map(\.high).max(), bars.map(\.low).min())
        for (word, number) in [("max", high), ("min", low)] {
            let text = number.map { Presentation.price.text(of: $0) } ?? ""
            #expect(last.contains("\(word) \(text) "), "\(last)")
        }
        #expect(!last.contains("▲"))
    }

    @Test("Traded amounts are a strip below the plot if there is room, as high as their share of the greatest")
    func volumes() {
        let text = drawn(ChartSamples.change)
        let rows = text.split(separator: "\n")
        let first = rows.firstIndex { $0.contains("vol") }
        #expect(first.map { rows[$0 + 2].contains("└") } == true, "\(text)")
        #expect(drawn(ChartSamples.change, 80, 12).contains("vol") == false)
        #expect(drawn(ChartSamples.price).contains("vol") == false)
        var zero = ChartSamples.change
        for index in zero.curves[0].points.indices { zero.curves[0].points[index].bar?.volume = Number(0) }
        #expect(!drawn(zero).contains("vol"))
        // The greatest amount is named where that takes no line of its own.
        #expect(!text.contains("max volume") && drawn(ChartSamples.change, 120).contains("   max volume 2.19K\n"))
        let file = String(decoding: SVGChart([ChartSamples.change]).bytes, as: UTF8.self)
        #expect(file.contains("class=\"volume\"") && file.contains("max volume 2.19K"))
        let columns = ChartSeries.all(of: ChartSamples.change)[0].volumes(columns: 72)
        #expect(columns.allSatisfy { $0 != nil } && columns.compactMap(\.self).max() == 2193)
    }

    @Test("Several curves have one axis in percent, a symbol each on the curve and in the legend, and a colour each")
    func curves() {
        let text = drawn(ChartSamples.curves)
        #expect(text.contains("4% ┤") || text.contains("5% ┤"), "\(text)")
        #expect(
            text.split(separator: "\n").last == "● BTC +4.10%   ▲ ETH -7.25%   ■ SOL +5.00% since Mar 11", "\(text)")
        for symbol in ["●", "▲", "■"] { #expect(text.count { String($0) == symbol } >= 4, "\(text)") }
        let ascii = drawn(ChartSamples.curves, 80, 20, false)
        #expect(
            ascii.split(separator: "\n").last == "* BTC +4.10%   + ETH -7.25%   x SOL +5.00% since Mar 11", "\(ascii)")
        let colors = drawn(ChartSamples.curves, 80, 20, true, .truecolor)
        #expect(
            Set(colors.split(separator: "[38;2;").dropFirst().compactMap { $0.split(separator: "m").first }).count == 3)
        let file = String(decoding: SVGChart([ChartSamples.curves]).bytes, as: UTF8.self)
        #expect(file.contains("<desc>3 lines from 2024-03-01T00:00:00Z to 2024-03-30T00:00:00Z: BTC +4.10%, ETH"))
        #expect(file.contains("▲ ETH</text>") && file.contains("stroke-dasharray=\"7 3\""))
    }

    @Test("The signs of eight curves differ in symbol, stroke, colour and dashes")
    func signs() {
        let signs = (0..<8).map { CurveSign.of($0) }
        #expect(Set((0..<34).map { CurveSign.of($0).symbol }).count == 34)
        #expect(Set(signs.map(\.symbol)).count == 8 && Set(signs.map(\.stroke)).count == 8)
        #expect(Set(signs.map(\.dashes)).count == 8)
        for depth in [ColorDepth.palette, .truecolor] { #expect(Set(signs.map { depth.begin($0.color) }).count == 8) }
        for sign in signs {
            let channels = [sign.color.red, sign.color.green, sign.color.blue].map { Int($0) }
            // The names beside the curves of an image are in its colour, on white and on a dark page.
            #expect(Contrast.ratio(channels, [255, 255, 255]) >= 2.9, "\(sign)")
            #expect(Contrast.ratio(channels, [13, 17, 23]) >= 3.5, "\(sign)")
        }
    }

    @Test(
        "The number of colours is what the terminal says in its variables",
        arguments: [
            (["COLORTERM": "truecolor", "TERM": "xterm"], .truecolor), (["COLORTERM": "24bit"], .truecolor),
            (["TERM": "xterm-direct"], .truecolor), (["TERM": "xterm-kitty"], .truecolor),
            (["TERM": "xterm-256color"], .palette), (["TERM": "tmux-256color", "COLORTERM": "yes"], .palette),
            ([:], .palette), (["TERM": ""], .palette), (["TERM": "xterm"], .basic), (["TERM": "linux"], .basic),
            (["TERM": "screen"], .basic), (["TERM": "vt220"], .basic),
        ] as [([String: String], ColorDepth)])
    func depth(variables: [String: String], expected: ColorDepth) {
        #expect(ColorDepth(variables, isTerminal: true) == expected)
        #expect(ColorDepth(variables, isTerminal: false) == (expected == .basic ? .palette : expected))
    }

    @Test(
        "Of 16 colours a band has that of its hue, and a grey has none",
        arguments: [
            ("#6AA55A", "\u{1B}[32m"), ("#FFF862", "\u{1B}[33m"), ("#E39D49", "\u{1B}[33m"), ("#D74D3E", "\u{1B}[31m"),
            ("#7E0023", "\u{1B}[31m"), ("#8F3F97", "\u{1B}[35m"), ("#50F0E6", "\u{1B}[36m"), ("#0000FF", "\u{1B}[34m"),
            ("#999999", ""), ("#000000", ""), ("#FFFFFF", ""),
        ])
    func basic(hex: String, sequence: String) throws {
        #expect(ColorDepth.basic.begin(try #require(ChartColor(hex))) == sequence)
    }
}
