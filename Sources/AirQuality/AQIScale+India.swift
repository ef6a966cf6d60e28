extension AQIScale {
    /// India's National Air Quality Index: bands of the Central Pollution Control Board (2014), colours of app (e)
    /// (REQUIREMENTS A4).
    public static let india = AQIScale(
        name: "in", source: "CPCB National Air Quality Index, 2014",
        bands: [
            AQIBand(0...50, "Good", color: "#6AA55A", face: "😀"),
            AQIBand(51...100, "Satisfactory", color: "#A2BD60", face: "🙂"),
            AQIBand(101...200, "Moderate", color: "#FFF862", face: "😐"),
            AQIBand(201...300, "Poor", color: "#E39D49", face: "🙁"),
            AQIBand(301...400, "Very Poor", color: "#D74D3E", face: "😷"),
            AQIBand(401...500, "Severe", color: "#A1382C", face: "☠️"),
        ])
}
