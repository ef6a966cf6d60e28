import AirQuality
import DecimalArithmetic
import TestSupport
import Testing

@Suite("AQI scales: bands", .quick)
struct AQIScaleTests {
    @Test(
        "Bands are found at every edge, by the index rounded half up",
        arguments: [
            ("in", "0", "Good"), ("in", "-0.5", "Good"), ("in", "50", "Good"), ("in", "50.49", "Good"),
            ("in", "50.5", "Satisfactory"), ("in", "51", "Satisfactory"), ("in", "100.4", "Satisfactory"),
            ("in", "100.5", "Moderate"), ("in", "101", "Moderate"), ("in", "179.48953967731958", "Moderate"),
            ("in", "200", "Moderate"), ("in", "200.5", "Poor"), ("in", "300.49", "Poor"), ("in", "300.5", "Very Poor"),
            ("in", "400", "Very Poor"), ("in", "401.5", "Severe"), ("in", "500.4999", "Severe"),
            ("us", "0", "Good"), ("us", "50", "Good"), ("us", "51", "Moderate"), ("us", "100", "Moderate"),
            ("us", "101", "Unhealthy for Sensitive Groups"), ("us", "150", "Unhealthy for Sensitive Groups"),
            ("us", "151", "Unhealthy"), ("us", "200", "Unhealthy"), ("us", "201", "Very Unhealthy"),
            ("us", "300", "Very Unhealthy"), ("us", "301", "Hazardous"), ("us", "500", "Hazardous"),
            ("us", "501", "Hazardous"), ("us", "9999", "Hazardous"), ("us", "1e30", "Hazardous"),
            ("eu", "0", "Good"), ("eu", "20", "Good"), ("eu", "21", "Fair"), ("eu", "40", "Fair"),
            ("eu", "41", "Moderate"), ("eu", "60", "Moderate"), ("eu", "61", "Poor"), ("eu", "80", "Poor"),
            ("eu", "81", "Very poor"), ("eu", "100", "Very poor"), ("eu", "101", "Extremely poor"),
            ("eu", "400", "Extremely poor"),
        ])
    func bands(scale: String, index: String, level: String) throws {
        let value = try #require(ExactDecimal(index))
        #expect(AQIScale.named(scale)?.band(of: value).level == level)
    }

    @Test(
        "An index below 0, above India's 500 or missing is Unknown, not clamped",
        arguments: [
            ("in", "-0.51"), ("in", "-1"), ("in", "500.5"), ("in", "9999"), ("in", "1e30"), ("us", "-1"), ("eu", "-20"),
        ])
    func unknown(scale: String, index: String) throws {
        let value = try #require(ExactDecimal(index))
        let scale = try #require(AQIScale.named(scale))
        #expect(scale.band(of: value) == .unknown)
        #expect(scale.band(of: nil).color == "#999999")
    }

    @Test("Bands have no gaps, and each has a name, a color, a face and a sentence", arguments: AQIScale.all)
    func complete(scale: AQIScale) {
        let bands = scale.bands
        #expect(bands.first?.range.lowerBound == 0)
        #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.range.upperBound + 1 == $1.range.lowerBound })
        #expect(Set(bands.map(\.color)).count == bands.count && Set(bands.map(\.face)).count == bands.count)
        #expect(bands.allSatisfy { $0.color.count == 7 && $0.color == $0.color.uppercased() && $0.color.first == "#" })
        #expect(Set(bands.map(\.level)).count == bands.count && Set(bands.map(\.meaning)).count == bands.count)
        #expect(bands.allSatisfy { $0.meaning.hasSuffix(".") })
        #expect(scale.breakpoints.allSatisfy { $0.rows.count == bands.count })
    }

    @Test("India's bands have fixed names and colors")
    func colours() {
        #expect(
            AQIScale.india.bands.map { "\($0.level) \($0.color)" } == [
                "Good #6AA55A", "Satisfactory #A2BD60", "Moderate #FFF862", "Poor #E39D49", "Very Poor #D74D3E",
                "Severe #A1382C",
            ])
    }
}
