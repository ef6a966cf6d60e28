import AirQuality
import DecimalArithmetic
import TestSupport
import Testing

@Suite("Places", .quick)
struct PlaceTests {
    private static let delhi = Number("28.6").flatMap { north in
        Number("77.2").flatMap { Coordinates(latitude: north, longitude: $0) }
    }

    @Test(
        "A place is a name in any case and script, coordinates or a station",
        arguments: [
            ("Delhi", "city(\"Delhi\")"), ("göteborg", "city(\"göteborg\")"), ("दिल्ली", "city(\"दिल्ली\")"),
            (" New York ", "city(\"New York\")"), ("Paris, Texas", "city(\"Paris, Texas\")"), ("12", "city(\"12\")"),
            ("28.6,77.2", "coordinates(28.6,77.2)"), ("-33.9, 151.20", "coordinates(-33.9,151.2)"),
            ("90,-180", "coordinates(90,-180)"), ("0,0", "coordinates(0,0)"), ("@6332", "station(\"6332\")"),
            ("1,x", "city(\"1,x\")"),
        ])
    func reads(text: String, name: String) throws {
        #expect("\(try Place(text).name)" == name)
    }

    @Test(
        "The error for an invalid place has a reason",
        arguments: [
            ("", Place.SyntaxError.empty), ("  ", .empty), ("@", .empty), ("90.1,0", .coordinates),
            ("0,180.0001", .coordinates), ("-91,0", .coordinates), ("1e9,0", .coordinates),
            ("1,2,3", .point(meant: nil)), ("28.6,", .point(meant: nil)), ("28.6N,77.2°E", .point(meant: delhi)),
            ("a\u{1B}b", .character("\u{1B}")),
            ("a\u{202E}b", .character("\u{202E}")), ("a\nb", .character("\n")),
            (String(repeating: "x", count: 101), .tooLong),
        ])
    func refuses(text: String, reason: Place.SyntaxError) {
        #expect(throws: reason) { try Place(text) }
    }

    @Test("Places with the same meaning are equal, however they were typed")
    func equality() throws {
        #expect(try Place("1.0,2") == Place("1,2.00"))
        #expect(try Place(" Delhi") == Place("Delhi"))
        #expect(try Place("Delhi") != Provider.defaultPlaces[2], "that one is in India only")
        #expect(Set([try Place("1.0,2"), try Place("1,2")]).count == 1)
    }
}
