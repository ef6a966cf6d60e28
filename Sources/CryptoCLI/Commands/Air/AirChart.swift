import AirQuality
import DecimalArithmetic
import Platform
import Rendering

extension AirReading {
    /// Returns the chart of a city over the bands of its scale. The axis spans the bands from the lowest to the highest
    /// value, or ends with a round number above all bands. No line lies wholly along an end of the axis.
    ///
    /// - Parameters:
    ///   - output: The options.
    ///   - points: The readings.
    ///   - ahead: The number of those at the end that are a forecast.
    ///   - now: The time at which it is printed. If the reading is a minute older, the title says so; nil if it is new.
    /// - Returns: The chart.
    func chart(_ output: ChartOutput, _ points: [Chart.Point], ahead: Int = 0, now: Timestamp? = nil) -> Chart {
        let values = points.compactMap(\.value)
        // All values have as many decimals: none on a scale of whole numbers.
        let areWhole = values.allSatisfy { $0.rounded(toPlaces: 0) == $0 }
        let presentation = Presentation.fixed(places: areWhole ? 0 : 1)
        let title = title(output, points, ahead: ahead, presentation, places: areWhole ? 0 : 1, now: now ?? time)
        var chart = output.chart(
            title, points, yRange: scale.axis(of: values), bands: scale.bands(of: values), presentation: presentation)
        if ahead > 0 { chart.present = now }
        return chart
    }

    private func title(
        _ output: ChartOutput, _ points: [Chart.Point], ahead: Int, _ presentation: Presentation, places: Int,
        now: Timestamp
    ) -> Chart.Title {
        typealias Fact = Chart.Title.Fact
        let index = index(output, as: presentation).map { [Fact($0, importance: 5)] } ?? []
        // Where the condition leaves only the hours to come, the index is that of the next one.
        let isNew = now.wholeSeconds(since: time) < 60 && (ahead == 0 || time <= now)
        let moment =
            index.isEmpty || isNew
            ? [] : [Fact("at \(output.moment(time, now: now))", importance: 4, isJoined: true)]
        let change = output.change(over: Array(points.dropLast(ahead)), importance: 3) { first, last in
            (try? last.value - first.value).map {
                output.text(of: Number($0), as: .signed(places: places))
            }
        }
        let end = points.last.map { output.text(of: $0.time, among: points) } ?? ""
        let forecast = ahead > 0 ? [Fact("forecast to \(end)", importance: 4)] : []
        return Chart.Title(
            [city, country].compactMap(\.self).joined(separator: ", "),
            facts: index + moment + [Fact(level, importance: 4)] + change + forecast + [
                output.zone(at: time, importance: 3), Fact(provider, importance: 2), Fact(scale.source, importance: 1),
            ])
    }

    /// The index in words; nil if it is unknown. The name of the scale follows the number, which means nothing without
    /// it.
    func index(_ output: ChartOutput, as presentation: Presentation) -> String? {
        aqi.map { "AQI \(output.text(of: $0, as: presentation)) (\(scale.name))" }
    }
}

extension AQIScale {
    /// The bands from the lowest to the highest value. They begin and end with the axis.
    fileprivate func bands(of values: [Number]) -> [Chart.Band] {
        let axis = axis(of: values)
        let shown = shown(values)
        return shown.enumerated().compactMap { index, band in
            let isOpen = isOpenEnded && band == bands.last
            let label = isOpen ? "\(band.range.lowerBound)+" : "\(band.range.lowerBound)–\(band.range.upperBound)"
            let low = index == 0 ? axis.lowerBound : Double(band.range.lowerBound)
            let range = low...(index == shown.count - 1 ? axis.upperBound : Double(band.range.upperBound))
            return ChartColor(band.color).map { Chart.Band(range, band.level, label: label, color: $0) }
        }
    }

    /// The axis for values: from the end of the band below them to the end of their highest band, or by as many widths
    /// of the last band as it takes above it.
    fileprivate func axis(of values: [Number]) -> ClosedRange<Double> {
        let shown = shown(values)
        let bottom = bottom(ofBandAt: shown.startIndex)
        let last = shown[shown.endIndex - 1].range
        let (top, width) = (Double(last.upperBound), Double(last.upperBound - last.lowerBound + 1))
        let highest = min(values.max()?.value.doubleValue ?? 0, 1e9)
        return bottom...(highest > top ? top + ((highest - top) / width).rounded(.up) * width : top)
    }

    /// The end of the band below, or 0.
    private func bottom(ofBandAt index: Int) -> Double {
        index > 0 ? Double(bands[index - 1].range.upperBound) : 0
    }

    /// The bands from the lowest to the highest value; a value above all bands is in the last one. The next band is
    /// shown too if all values are so near to an end that the line would lie on the frame.
    private func shown(_ values: [Number]) -> ArraySlice<AQIBand> {
        func index(_ value: Number) -> Int {
            bands.firstIndex { value.value <= ExactDecimal($0.range.upperBound) } ?? bands.count - 1
        }
        guard let lowest = values.min(), let highest = values.max() else { return bands[...] }
        var (first, last) = (index(lowest), index(highest))
        let (bottom, top) = (bottom(ofBandAt: first), Double(bands[last].range.upperBound))
        let quarter = (top - bottom) / 4
        if first > 0, highest.value.doubleValue - bottom < quarter { first -= 1 }
        if last < bands.count - 1, top - lowest.value.doubleValue < quarter { last += 1 }
        return bands[first...last]
    }
}
