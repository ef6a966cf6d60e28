import AirQuality
import Rendering

extension AirRun.City {
    /// The chart of its hours (REQUIREMENTS A5); nil of no hours.
    func chart(_ output: ChartOutput, _ request: AirRequest) -> Chart? {
        guard let last = rows.last?.reading else { return nil }
        let place = [last.city, last.country].compactMap(\.self).joined(separator: ", ")
        return output.chart(
            [place, "\(last.provider): \(last.scale.source)"],
            rows.map { Chart.Point($0.reading.time, $0.reading.aqi) }, yRange: last.scale.yRange,
            bands: last.scale.chartBands, presentation: .fixed(places: 1))
    }
}

extension AQIScale {
    /// From 0 to where its last band ends: 500, but for the European one.
    fileprivate var yRange: ClosedRange<Double> {
        0...Double(bands.last?.range.upperBound ?? 500)
    }

    fileprivate var chartBands: [Chart.Band] {
        bands.compactMap { band in
            ChartColor(band.color).map { color in
                Chart.Band(
                    Double(band.range.lowerBound)...Double(band.range.upperBound), band.level, color: color)
            }
        }
    }
}
