extension AQIScale {
    /// The Air Quality Index of the US EPA, 40 CFR part 58, appendix G, in force since 6 May 2024 (89 FR 16202), with
    /// the truncation and the sentences of EPA-454/B-24-002.
    ///
    /// Ozone over 8 hours defines no index above 300, and sulphur dioxide over 1 hour none above 200. Other averaging
    /// times continue there, and the larger index counts. Above 500 the last slope continues ("beyond the AQI"), and
    /// the band is the last one.
    public static let us = AQIScale(
        name: "us", source: "US EPA Air Quality Index, May 2024",
        bands: [
            AQIBand(
                range: 0...50, level: "Good", color: "#00E400", face: "😀",
                meaning: "Air quality is satisfactory, and air pollution poses little or no risk."),
            AQIBand(
                range: 51...100, level: "Moderate", color: "#FFFF00", face: "🙂",
                meaning:
                    "Air quality is acceptable, but there may be a risk for people who are unusually sensitive to air pollution."
            ),
            AQIBand(
                range: 101...150, level: "Unhealthy for Sensitive Groups", color: "#FF7E00", face: "😐",
                meaning: "Members of sensitive groups may experience health effects."),
            AQIBand(
                range: 151...200, level: "Unhealthy", color: "#FF0000", face: "🙁",
                meaning: "Some members of the general public may experience health effects."),
            AQIBand(
                range: 201...300, level: "Very Unhealthy", color: "#8F3F97", face: "😷",
                meaning: "Health alert: the risk of health effects is increased for everyone."),
            AQIBand(
                range: 301...500, level: "Hazardous", color: "#7E0023", face: "☠️",
                meaning: "Health warning of emergency conditions: everyone is more likely to be affected."),
        ],
        isOpenEnded: true,
        breakpoints: [
            Breakpoints(
                .pm2_5, hours: 24, in: .microgramsPerCubicMetre, places: 1,
                "0-9.0 9.1-35.4 35.5-55.4 55.5-125.4 125.5-225.4 225.5-325.4"),
            Breakpoints(.pm10, hours: 24, in: .microgramsPerCubicMetre, "0-54 55-154 155-254 255-354 355-424 425-604"),
            Breakpoints(
                .o3, hours: 8, in: .partsPerMillion, places: 3,
                "0-0.054 0.055-0.070 0.071-0.085 0.086-0.105 0.106-0.200 -"),
            Breakpoints(
                .o3, hours: 1, in: .partsPerMillion, places: 3, "- - 0.125-0.164 0.165-0.204 0.205-0.404 0.405-0.604"),
            Breakpoints(
                .co, hours: 8, in: .partsPerMillion, places: 1, "0-4.4 4.5-9.4 9.5-12.4 12.5-15.4 15.5-30.4 30.5-50.4"),
            Breakpoints(.so2, hours: 1, in: .partsPerBillion, "0-35 36-75 76-185 186-304 - -"),
            Breakpoints(.so2, hours: 24, in: .partsPerBillion, "- - - - 305-604 605-1004"),
            Breakpoints(.no2, hours: 1, in: .partsPerBillion, "0-53 54-100 101-360 361-649 650-1249 1250-2049"),
        ],
        rounding: .down, pollutantsNeeded: 1, needsParticles: false)
}
