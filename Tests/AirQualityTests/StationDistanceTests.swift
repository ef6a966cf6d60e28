import DecimalArithmetic
import Platform
import ProviderKit
import TestSupport
import Testing

@testable import AirQuality

@Suite("Stations near a place", .quick)
struct StationDistanceTests {
    private static func point(_ latitude: String, _ longitude: String) throws -> GlobePoint {
        let (north, east) = (try #require(Number(latitude)), try #require(Number(longitude)))
        return GlobePoint(try #require(Coordinates(latitude: north, longitude: east)))
    }

    @Test(
        "Distances on the globe, across the date line, at the poles and between antipodes",
        arguments: [
            ("59.3293", "18.0686", "57.7089", "11.9746", 396.9), ("0", "179.9", "0", "-179.9", 22.2),
            ("90", "0", "90", "135", 0), ("0", "0", "0", "180", 20_015.1), ("-90", "10", "90", "20", 20_015.1),
            ("47.3", "-122.2", "47.3", "-122.2", 0),
        ])
    func distance(north: String, east: String, otherNorth: String, otherEast: String, kilometres: Double) throws {
        let (first, second) = (try Self.point(north, east), try Self.point(otherNorth, otherEast))
        #expect(abs(first.kilometres(to: second) - kilometres) < 0.1)
        #expect(first.kilometres(to: second) == second.kilometres(to: first))
    }

    @Test(
        "A distance has one decimal below 100 km",
        arguments: [
            (0, "A, 0.0 km"), (3.249, "A, 3.2 km"), (99.94, "A, 99.9 km"), (99.96, "A, 100 km"), (7618.7, "A, 7619 km"),
        ])
    func label(kilometres: Double, text: String) {
        #expect("A".at(kilometres) == text)
    }

    @Test("The stations within 50 km are in the order of their distance, and the nearest is known beyond it")
    func near() throws {
        let zero = Number(ExactDecimal(0))
        let place = LocatedPlace(city: "X", coordinates: try #require(Coordinates(latitude: zero, longitude: zero)))
        let points = try ["0.4", "2", "-0.1", "0.45", "0.44"].map { try Self.point($0, "0") }
        let stations = place.neighbors(among: points) { $0 }
        #expect(stations.near.map(\.station.latitude) == [-0.1, 0.4, 0.44])
        let far = place.neighbors(among: [points[1], points[3]]) { $0 }
        #expect(far.near.isEmpty && far.nearest?.station.latitude == 0.45)
    }

    @Test(
        "Parts by volume are µg/m³ at 25 °C and 1013.25 hPa, and back; particles have none",
        arguments: [
            (Pollutant.o3, ConcentrationUnit.partsPerBillion, "48.9", "96"),
            (.no2, .partsPerBillion, "24.45", "46.01"), (.so2, .partsPerBillion, "2.445", "6.407"),
            (.co, .partsPerMillion, "4.89", "5602"), (.pm2_5, .microgramsPerCubicMetre, "2.1", "2.1"),
            (.co, .milligramsPerCubicMetre, "1.5", "1500"),
        ])
    func units(pollutant: Pollutant, unit: ConcentrationUnit, value: String, micrograms: String) throws {
        let value = try #require(ExactDecimal(value))
        let found = try #require(try pollutant.microgramsPerCubicMetre(of: value, in: unit))
        #expect(found.description == micrograms)
        #expect(try pollutant.mean(of: found, count: 1, in: unit) == value)
    }

    @Test("Parts of particles are unknown")
    func particles() throws {
        #expect(try Pollutant.pm10.microgramsPerCubicMetre(of: 1, in: .partsPerBillion) == nil)
    }
}
