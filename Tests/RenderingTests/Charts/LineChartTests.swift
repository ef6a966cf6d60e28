import Platform
import Rendering
import TestSupport
import Testing

private func drawn(
    _ chart: Chart, _ width: Int = 80, _ height: Int = 20, _ isUnicode: Bool = true,
    _ colors: ColorDepth = .none, on background: String? = nil
) -> String {
    let picture = LineChart(
        chart, width: width, height: height, isUnicode: isUnicode, colors: colors,
        background: background.flatMap { ChartColor($0) })
    return String(decoding: picture.bytes, as: UTF8.self)
}

private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

/// A picture and the name of its snapshot.
struct Picture: Sendable, CustomTestStringConvertible {
    let name: String
    let chart: Chart
    var width = 80
    var height = 20
    var isUnicode = true
    var colors = ColorDepth.none
    var background: String?

    var testDescription: String { name }

    static let all = [
        Picture(name: "price-80", chart: ChartSamples.price),
        Picture(name: "price-80-ascii", chart: ChartSamples.price, isUnicode: false),
        Picture(name: "price-40", chart: ChartSamples.price, width: 40, height: 12),
        Picture(name: "price-20", chart: ChartSamples.price, width: 20, height: 8),
        Picture(name: "air-80", chart: ChartSamples.air),
        Picture(name: "forecast-80-palette", chart: ChartSamples.forecast, colors: .palette),
        Picture(name: "forecast-60-ascii", chart: ChartSamples.forecast, width: 60, height: 16, isUnicode: false),
        Picture(name: "air-80-palette", chart: ChartSamples.air, colors: .palette),
        Picture(
            name: "air-60-ascii-truecolor", chart: ChartSamples.air, width: 60, height: 16, isUnicode: false,
            colors: .truecolor),
        Picture(name: "one-point", chart: ChartSamples.chart(["7"]), height: 12),
        Picture(name: "equal", chart: ChartSamples.chart(["0.00001234", "0.00001234"]), width: 60, height: 10),
        Picture(
            name: "change-80-dark", chart: ChartSamples.change, colors: .truecolor, background: "#101010"),
        Picture(name: "change-80-light", chart: ChartSamples.change, colors: .truecolor, background: "#ffffff"),
        Picture(
            name: "change-60-palette", chart: ChartSamples.change, width: 60, colors: .palette, background: "#000000"),
        Picture(name: "change-60-basic", chart: ChartSamples.change, width: 60, colors: .basic, background: "#000000"),
        Picture(name: "air-60-dark", chart: ChartSamples.air, width: 60, colors: .truecolor, background: "#101010"),
        Picture(name: "candles-80", chart: ChartSamples.candles),
        Picture(name: "candles-80-ascii", chart: ChartSamples.candles, isUnicode: false),
        Picture(name: "candles-20", chart: ChartSamples.candles, width: 20, height: 12, colors: .basic),
        Picture(name: "curves-80", chart: ChartSamples.curves),
        Picture(name: "curves-80-ascii", chart: ChartSamples.curves, isUnicode: false),
        Picture(name: "curves-80-truecolor", chart: ChartSamples.curves, colors: .truecolor, background: "#101010"),
        Picture(
            name: "gaps", chart: ChartSamples.chart(["-5", nil, "3", nil, nil, "-2", "8"]), width: 60, height: 12),
    ]
}

@Suite("Charts on a terminal", .quick)
struct LineChartTests {
    @Test("The pictures equal their snapshots", arguments: Picture.all)
    func pictures(_ picture: Picture) {
        let text = drawn(
            picture.chart, picture.width, picture.height, picture.isUnicode, picture.colors,
            on: picture.background)
        expectSnapshot(of: text, named: "chart-\(picture.name)")
    }

    @Test("A rule marks the present of a forecast from top to bottom, behind the line, and only if it is in the chart")
    func present() {
        var chart = ChartSamples.chart((0..<9).map { "\($0)" })
        chart.present = ChartSamples.start.advanced(bySeconds: 2 * 86400)
        let text = drawn(chart, 60, 12)
        let rows = lines(text).filter { $0.contains("┤") || $0.contains("│") }
        let places = rows.map { row in row.enumerated().filter { $0.element == "┊" }.map(\.offset) }
        #expect(
            Set(places.filter { !$0.isEmpty }).count == 1
                && places.count { !$0.isEmpty } >= rows.count - 2, "\(text)")
        #expect(lines(text).last?.hasSuffix("┊ now Mar 3") == true, "\(text)")
        #expect(drawn(chart, 60, 12, false).contains(": now Mar 3"))
        for seconds in [-1, 0, 8 * 86400, 9 * 86400] as [Int64] {
            chart.present = ChartSamples.start.advanced(bySeconds: seconds)
            var plain = chart
            plain.present = nil
            #expect(drawn(chart) == drawn(plain) && SVGChart([chart]).bytes == SVGChart([plain]).bytes)
        }
    }

    private static let ordinary: [Chart] = [
        ChartSamples.price, ChartSamples.air, ChartSamples.chart(["7"]), ChartSamples.chart([nil, "0", nil]),
        ChartSamples.chart(["1e30", "1e-30", "-1e30"]), ChartSamples.chart(["1e6000", "1", "2"]),
        ChartSamples.chart(["0.1234567890123456789012345678901234", "-9999999999999999999999999999999999"]),
        ChartSamples.chart(["1", "2"], title: Chart.Title("東京の空気の質", symbol: "東京", facts: ChartSamples.bitcoin.facts)),
        ChartSamples.chart((0..<400).map { "\($0 * 7919 % 1000)" }),
        ChartSamples.chart(["67024.000000001", "67024.000000002"]),
    ]

    static let shapes = ordinary + styles + extremes

    /// The ways to draw, also without a value and with a single one.
    private static let styles: [Chart] = [
        ChartSamples.change, ChartSamples.candles, ChartSamples.curves,
        ChartSamples.drawn([nil], as: .candlesticks), ChartSamples.drawn(["7"], as: .candlesticks),
        ChartSamples.drawn(["1e30", "1e-30", "-1e30"], as: .candlesticks), ChartSamples.drawn([], as: .change),
        ChartSamples.drawn((0..<400).map { "\($0 * 7919 % 1000)" }, as: .candlesticks),
        ChartSamples.drawn([nil], as: .curves), ChartSamples.drawn(["7"], as: .curves),
    ]

    /// Values at the limits of a double, and beyond.
    static let extremes: [Chart] = [
        ["1e-307", "2e-307"], ["1e-307"], ["1e-320", "3e-320"], ["5e-324", "0"], ["5e-324"], ["1e-400", "-1e-400"],
        ["0", "-0"], ["2.3e-308", "2.30000001e-308"], ["1e-307", "1e299"], ["-1e-307", "1e-307"],
        ["9e-201", "1.1e-200"],
        ["9.9e299", "-9.9e299"], ["1e308", "-1e308", "1e300"], ["9223372036854775807", "-9223372036854775808"],
        ["1" + String(repeating: "0", count: 399), "0." + String(repeating: "0", count: 400) + "1"],
    ].map { ChartSamples.chart($0) }

    @Test("The smallest values are drawn in order, with round values at the axis")
    func smallest() {
        let chart = ChartSamples.chart(["1e-307", "2e-307", "1e-307"])
        let picture = lines(drawn(chart, 400, 12, false))
        let place = picture.firstIndex { $0.contains("^") }
        let bottom = picture.firstIndex { $0.contains("v") }
        #expect(place != nil && bottom != nil && place ?? 99 < bottom ?? 0)
        let label = "0." + String(repeating: "0", count: 306) + "20"
        #expect(picture.contains { $0.hasPrefix(label + " ") }, "\(picture)")
        for values in [["5e-324", "0"], ["1e308"], ["1e-320", "2e-320"]] {
            #expect(ChartSamples.chart(values).hasValues == (values != ["1e308"]))
        }
    }

    @Test("No picture exceeds the given width and height", arguments: shapes.indices)
    func size(_ index: Int) {
        for width in [1, 2, 3, 4, 5, 8, 11, 12, 13, 16, 20, 29, 80, 200] {
            for height in [1, 2, 3, 4, 5, 7, 12, 24] {
                for isUnicode in [true, false] {
                    for background in !isUnicode ? [nil] : [nil, ChartColor("#000000")] {
                        let picture = LineChart(
                            Self.shapes[index], width: width, height: height, isUnicode: isUnicode, colors: .palette,
                            background: background)
                        let lines = picture.lines.map { plain(String(decoding: $0, as: UTF8.self)) }
                        let widest = lines.map { CharacterWidth.columns(of: $0) }.max() ?? 0
                        #expect(widest <= width && lines.count <= height, "\(width)×\(height)")
                        // A space with a colour behind it is not nothing.
                        #expect(lines.allSatisfy { (background != nil || $0.last != " ") && !$0.contains("\n") })
                    }
                }
            }
            let picture = LineChart(Self.shapes[index], width: width, height: 12, isUnicode: false, colors: .palette)
            #expect(picture.bytes == Array(picture.lines.map { $0 + [0x0A] }.joined()))
        }
    }

    private func plain(_ text: String) -> String {
        text.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
            .map { $0 == 0 ? String($1) : String($1.drop { $0 != "m" }.dropFirst()) }.joined()
    }

    @Test(
        "An ASCII chart is ASCII, including titles; without colors there is no escape byte",
        arguments: shapes.indices)
    func bytes(_ index: Int) {
        var chart = Self.shapes[index]
        chart.title.name = "1–2 März"
        #expect(drawn(chart, 80, 20, false, .palette).utf8.allSatisfy { $0 < 0x80 })
        #expect(!drawn(chart).utf8.contains(0x1B))
    }

    @Test("Control characters in titles and bands are replaced")
    func harmless() {
        var chart = ChartSamples.air
        chart.title = Chart.Title("\u{1B}[2JDelhi\n\u{202E}x", facts: [Chart.Title.Fact("\u{7}1", importance: 1)])
        chart.bands[0].name = "\u{7}Good\n"
        let text = drawn(chart, 80, 20, true, .palette).replacing("\u{1B}[38;5;", with: "").replacing(
            "\u{1B}[0m", with: ""
        ).replacing("\u{1B}[1m", with: "")
        #expect(
            text.unicodeScalars.allSatisfy {
                $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E)
            })
        #expect(text.hasPrefix("\u{FFFD}[2JDelhi \u{FFFD}x  \u{FFFD}1\n"))
    }

    @Test("A chart without values prints a line that says so", arguments: [[], [nil], [nil, nil, nil], ["1e6000"]])
    func nothing(_ values: [String?]) {
        #expect(drawn(ChartSamples.chart(values)) == "Title\nno values to draw\n")
        #expect(drawn(ChartSamples.chart(values), 5, 1) == "no v…\n")
    }

    @Test("Max, min and last are named with all digits, by the first of equal values; only last where all are equal")
    func marks() {
        var chart = ChartSamples.chart(["2", "3.14159265358979323846", "-1", "3.14159265358979323846", "-1", "0"])
        chart.presentation = .plain
        let named = "▲ max 3.14159265358979323846 Mar 2   ▼ min -1 Mar 3   ● last 0 Mar 6"
        #expect(lines(drawn(chart)).last == named)
        #expect(lines(drawn(ChartSamples.chart(["5", "5"]), 80, 20, false)).last == "o last 5.00 Mar 2")
        let one = drawn(ChartSamples.chart([nil, "5", nil]))
        #expect(one.count { $0 == "●" } == 2)
        #expect(!one.contains("▲") && !one.contains("▼"))
    }
}

extension LineChartTests {
    @Test("The y axis has round values with equal decimals, also within a given range")
    func axis() {
        func labels(_ chart: Chart, _ height: Int = 20) -> [String] {
            lines(drawn(chart, 80, height)).compactMap { line in
                line.contains(" ┤") ? String(line.prefix { $0 != "┤" }.drop { $0 == " " }.dropLast()) : nil
            }
        }
        #expect(labels(ChartSamples.air) == ["500", "400", "300", "200", "100", "0"])
        #expect(labels(ChartSamples.air, 12) == ["500", "0"])
        #expect(labels(ChartSamples.chart(["0.1", "0.35"])) == ["0.35", "0.30", "0.25", "0.20", "0.15", "0.10"])
        #expect(labels(ChartSamples.chart(["-3", "4"])) == ["4", "3", "2", "1", "0", "-1", "-2", "-3"])
        #expect(labels(ChartSamples.chart(["0", "1000000"]), 9).first == "1,000,000")
        #expect(labels(ChartSamples.chart(["1", "9"]), 9).count == 2)
        var given = ChartSamples.chart(["1", "9"])
        given.yRange = 2.5...3.5
        #expect(labels(given) == ["3.5", "3.0", "2.5"])
    }

    @Test(
        "Labels of the y axis are at least two rows apart, none twice, and those of air begin and end it",
        arguments: [20, 50, 80, 100, 120, 150, 200, 300, 400, 500], 5...22)
    func rows(top: Int, height: Int) {
        var chart = ChartSamples.chart(["1", "\(top)"], title: Chart.Title(""))
        chart.yRange = 0...Double(top)
        let rows = lines(drawn(chart, 40, height))
        let plot = rows.prefix { !$0.contains("└") }
        let labels = plot.indices.filter { plot[$0].contains(" ┤") }
        #expect(zip(labels, labels.dropFirst()).allSatisfy { $1 - $0 >= 2 } || plot.count == 3, "\(rows)")
        #expect(labels.first == 0 && labels.last == plot.count - 1, "\(rows)")
        let texts = labels.map { plot[$0].prefix { $0 != "┤" }.filter { $0 != " " } }
        #expect(texts.first == "\(top)" && texts.last == "0" && Set(texts).count == texts.count)
    }

    @Test("An entry below the plot that is too wide is shown without its time or range")
    func narrowEntries() {
        let price = drawn(ChartSamples.price, 18, 20)
        #expect(
            price.contains("\n● last 62,440.25\n") && drawn(ChartSamples.price, 23, 20).contains("62,440.25 Mar 30"))
        let air = drawn(ChartSamples.air, 20, 20, true, .palette)
        #expect(air.contains("Satisfactory\n") && air.contains("Moderate 101–200"))
    }

    @Test(
        "Prices have the decimals of a hundredth of their range, at most their own, where one of their size has fewer",
        arguments: [
            (["1.00075", "0.99955", "0.99995"], 5), (["1.003", "1.0042", "1", "1.0003"], 4),
            (["0.9998", "0.9967", "1.002"], 4), (["1.0213", "0.9996", "1.0003"], 4), (["1.0011", "1.0003"], 4),
            (["62440.63", "60406.46"], nil),
            (["3.14", "3.1"], nil), (["0.5501", "0.549"], nil), (["0.55012", "0.55003"], 5), (["100", "100.01"], nil),
            (["67024.000000001", "67024.000000002"], 9), (["5", "5"], nil), ([], nil), (["1e-6000", "2e-6000"], nil),
        ] as [([String], Int?)])
    func digits(values: [String], expected: Int?) {
        #expect(Chart.digits(telling: ChartSamples.points(values)) == expected)
    }

    @Test("Charts of one height have equally long titles, however many lines their values take", arguments: 4...20)
    func equalTitles(height: Int) {
        let titles = ["1", "1111"].map { factor in
            var chart = ChartSamples.price
            chart.curves[0].points = ChartSamples.points((1...9).map { "\($0)\(factor)" })
            return lines(drawn(chart, 40, height)).prefix { !$0.contains("┤") && !$0.contains("│") }
        }
        #expect(titles[0] == titles[1])
    }

    @Test("Short of lines, first the names of all bands go, then lines of values, then further lines of the title")
    func shortOfLines() {
        var chart = ChartSamples.air
        chart.title = ChartSamples.bitcoin
        func parts(_ height: Int) -> [Bool] {
            let text = drawn(chart, 40, height)
            return [
                text.contains("Good 0–50"), text.contains("Severe 401–500"), text.contains("in 30 days  UTC"),
                text.contains("● last"), text.contains("└"), text.contains("Bitcoin (BTC)"),
            ]
        }
        #expect(parts(20) == [true, true, true, true, true, true])
        #expect(parts(13) == [true, true, true, true, true, true])
        #expect(parts(12) == [false, false, true, true, true, true])
        #expect(parts(9) == [false, false, true, true, true, true])
        #expect(parts(8) == [false, false, true, false, true, true])
        #expect(parts(7) == [false, false, false, false, true, true])
        #expect(parts(6) == [false, false, false, false, true, true])
        #expect(parts(5) == [false, false, false, false, false, true])
    }

    @Test(
        "The legend names the range of each band, also without colours and in ASCII",
        arguments: [(true, "–"), (false, "-")])
    func ranges(isUnicode: Bool, dash: String) {
        let legend = ["Good 0–50", "Satisfactory 51–100", "Moderate 101–200", "Poor 201–300", "Severe 401–500"]
        for colors in [ColorDepth.none, .palette] {
            for width in [40, 80, 120] {
                let text = plain(drawn(ChartSamples.air, width, 20, isUnicode, colors))
                for entry in legend { #expect(text.contains(entry.replacing("–", with: dash)), "\(text)") }
                #expect(text.contains("■") == (colors != .none && isUnicode))
            }
        }
    }

    @Test("Values outside a given range are drawn at its edge")
    func edges() {
        var chart = ChartSamples.chart(["-100", "900"], title: Chart.Title(""))
        chart.yRange = 0...500
        let rows = lines(drawn(chart, 40, 12))
        #expect(rows.first?.contains("●") == true)
        #expect(rows.first { $0.hasPrefix("  0 ┤") }?.contains("▼") == true)
        #expect(rows.last == "● last 900.00 Mar 2")
    }

    @Test("A gap has no dots between the values around it")
    func gap() {
        let rows = lines(
            drawn(ChartSamples.chart(["1", "2", nil, nil, nil, nil, "2", "1"], title: Chart.Title("")), 60, 12))
        let plot = rows.prefix { !$0.contains("└") }.map { Array($0.drop { $0 != "│" && $0 != "┤" }.dropFirst()) }
        let filled = (0..<56).filter { column in plot.contains { $0.count > column && $0[column] != " " } }
        #expect(filled.contains(0) && filled.contains(54))
        #expect(!filled.contains { (10...45).contains($0) })
    }
}
