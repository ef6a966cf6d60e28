import AirQuality
import Platform

/// A message of a city stream with many cities, from its bytes to rows with bands.
enum CityMessages {
    private static let cities = Sizes.cities

    static func figures() throws -> [Figure] {
        let rows = (0..<cities).map { #"{"city":"City \#($0 * 7919 % cities)","aqi":\#($0 % 600).48953967731958}"# }
        let message = Array("[\(rows.joined(separator: ","))]".utf8)
        let now = Timestamp(seconds: 1_709_294_400)
        var times: [Double] = []
        for round in Sizes.rounds(Sizes.cityRounds) {
            let watch = Stopwatch()
            let readings = try CityMessage(message).values.map {
                AirReading(time: now, city: $0.city, aqi: $0.aqi, scale: .india, provider: "city-ws")
            }
            let time = watch.milliseconds
            guard readings.count == cities, readings.contains(where: { $0.level == "Severe" }) else {
                throw Failure.wrongResult("a message of \(cities) cities", "\(readings.count) rows, or no severe one")
            }
            if round > 0 { times.append(time) }
        }
        return [Figure("\(message.count / 1000) kB of JSON to rows", times: times.sorted(), goal: "under 2.5 ms")]
    }
}
