extension AQIScale {
    /// The European Air Quality Index of the European Environment Agency, thresholds of 2024, of hourly means.
    ///
    /// The agency has bands and no number. The numbers are Open-Meteo's, 20 a band, without end; from concentrations only
    /// the band follows. How the agency rounds between two rows of its table is not confirmed: half up here.
    public static let europe = AQIScale(
        name: "eu", source: "EEA European Air Quality Index, 2024",
        bands: [
            AQIBand(
                0...20, "Good", color: "#50F0E6", face: "😀",
                "The air quality is good. Enjoy your usual outdoor activities."),
            AQIBand(21...40, "Fair", color: "#50CCAA", face: "🙂", "Enjoy your usual outdoor activities."),
            AQIBand(
                41...60, "Moderate", color: "#F0E641", face: "😐",
                "Sensitive people should consider less intense activities outdoors if they feel symptoms."),
            AQIBand(
                61...80, "Poor", color: "#FF5050", face: "🙁",
                "Consider less intense activities outdoors if you feel sore eyes, a cough or a sore throat."),
            AQIBand(
                81...100, "Very poor", color: "#960032", face: "😷",
                "Consider less intense activities outdoors; sensitive people should avoid physical activities there."),
            AQIBand(
                101...120, "Extremely poor", color: "#7D2181", face: "☠️", "Reduce physical activities outdoors."),
        ],
        isOpenEnded: true,
        breakpoints: [
            Breakpoints(.pm2_5, hours: 1, .microgramsPerCubicMetre, "0-5 6-15 16-50 51-90 91-140 >140"),
            Breakpoints(.pm10, hours: 1, .microgramsPerCubicMetre, "0-15 16-45 46-120 121-195 196-270 >270"),
            Breakpoints(.no2, hours: 1, .microgramsPerCubicMetre, "0-10 11-25 26-60 61-100 101-150 >150"),
            Breakpoints(.o3, hours: 1, .microgramsPerCubicMetre, "0-60 61-100 101-120 121-160 161-180 >180"),
            Breakpoints(.so2, hours: 1, .microgramsPerCubicMetre, "0-20 21-40 41-125 126-190 191-275 >275"),
        ],
        rule: .bands(.halfUp))
}
