import AirQuality
import DecimalArithmetic
import Platform
import Rendering

extension AirReading {
    /// Returns the chart of a city, of which this is the newest reading with an index. The points are drawn over the
    /// bands of the scale. The axis begins at 0 and ends with the band of the highest value, or with that value if it is
    /// above all bands.
    func chart(_ output: ChartOutput, _ points: [Chart.Point]) -> Chart {
        let values = points.compactMap(\.value)
        let bands = scale.bands(to: values.max())
        let top = max(bands.last?.range.upperBound ?? 0, values.max()?.value.doubleValue ?? 0)
        // All values have as many decimals: none on a scale of whole numbers.
        let areWhole = values.allSatisfy { $0.rounded(toPlaces: 0) == $0 }
        let presentation = Presentation.fixed(places: areWhole ? 0 : 1)
        return output.chart(
            title(output, presentation, points.map(\.time)), points, yRange: 0...max(1, top), bands: bands,
            presentation: presentation)
    }

    private func title(
        _ output: ChartOutput, _ presentation: Presentation, _ times: [Timestamp]
    ) -> Chart.Title {
        typealias Fact = Chart.Title.Fact
        let index = aqi.map { [Fact("AQI " + output.text(of: $0, as: presentation), importance: 5)] } ?? []
        return Chart.Title(
            [city, country].compactMap(\.self).joined(separator: ", "),
            facts: index + [
                Fact(level, importance: 4), Fact(period(times) + output.day(of: time), importance: 3),
                output.zone(at: time, importance: 3), Fact(provider, importance: 2),
                Fact(scale.source, importance: 1),
            ])
    }
}

extension AirReading {
    /// Returns `24 hours to `; empty for readings that are not hours, as in a stream.
    fileprivate func period(_ times: [Timestamp]) -> String {
        let steps = zip(times, times.dropFirst())
        guard let (first, last) = times.first.flatMap({ first in times.last.map { (first, $0) } }),
            steps.allSatisfy({ $1.wholeSeconds(since: $0) >= 3600 })
        else { return "" }
        return Duration.seconds(last.wholeSeconds(since: first) + 3600).inWords + " to "
    }
}

extension AQIScale {
    /// The bands from the lowest to that of a value; all if it is above them.
    fileprivate func bands(to highest: Number?) -> [Chart.Band] {
        let last = bands.firstIndex { band in highest.map { $0.value <= ExactDecimal(band.range.upperBound) } ?? false }
        return bands.prefix(through: last ?? bands.count - 1).compactMap { band in
            let isOpen = isOpenEnded && band == bands.last
            let label = isOpen ? "\(band.range.lowerBound)+" : "\(band.range.lowerBound)–\(band.range.upperBound)"
            return ChartColor(band.color).map { color in
                Chart.Band(
                    Double(band.range.lowerBound)...Double(band.range.upperBound), band.level, label: label,
                    color: color)
            }
        }
    }
}
