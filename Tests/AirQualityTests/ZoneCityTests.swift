import ProviderKit
import TestSupport
import Testing

@testable import AirQuality

@Suite("Cities of the system's list of time zones", .quick)
struct ZoneCityTests {
    private static let list = """
        # comment
        GB\t+513030-0000731\tEurope/London
        SE\t+5920+01803\tEurope/Stockholm
        US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
        AR\t-3124-06411\tAmerica/Argentina/Cordoba\tArgentina
        XX\t+59a0+01803\tEurope/Nowhere
        XX\t+9920+01803\tEurope/Beyond
        XX\tbroken
        """

    @Test(
        "A point is read with and without seconds, and a name in any letter case and with accents",
        arguments: [
            ("stockholm", "59.3333,18.05", "SE"), ("London", "51.5083,-0.1253", "GB"),
            ("NEW YORK", "40.7142,-74.0064", "US"), ("Córdoba", "-31.4,-64.1833", "AR"),
        ])
    func finds(name: String, point: String, country: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write(Self.list, to: "zone.tab")
            let city = try #require(ZoneCity.find(name, countryCode: nil, in: path))
            #expect(city.coordinates.description == point && city.countryCode == country)
            #expect(ZoneCity.find(name, countryCode: country.lowercased(), in: path) != nil)
            #expect(ZoneCity.find(name, countryCode: "FR", in: path) == nil)
        }
    }

    @Test(
        "Lines that are no city, other names and a missing file have none",
        arguments: ["Nowhere", "Beyond", "Delhi", ""])
    func findsNone(name: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("zone.tab")
            #expect(ZoneCity.find(name, countryCode: nil, in: path) == nil)
            try directory.write(Self.list, to: "zone.tab")
            #expect(ZoneCity.find(name, countryCode: nil, in: path) == nil)
        }
    }
}
