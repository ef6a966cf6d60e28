import AirQuality
import DecimalArithmetic
import Platform
import TestSupport
import Testing

@Suite("Indices computed from concentrations", .quick)
struct ComputedIndexTests {
    /// Hours with one value each, the last `unknown` of them without a value. The last hour is noon.
    private func hours(_ values: [Pollutant: ExactDecimal], count: Int = 24, unknown: Int = 0) -> HourlyConcentrations {
        HourlyConcentrations(
            times: (0..<count).map { Timestamp(seconds: 1_709_294_400 - Int64(count - 1 - $0) * 3600) },
            values: values.mapValues { value in (0..<count).map { $0 < count - unknown ? value : nil } })
    }

    private func text(_ scale: AQIScale, _ hours: HourlyConcentrations) -> String {
        switch scale.index(of: hours, at: hours.times.count - 1) {
        case .success(let found):
            "\(found.index) \(found.band.level) \(found.pollutant.rawValue) \(found.hours)"
        case .failure(let reason): "\(reason)"
        }
    }

    @Test("The worst pollutant determines the index")
    func worst() throws {
        #expect(text(.us, hours([.pm2_5: 9, .pm10: 154])) == "100 Moderate pm10 24")
        #expect(text(.india, hours([.pm2_5: 91, .pm10: 90, .no2: 10])) == "201 Poor pm2_5 24")
        #expect(text(.europe, hours([.pm2_5: 10, .so2: 200])) == "82 Very poor so2 1")
    }

    @Test("µg/m³ are converted to ppb and ppm with 24.45 liters per mole")
    func units() throws {
        // 100 ppb of ozone are 100 × 48.00 ÷ 24.45 = 196.3 µg/m³, 35 of SO2 91.7, 53 of NO2 99.7; 4.4 ppm of CO 5040.7.
        let cases: [(Pollutant, String, String)] = [
            (.o3, "196.31", "185"), (.o3, "196.32", "187"), (.so2, "94.3", "50"), (.so2, "94.4", "51"),
            (.no2, "101.6", "50"), (.no2, "101.7", "51"), (.co, "5155.2", "50"), (.co, "5155.3", "51"),
        ]
        for (pollutant, concentration, index) in cases {
            let value = try #require(ExactDecimal(concentration))
            #expect(text(.us, hours([pollutant: value])).hasPrefix("\(index) "), "\(pollutant) \(concentration)")
        }
    }

    @Test("A mean needs three quarters of its hours: 18 of 24, 6 of 8, 1 of 1")
    func enough() {
        #expect(text(.us, hours([.pm2_5: 9], unknown: 6)) == "50 Good pm2_5 24")
        #expect(text(.us, hours([.pm2_5: 9], unknown: 7)) == "\(UnknownIndex.tooFewHours)")
        #expect(text(.us, hours([.co: 1000], unknown: 2)) == "9 Good co 8")
        #expect(text(.us, hours([.co: 1000], unknown: 3)) == "\(UnknownIndex.tooFewHours)")
        #expect(text(.us, hours([.no2: 100], unknown: 0)) == "50 Good no2 1")
        #expect(text(.us, hours([.no2: 100], unknown: 1)) == "\(UnknownIndex.tooFewHours)")
        #expect(text(.us, hours([.pm2_5: 9], count: 17)) == "\(UnknownIndex.tooFewHours)")
        #expect(text(.us, hours([.pm2_5: 9], count: 18)) == "50 Good pm2_5 24")
    }

    @Test("A mean covers only the scale's averaging time before the hour")
    func window() throws {
        var day = hours([.pm2_5: 100], count: 48)
        for index in 24..<48 { day.values[.pm2_5]?[index] = 10 }
        #expect(text(.us, day) == "53 Moderate pm2_5 24")
        #expect(try AQIScale.us.index(of: day, at: 23).get().index == 182)
        #expect(try AQIScale.us.index(of: day, at: 35).get().index == 149, "twelve hours of each: 55 µg/m³")
    }

    @Test("A mean with endless decimals is exact: a third more in one hour would be the next band")
    func exact() throws {
        var day = hours([.pm2_5: 9], count: 24)
        day.values[.pm2_5]?[23] = ExactDecimal("11.4")
        #expect(text(.us, day) == "51 Moderate pm2_5 24", "9.1 to the last digit")
        day.values[.pm2_5]?[23] = ExactDecimal("11.3999999999999999999999")
        #expect(text(.us, day) == "50 Good pm2_5 24")
    }

    @Test("Europe's index uses the hour alone and is linear between thresholds, 20 per band, also beyond the last")
    func europe() throws {
        // Open-Meteo sent 44 for an hour with 19.5 µg/m³ of PM2.5 and 104 of ozone.
        let sent: [Pollutant: ExactDecimal?] = [.pm2_5: ExactDecimal("19.5"), .o3: 104]
        #expect(text(.europe, hours(sent.compactMapValues(\.self))) == "44 Moderate o3 1")
        var day = hours([.pm2_5: 90, .pm10: 20])
        day.values[.pm2_5]?[23] = 5
        #expect(text(.europe, day) == "23 Fair pm10 1")
        day.values[.pm10]?[23] = nil
        #expect(text(.europe, day) == "20 Good pm2_5 1")
        #expect(text(.europe, hours([.pm2_5: 165])) == "110 Extremely poor pm2_5 1")
        #expect(text(.europe, hours([.co: 100])) == "\(UnknownIndex.tooFewHours)")
    }

    @Test("A concentration below 0 is unknown")
    func negative() {
        #expect(text(.us, hours([.pm2_5: -1, .pm10: 54])) == "50 Good pm10 24")
        #expect(text(.us, hours([.pm2_5: -1])) == "\(UnknownIndex.tooFewHours)")
    }

    @Test("India's index needs three pollutants, including PM2.5 or PM10")
    func india() {
        #expect(
            text(.india, hours([.pm2_5: 30, .pm10: 50])) == "\(UnknownIndex.tooFewPollutants(known: 2, needed: 3))")
        #expect(text(.india, hours([.no2: 30, .so2: 30, .o3: 30, .co: 300])) == "\(UnknownIndex.noParticles)")
        #expect(text(.india, hours([.no2: 30, .so2: 30, .pm10: 50])) == "50 Good pm10 24")
        #expect(text(.india, hours([.pm2_5: 30, .pm10: 50, .co: 2000])) == "100 Satisfactory co 8")
        #expect(text(.india, hours([:])) == "\(UnknownIndex.noConcentrations)")
    }

    @Test("An index above 500 is shown; India's has no band there")
    func beyond() {
        #expect(text(.us, hours([.pm2_5: 400])) == "649 Hazardous pm2_5 24")
        #expect(text(.india, hours([.pm2_5: 500, .pm10: 50, .no2: 1])) == "592 Unknown pm2_5 24")
    }

    @Test("Ozone and sulfur dioxide in the US change from one averaging time to the other, and the larger index wins")
    func twoTimes() throws {
        // 1 ppm of ozone is 1963.2 µg/m³, 1 ppb of SO2 2.6204.
        #expect(text(.us, hours([.o3: 600])) == "300 Very Unhealthy o3 8", "eight hours stop there, one hour is at 251")
        #expect(text(.us, hours([.o3: 800])) == "303 Hazardous o3 1")
        var peak = hours([.o3: 60])
        peak.values[.o3]?[23] = 400
        #expect(text(.us, peak) == "199 Unhealthy o3 1")
        var sulphur = hours([.so2: 100])
        sulphur.values[.so2]?[23] = 2000
        #expect(text(.us, sulphur) == "200 Unhealthy so2 1", "an hour alone defines no more")
        #expect(text(.us, hours([.so2: 800])) == "201 Very Unhealthy so2 24")
    }
}
