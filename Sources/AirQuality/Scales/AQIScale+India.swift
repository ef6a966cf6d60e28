extension AQIScale {
    /// India's National Air Quality Index of the Central Pollution Control Board, "National Air Quality Index"
    /// (CUPS/82/2014-15), October 2014: tables 3.11 (breakpoints) and 3.13 (health statements).
    ///
    /// The names and colours of the bands are those of the app of the `city-ws` server. Ammonia and lead are left
    /// out, because no provider has them. A concentration between two rows of the table is rounded half up to its
    /// decimals.
    public static let india = AQIScale(
        name: "in", source: "CPCB National Air Quality Index, 2014",
        bands: [
            AQIBand(range: 0...50, level: "Good", color: "#6AA55A", face: "😀", meaning: "Minimal impact."),
            AQIBand(
                range: 51...100, level: "Satisfactory", color: "#A2BD60", face: "🙂",
                meaning: "May cause minor breathing discomfort to sensitive people."),
            AQIBand(
                range: 101...200, level: "Moderate", color: "#FFF862", face: "😐",
                meaning:
                    "May cause breathing discomfort to people with lung or heart disease, children and older adults."),
            AQIBand(
                range: 201...300, level: "Poor", color: "#E39D49", face: "🙁",
                meaning: "May cause breathing discomfort to people on prolonged exposure."),
            AQIBand(
                range: 301...400, level: "Very Poor", color: "#D74D3E", face: "😷",
                meaning: "May cause respiratory illness to people on prolonged exposure."),
            AQIBand(
                range: 401...500, level: "Severe", color: "#A1382C", face: "☠️",
                meaning: "May cause respiratory effects even on healthy people."),
        ],
        isOpenEnded: false,
        breakpoints: [
            Breakpoints(.pm2_5, hours: 24, in: .microgramsPerCubicMetre, "0-30 31-60 61-90 91-120 121-250 >250"),
            Breakpoints(.pm10, hours: 24, in: .microgramsPerCubicMetre, "0-50 51-100 101-250 251-350 351-430 >430"),
            Breakpoints(.no2, hours: 24, in: .microgramsPerCubicMetre, "0-40 41-80 81-180 181-280 281-400 >400"),
            Breakpoints(.so2, hours: 24, in: .microgramsPerCubicMetre, "0-40 41-80 81-380 381-800 801-1600 >1600"),
            Breakpoints(.o3, hours: 8, in: .microgramsPerCubicMetre, "0-50 51-100 101-168 169-208 - -"),
            Breakpoints(.o3, hours: 1, in: .microgramsPerCubicMetre, "- - - - 209-748 >748"),
            Breakpoints(.co, hours: 8, in: .milligramsPerCubicMetre, places: 1, "0-1 1.1-2 2.1-10 10.1-17 17.1-34 >34"),
        ],
        rounding: .halfUp, pollutantsNeeded: 3, needsParticles: true)
}
