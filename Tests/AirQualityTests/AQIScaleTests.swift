import AirQuality
import DecimalArithmetic
import Testing

@Suite("AQI scales")
struct AQIScaleTests {
    @Test(
        "A4 India's bands hold at every edge, on the index rounded half up",
        arguments: [
            ("0", "Good"), ("-0.5", "Good"), ("50", "Good"), ("50.49", "Good"), ("50.5", "Satisfactory"),
            ("51", "Satisfactory"), ("100.4", "Satisfactory"), ("100.5", "Moderate"), ("101", "Moderate"),
            ("179.48953967731958", "Moderate"), ("200", "Moderate"), ("200.5", "Poor"), ("300.49", "Poor"),
            ("300.5", "Very Poor"), ("400", "Very Poor"), ("401.5", "Severe"), ("500.4999", "Severe"),
        ])
    func bands(index: String, level: String) throws {
        let value = try #require(ExactDecimal(index))
        #expect(AQIScale.india.band(of: value).level == level)
    }

    @Test(
        "A4 what is below 0, above 500 or missing is Unknown, not clamped",
        arguments: ["-0.51", "-1", "500.5", "9999", "1e30"])
    func unknown(index: String) throws {
        let value = try #require(ExactDecimal(index))
        #expect(AQIScale.india.band(of: value) == .unknown)
        #expect(AQIScale.india.band(of: nil).color == "#999999")
    }

    @Test("A4 bands have no gaps, and a colour and a face each")
    func complete() {
        let bands = AQIScale.india.bands
        #expect(bands.first?.range.lowerBound == 0)
        #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.range.upperBound + 1 == $1.range.lowerBound })
        #expect(Set(bands.map(\.color)).count == bands.count && Set(bands.map(\.face)).count == bands.count)
    }
}
