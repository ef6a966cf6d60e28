import DecimalArithmetic

extension AQIScale {
    /// The European Air Quality Index of the European Environment Agency, with the thresholds of 2024 for hourly
    /// means.
    ///
    /// The agency defines bands but no numeric index. The number is Open-Meteo's `european_aqi`
    /// (open-meteo.com/en/docs/air-quality-api; github.com/open-meteo/open-meteo, pull request 2045 of August 2026):
    /// 20 per band, linear between thresholds, computed from the concentration of the hour. Beyond the last threshold
    /// it has the slope of the band below. The service sends whole numbers.
    public static let europe = AQIScale(
        name: "eu", source: "EEA European Air Quality Index, 2024",
        bands: [
            AQIBand(
                range: 0...20, level: "Good", color: "#50F0E6", face: "😀",
                meaning: "The air quality is good. Enjoy your usual outdoor activities."),
            AQIBand(
                range: 21...40, level: "Fair", color: "#50CCAA", face: "🙂",
                meaning: "Enjoy your usual outdoor activities."),
            AQIBand(
                range: 41...60, level: "Moderate", color: "#F0E641", face: "😐",
                meaning: "Sensitive people should consider less intense activities outdoors if they feel symptoms."),
            AQIBand(
                range: 61...80, level: "Poor", color: "#FF5050", face: "🙁",
                meaning: "Consider less intense activities outdoors if you feel sore eyes, a cough or a sore throat."),
            AQIBand(
                range: 81...100, level: "Very poor", color: "#960032", face: "😷",
                meaning:
                    "Consider less intense activities outdoors; sensitive people should avoid physical activities there."
            ),
            AQIBand(
                range: 101...120, level: "Extremely poor", color: "#7D2181", face: "☠️",
                meaning: "Reduce physical activities outdoors."),
        ],
        isOpenEnded: true,
        breakpoints: [
            Breakpoints(.pm2_5, hours: 1, in: .microgramsPerCubicMetre, "0-5 5-15 15-50 50-90 90-140 >140"),
            Breakpoints(.pm10, hours: 1, in: .microgramsPerCubicMetre, "0-15 15-45 45-120 120-195 195-270 >270"),
            Breakpoints(.no2, hours: 1, in: .microgramsPerCubicMetre, "0-10 10-25 25-60 60-100 100-150 >150"),
            Breakpoints(.o3, hours: 1, in: .microgramsPerCubicMetre, "0-60 60-100 100-120 120-160 160-180 >180"),
            Breakpoints(.so2, hours: 1, in: .microgramsPerCubicMetre, "0-20 20-40 40-125 125-190 190-275 >275"),
        ],
        rounding: nil, pollutantsNeeded: 1, needsParticles: false)

    /// Converts an index as the agency's own files have it: the number of the band, from 1, plus the position in the
    /// band. The number is at the same position in the band, as a whole number.
    ///
    /// Returns nil below 1, since 0 is the index of no data, and for a number out of range.
    func index(ofAgency value: ExactDecimal) -> (index: ExactDecimal, band: AQIBand)? {
        guard let number = Int(value.rounded(toPlaces: 0, .down).description), number >= 1 else { return nil }
        let place = min(number, bands.count)
        let range = bands[place - 1].range
        let width = ExactDecimal(range.upperBound - range.lowerBound)
        let index = try? ((value - ExactDecimal(place)) * width + ExactDecimal(range.lowerBound)).rounded(
            toPlaces: 0, .halfUp)
        return index.map { ($0, bands[place - 1]) }
    }
}
