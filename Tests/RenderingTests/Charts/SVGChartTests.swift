import Rendering
import TestSupport
import Testing

/// An element of a parsed file.
private struct Element {
    let tag: Tag
    /// The text directly in the element.
    let text: String

    func number(_ name: String) throws -> Double { try #require(tag[name].flatMap { Double($0) }, "\(tag)") }
}

/// A start tag of the file.
private struct Tag {
    let name: String
    let attributes: [String: String]

    subscript(name: String) -> String? { attributes[name] }
}

/// All elements in the order of their start tags.
private func elements(_ bytes: [UInt8]) throws -> [Element] {
    let file = try #require(String(validating: bytes, as: UTF8.self))
    return file.matches(of: /<([a-z]+)([^<>]*)>([^<]*)/).map { match in
        let attributes = match.2.matches(of: /([a-zA-Z0-9-]+)="([^"]*)"/).map { (String($0.1), resolved($0.2)) }
        let tag = Tag(name: String(match.1), attributes: Dictionary(uniqueKeysWithValues: attributes))
        return Element(tag: tag, text: resolved(match.3))
    }
}

/// The text without escapes.
private func resolved(_ text: Substring) -> String {
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    return escapes.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
}

@Suite("Charts as SVG", .quick)
struct SVGChartTests {
    @Test("The files equal their snapshots")
    func files() {
        let price = SVGChart([ChartSamples.price]).bytes
        let both = SVGChart([ChartSamples.air, ChartSamples.chart(["-5", nil, "3", nil, "8"])]).bytes
        expectSnapshot(of: String(decoding: price, as: UTF8.self), named: "chart-price-svg")
        expectSnapshot(of: String(decoding: both, as: UTF8.self), named: "chart-two-svg")
        for (name, chart) in [
            ("change", ChartSamples.change), ("candles", ChartSamples.candles), ("curves", ChartSamples.curves),
        ] {
            expectSnapshot(of: String(decoding: SVGChart([chart]).bytes, as: UTF8.self), named: "chart-\(name)-svg")
        }
    }

    @Test(
        "The description of an image has the words of the legend on a terminal",
        arguments: [
            ChartSamples.price, ChartSamples.forecast, ChartSamples.change, ChartSamples.candles, ChartSamples.curves,
        ])
    func words(_ chart: Chart) throws {
        let all = try elements(SVGChart([chart]).bytes)
        let description = try #require(all.first { $0.tag.name == "desc" }).text
        let words = try #require(description.split(separator: "Z: ").last).split(separator: ", ")
        let terminal = String(decoding: LineChart(chart, width: 200, height: 24).bytes, as: UTF8.self)
        #expect(words.count >= 3)
        for entry in words { #expect(terminal.contains(entry), "\(terminal)") }
    }

    static let shapes: [[Chart]] = [[], [ChartSamples.chart([])], LineChartTests.shapes, [ChartSamples.air]]

    @Test("All coordinates are numbers within the picture", arguments: shapes.indices)
    func geometry(_ index: Int) throws {
        let all = try elements(SVGChart(Self.shapes[index]).bytes)
        let view = try #require(all[0].tag["viewBox"]).split(separator: " ").compactMap { Double($0) }
        try #require(view.count == 4 && view[0] == 0 && view[1] == 0 && view[2] == 800 && view[3] >= 1)
        #expect(all[0].tag["width"] == nil && all[0].tag["height"] == nil)
        for element in all {
            for name in ["x", "x1", "x2", "cx"] where element.tag[name] != nil {
                #expect((0...800).contains(try element.number(name)), "\(element.tag)")
            }
            for name in ["y", "y1", "y2", "cy"] where element.tag[name] != nil {
                #expect((0...view[3]).contains(try element.number(name)), "\(element.tag)")
            }
            for name in ["width", "height", "r"] where element.tag[name].map({ !$0.hasSuffix("%") }) == true {
                #expect(try element.number(name) > 0)
            }
            for pair in (element.tag["d"] ?? "").split(whereSeparator: { "MLZ".contains($0) }) {
                let numbers = pair.split(separator: " ").compactMap { Double($0) }
                #expect(numbers.count == 2 && (0...800).contains(numbers[0]) && (0...view[3]).contains(numbers[1]))
            }
        }
    }

    @Test("The line goes through the values, is broken at gaps, and marks max, min and last")
    func line() throws {
        let all = try elements(SVGChart([ChartSamples.chart(["0", "10", nil, "5", nil, "0", "10"])]).bytes)
        let paths = all.compactMap { $0.tag["d"] }
        try #require(paths.count == 1)
        #expect(paths[0].count { $0 == "M" } == 3)
        #expect(paths[0].count { $0 == "L" } == 2)
        let axis = try #require(all.first { $0.tag["class"] == "axis" })
        let (top, bottom) = (try axis.number("y1"), try axis.number("y2"))
        #expect(paths[0].hasPrefix("M\(Int(try axis.number("x1"))) \(Int(bottom))L"))
        #expect(paths[0].hasSuffix("L780 \(Int(top))"))
        let dots = all.filter { $0.tag.name == "circle" }
        #expect(try dots.map { try $0.number("cy") } == [(top + bottom) / 2, top])
        let tips = all.filter { $0.tag.name == "title" }.map(\.text).suffix(3)
        #expect(tips == ["max 10.00 Mar 2", "min 0.00 Mar 1", "last 10.00 Mar 7"])
    }

    @Test("A dashed rule marks the present of a forecast, which is in the list and in the description")
    func present() throws {
        var chart = ChartSamples.chart(["5", "10", "0", "5"])
        chart.present = ChartSamples.start.advanced(bySeconds: 86400)
        let all = try elements(SVGChart([chart]).bytes)
        let axis = try #require(all.first { $0.tag["class"] == "axis" })
        let rules = all.filter { $0.tag["stroke-dasharray"] != nil }
        try #require(rules.count == 1)
        let rule = try ["x1", "x2", "y1", "y2"].map { try rules[0].number($0) }
        let (left, top, bottom) = (try axis.number("x1"), try axis.number("y1"), try axis.number("y2"))
        #expect(rule[0] == rule[1] && abs(rule[0] - (left + (780 - left) / 3)) < 0.01)
        #expect(rule[2] == top && rule[3] == bottom)
        #expect(all.contains { $0.text.hasSuffix("● last 5.00 Mar 4 · ┊ now Mar 2") })
        #expect(
            all.contains { $0.tag.name == "desc" && $0.text.hasSuffix("last 5.00 Mar 4, now Mar 2") })
    }

    @Test("Max, min and last have the same three marks in the plot and below it")
    func marks() throws {
        let all = try elements(SVGChart([ChartSamples.chart(["5", "10", "0", "5"])]).bytes)
        let axis = try #require(all.first { $0.tag["class"] == "axis" })
        let tips = all.filter { $0.tag.name == "polygon" }.compactMap { $0.tag["points"] }.map { points in
            points.split(separator: " ").compactMap { Double($0) }
        }
        // A triangle that points upwards around the highest value, and one that points downwards around the lowest.
        try #require(tips.count == 2 && tips.allSatisfy { $0.count == 6 && $0[3] == $0[5] })
        #expect(tips[0][1] < tips[0][3] && tips[1][1] > tips[1][3])
        #expect(try (tips[0][1] + tips[0][3]) / 2 == axis.number("y1"))
        #expect(try (tips[1][1] + tips[1][3]) / 2 == axis.number("y2"))
        #expect(all.filter { $0.tag.name == "circle" }.count == 1)
        #expect(all.map(\.text).contains("▲ max 10.00 Mar 2 · ▼ min 0.00 Mar 3 · ● last 5.00 Mar 4"))
    }

    @Test("All plots of a picture have the same left and right edges, whatever their labels are")
    func alignment() throws {
        let charts = [ChartSamples.air, ChartSamples.chart(["1000000", "2000000"]), ChartSamples.chart(["1", "2"])]
        let axes = try elements(SVGChart(charts).bytes).filter {
            $0.tag["class"] == "axis" && $0.tag["y1"] == $0.tag["y2"]
        }
        let edges = try axes.map { [try $0.number("x1"), try $0.number("x2")] }
        try #require(edges.count == 3 && Set(edges).count == 1, "\(edges)")
        // The names of the bands and the numbers of the axes are beside all of them.
        let room = try charts.map {
            try #require(try elements(SVGChart([$0]).bytes).first { $0.tag["class"] == "grid" })
        }
        #expect(try edges[0] == [room.map { try $0.number("x1") }.max(), room.map { try $0.number("x2") }.min()])
    }

    @Test("The titles of a picture name the same facts, those that fit in all of them")
    func facts() throws {
        func chart(_ source: String) -> Chart {
            let facts = [Chart.Title.Fact("AQI 83", importance: 5), Chart.Title.Fact(source, importance: 1)]
            return ChartSamples.chart(["1", "2"], title: Chart.Title("Delhi", facts: facts))
        }
        func titles(_ charts: [Chart]) throws -> [String] {
            try elements(SVGChart(charts).bytes).map(\.text).filter { $0.hasPrefix("AQI") }
        }
        let (short, long) = (chart("a scale"), chart(String(repeating: "a scale ", count: 20)))
        #expect(try titles([short, short]) == ["AQI 83 · a scale", "AQI 83 · a scale"])
        #expect(try titles([short, long]) == ["AQI 83", "AQI 83"])
    }

    @Test("Bands have no space between them and end at the end of the axis")
    func bands() throws {
        let all = try elements(SVGChart([ChartSamples.air]).bytes)
        let bands = all.filter { $0.tag["class"] == "band" }
        #expect(
            bands.map { $0.tag["fill"] ?? "" } == ["#6aa55a", "#a2bd60", "#fff862", "#e39d49", "#d74d3e", "#a1382c"])
        for (lower, upper) in zip(bands, bands.dropFirst()) {
            let edge = try upper.number("y") + upper.number("height")
            #expect(abs(try lower.number("y") - edge) < 0.02)
        }
        let names = ["Good", "Satisfactory", "Moderate", "Poor", "Very Poor", "Severe"]
        #expect(all.map(\.text).filter(names.contains) == names)
    }

    @Test("The range of each band is beside it, below its name")
    func ranges() throws {
        let all = try elements(SVGChart([ChartSamples.air]).bytes).filter { $0.tag.name == "text" }
        for (name, range) in [("Good", "0–50"), ("Moderate", "101–200"), ("Severe", "401–500")] {
            let place = try #require(all.firstIndex { $0.text == name })
            #expect(all[place + 1].text == range)
            #expect(abs(try all[place + 1].number("y") - all[place].number("y") - 15) < 0.02)
        }
    }

    @Test("No text is cut at the left or at the right edge", arguments: [[ChartSamples.air], LineChartTests.shapes])
    func edges(charts: [Chart]) throws {
        for element in try elements(SVGChart(charts).bytes) where element.tag["text-anchor"] == "middle" {
            let half = 7 * Double(element.text.count) / 2
            #expect((0...800).contains(try element.number("x") - half), "\(element)")
            #expect((0...800).contains(try element.number("x") + half), "\(element)")
        }
    }

    @Test("Text, axes and the line stand out from paper and bands, light and dark")
    func contrast() throws {
        let file = String(decoding: SVGChart([ChartSamples.air]).bytes, as: UTF8.self)
        let styles = try #require(file.split(separator: "<style>").last).split(separator: "@media")
        func value(_ rule: String, _ property: String, isDark: Bool) -> Substring? {
            for style in isDark ? [styles[1], styles[0]] : [styles[0]] {
                let body = style.split(separator: "\n").first { $0.contains(rule + " ") || $0.contains(rule + ",") }
                guard let found = body?.ranges(of: property + ": ").first, let body else { continue }
                return body[found.upperBound...].prefix { $0 != " " && $0 != ";" }
            }
            return nil
        }
        for isDark in [false, true] {
            func color(_ rule: String, _ property: String) throws -> [Int] {
                Contrast.channels(try #require(value(rule, property, isDark: isDark)))
            }
            let paper = try color(".paper", "fill")
            #expect(Contrast.ratio(try color(" text", "fill"), paper) >= 7)
            let opacity = try #require(value(".band", "fill-opacity", isDark: isDark).flatMap { Double($0) })
            for band in ["#FFF862", "#FFFF00", "#F0E641", "#6AA55A", "#A1382C", "#50F0E6", "#7E0023"] {
                let ground = Contrast.blend(Contrast.channels(band[...]), opacity: opacity, over: paper)
                #expect(Contrast.ratio(try color(".line", "stroke"), ground) >= (isDark ? 4 : 3), "\(band)")
            }
        }
    }

    @Test("Text is escaped, has accessible names, and has no external references")
    func text() throws {
        var chart = ChartSamples.air
        chart.title = Chart.Title(
            #"<script>&"'</script>"#,
            facts: [Chart.Title.Fact("a\u{1}\u{1B}[2J\u{FFFF}\u{202E}b\nc", importance: 1)])
        chart.bands[0].name = "</text>"
        let bytes = SVGChart([chart]).bytes
        let all = try elements(bytes)
        #expect(
            Set(all.map(\.tag.name)) == [
                "svg", "title", "style", "rect", "g", "desc", "text", "line", "path", "circle", "polygon",
            ])
        let name = "<script>&\"'</script>, a\u{FFFD}\u{FFFD}[2J\u{FFFF}\u{FFFD}b c".replacing(
            "\u{FFFF}", with: "\u{FFFD}")
        #expect(all.filter { $0.tag.name == "title" }.prefix(2).map(\.text) == [name, name])
        let description = all.first { $0.tag.name == "desc" }?.text
        #expect(
            description?.hasPrefix("A line of 22 values from 2024-03-01T00:00:00Z to 2024-03-01T23:00:00Z: max 371")
                == true)
        #expect(all.first { $0.tag.name == "g" }?.tag["role"] == "img")
        let file = String(decoding: bytes, as: UTF8.self)
        #expect(file.split(separator: "http").count == 2)
        for outside in ["href", "url(", "@import", "<!", "file:"] { #expect(!file.contains(outside)) }
        #expect(file.contains("@media screen and (prefers-color-scheme: dark)"))
    }

    @Test(
        "Python's XML parser reads the files", .needs(program: "python3"),
        arguments: shapes.indices)
    func python(_ index: Int) async throws {
        let program = "import sys, xml.etree.ElementTree as e; print(len(list(e.parse(sys.stdin.buffer).iter())))"
        let bytes = SVGChart(Self.shapes[index]).bytes
        let output = try #require(await Script.output(of: "python3 -c '\(program)'", input: bytes))
        #expect(String(decoding: output, as: UTF8.self) == "\(try elements(bytes).count)\n")
    }
}
