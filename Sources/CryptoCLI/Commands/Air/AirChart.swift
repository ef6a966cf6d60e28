import AirQuality
import Rendering

extension AirReading {
    /// Returns the chart of a city, of which this is the newest reading. The points are drawn over the bands of the
    /// scale.
    func chart(_ output: ChartOutput, _ points: [Chart.Point]) -> Chart {
        output.chart(
            [[city, country].compactMap(\.self).joined(separator: ", "), "\(provider): \(scale.source)"], points,
            yRange: scale.yRange, bands: scale.chartBands, presentation: .fixed(places: 1))
    }
}

extension AQIScale {
    /// From 0 to the end of the last band: 500, except on the European scale.
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
