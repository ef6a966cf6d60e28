import DecimalArithmetic
import Platform
import Rendering

/// The charts of the tests.
enum ChartSamples {
    /// 2024-03-01T00:00:00Z.
    static let start = Timestamp(seconds: 1_709_251_200)

    /// Points at equal intervals; nil is a gap.
    static func points(_ values: [String?], every seconds: Int64 = 86400) -> [Chart.Point] {
        values.enumerated().map { index, value in
            Chart.Point(start.advanced(bySeconds: Int64(index) * seconds), value.flatMap { Number($0) })
        }
    }

    static func chart(_ values: [String?], title: Chart.Title = Chart.Title("Title")) -> Chart {
        Chart(title: title, points: points(values), localTime: .utc)
    }

    static let bitcoin = Chart.Title(
        "Bitcoin", symbol: "BTC",
        facts: [
            Chart.Title.Fact("62,440.25 USD", importance: 5), Chart.Title.Fact("+1.94%", importance: 4),
            Chart.Title.Fact("in 30 days", importance: 3, isJoined: true), Chart.Title.Fact("UTC", importance: 3),
            Chart.Title.Fact("sample", importance: 2),
        ])

    /// A month of prices: a wave that rises.
    static let price: Chart = {
        let steps = [
            0, 310, 450, 380, 120, -150, -420, -380, -90, 260, 610, 900, 1130, 1240, 1180, 960, 700, 510, 480, 640, 950,
            1330, 1690, 1930, 1990, 1870, 1630, 1370, 1200, 1190,
        ]
        return Chart(
            title: bitcoin, points: points(steps.map { "\(61_250 + $0).25" }), localTime: .utc)
    }()

    /// A day of air quality whose last third is a forecast.
    static let forecast: Chart = {
        var chart = air
        chart.present = start.advanced(bySeconds: 16 * 3600 + 600)
        return chart
    }()

    static func drawn(_ values: [String?], as style: Chart.Style) -> Chart {
        var chart = chart(values)
        (chart.style, chart.curves[0].name) = (style, "BTC")
        return chart
    }

    /// The same month, coloured by its change, with traded amounts.
    static let change: Chart = {
        var chart = candles
        chart.style = .change
        return chart
    }()

    /// The same month as candles that begin where the one before ended.
    static let candles: Chart = {
        var chart = price
        var before = Number("61000") ?? Number(0)
        for (index, point) in price.curves[0].points.enumerated() {
            guard let close = point.value, let reach = Number("\(100 + index * 37 % 150)") else { continue }
            let high = (try? max(before, close).value + reach.value).map { Number($0) } ?? close
            let low = (try? min(before, close).value - reach.value).map { Number($0) } ?? close
            chart.curves[0].points[index].bar = Chart.Bar(
                open: before, high: high, low: low, volume: Number("\(900 + index * 791 % 1300)"))
            before = close
        }
        chart.style = .candlesticks
        return chart
    }()

    /// Three curves in percent, the last of which begins later.
    static let curves: Chart = {
        var chart = Chart(
            title: Chart.Title("BTC, ETH, SOL", facts: [Chart.Title.Fact("change since Mar 1", importance: 5)]),
            points: [], presentation: .percent, localTime: .utc)
        let btc = (0..<30).map { "\(Double($0 * $0 % 50) / 10)" }
        let eth = (0..<30).map { "\(-Double($0) / 4)" }
        let sol = (0..<20).map { $0 == 0 ? "0" : "\($0 % 7)" }
        chart.curves = [
            Chart.Curve("BTC", points: points(btc)), Chart.Curve("ETH", points: points(eth)),
            Chart.Curve("SOL", points: Array(points(Array(repeating: nil, count: 10) + sol).dropFirst(10))),
        ]
        (chart.style, chart.areDays) = (.curves, true)
        return chart
    }()

    static let bands: [Chart.Band] = [
        (0.0, 50.0, "Good", "#6AA55A"), (51, 100, "Satisfactory", "#A2BD60"), (101, 200, "Moderate", "#FFF862"),
        (201, 300, "Poor", "#E39D49"), (301, 400, "Very Poor", "#D74D3E"), (401, 500, "Severe", "#A1382C"),
    ].compactMap { low, high, name, hex in
        ChartColor(hex).map { Chart.Band(low...high, name, label: "\(Int(low))–\(Int(high))", color: $0) }
    }

    /// A day of air quality with a gap.
    static let air: Chart = {
        let values: [String?] = [
            "42", "48.5", "61", "77", "96", "118", "153", "190.4", "231", "268", "312", "355", "371", "342", nil, nil,
            "288", "246", "207", "180", "144", "121", "99.5", "83",
        ]
        return Chart(
            title: Chart.Title("Delhi, 24 hours"), points: points(values, every: 3600), yRange: 0...500, bands: bands,
            presentation: .plain, digits: 1, localTime: .utc)
    }()
}
