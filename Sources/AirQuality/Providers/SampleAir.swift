import DecimalArithmetic
import Platform

/// Fixed values and a fixed clock: the same output in every run, without network access.
extension Provider {
    /// The provider `sample`: see its `summary`.
    package static let sampleAir = Provider(
        name: SampleAir.name, jobs: [.air, .watch, .history, .forecast], limits: "none",
        summary: "fixed values of 2024-03-01, no network", isOnlyNamed: true, isMadeUp: true, requestsASecond: nil,
        makers: [.air { _ in SampleAir.air(at: 0).client }, .airStream { SampleAir.source($1) }])
}

/// Twelve cities in India with made-up air: worse in the morning and the evening, and on some days worse than on
/// others.
enum SampleAir {
    static let name = "sample"
    /// The provider's clock: noon of 1 March 2024, UTC.
    static let clock = Timestamp(seconds: 1_709_294_400)

    /// The number of readings per city in its stream.
    private static let streamLength: Int64 = 10

    /// Returns the air `hour` hours after the fixed clock.
    static func air(at hour: Int64) -> FixedAir {
        FixedAir(
            provider: SampleAir.name, cities: cities, now: { clock.advanced(bySeconds: hour * 3600) },
            percent: { _, _, hour in days[Int(hour / 24 % 7)] * hours[Int(hour % 24)] / 100 })
    }

    /// The stream of `sample`: ten readings per city, the first at the fixed clock and the others an hour apart. All
    /// are sent at once and are the same in every run. Then the stream ends.
    static func source(_ wish: AirWish) -> AirSource {
        AirSource(SampleAir.name) { receiver throws(ProviderFailure) in
            receiver.note(.opened(provider: SampleAir.name))
            let places = air(at: 0).known(wish.places, receiver)
            guard !places.isEmpty else { return }
            for hour in 0..<streamLength {
                let results = await air(at: hour).client.readings(places, wish.scale)
                receiver.receive(results.compactMap { try? $0.get() })
            }
            receiver.note(.over(provider: SampleAir.name))
        }
    }

    /// Percentages by hour, in UTC.
    private static let hours = [
        110, 125, 140, 145, 130, 110, 95, 80, 70, 65, 60, 65, 75, 90, 110, 125, 135, 130, 120, 110, 105, 100, 100, 105,
    ]
    /// Percentages by day.
    private static let days = [100, 92, 107, 118, 96, 84, 103]

    static let cities = table.split(separator: "\n").compactMap(City.init)

    typealias City = FixedAir.City

    /// The name, degrees north and east, and PM2.5, PM10, ozone, NO2, SO2 and CO in µg/m³.
    private static let table =
        """
        Mumbai 19.07283 72.88261 72 148 38 34 14 980
        Bengaluru 12.97194 77.59369 38 82 31 27 8 640
        Delhi 28.65195 77.23149 134 262 44 58 16 1720
        Kolkata 22.56263 88.36304 88 171 41 43 12 1150
        Bhubaneswar 20.27241 85.83385 61 124 46 21 9 870
        Chennai 13.08784 80.27847 34 68 35 18 10 590
        Pune 18.51957 73.85535 64 119 42 36 15 930
        Hyderabad 17.38405 78.45636 52 107 37 30 7 760
        Indore 22.71792 75.8333 58 131 33 29 13 840
        Jaipur 26.91962 75.78781 76 163 48 32 11 1020
        Chandigarh 30.73629 76.7884 57 112 43 24 10 790
        Lucknow 26.83928 80.92313 96 183 39 41 12 1240
        """
}

extension FixedAir.City {
    /// Parses a row of the table.
    fileprivate init?(_ line: Substring) {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst(3).compactMap { Int($0) }
        guard words.count == 9, numbers.count == 6, let latitude = Number(words[1]), let longitude = Number(words[2]),
            let point = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        self.init(
            name: String(words[0]), country: "India", coordinates: point,
            base: Dictionary(uniqueKeysWithValues: zip(Pollutant.allCases, numbers)))
    }
}
