import DecimalArithmetic
import TestFixtures
import TestSupport
import Testing

@testable import AirQuality

@Suite("every member of a city socket's messages", .quick)
struct CityMemberTests {
    private static let body = AnswerBody.json(#"[{"city":"Delhi","aqi":155,"more":"x"},{"city":"Agra","aqi":"7"}]"#)

    private static func read(_ body: AnswerBody) throws -> (values: [String], dropped: Int) {
        let message = try CityMessage(Array(body.text.utf8))
        return (message.values.map { "\($0.city) \($0.aqi?.description ?? "-")" }, message.dropped.total)
    }

    @Test("a city must be named, a missing index is unknown, and one of another type is no index")
    func changes() throws {
        for member in Self.body.members {
            for change in Self.body.changes(of: member) {
                let found = try Self.read(Self.body.changing(member, by: change))
                let expected: (values: [String], dropped: Int) =
                    switch (member, change.isAbsent) {
                    case ("0.aqi", true): (["Delhi -", "Agra 7"], 0)
                    case ("0.more", _): (["Delhi 155", "Agra 7"], 0)
                    default: (["Agra 7"], 1)
                    }
                #expect(found == expected, "\(member) \(change)")
            }
        }
    }

    @Test(
        "an index at its ends is shown as it is, in no band beyond its scale, and is unknown below 0",
        arguments: [
            "-0", "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "1e-320",
            String(repeating: "1234567890", count: 40),
        ])
    func extremes(index: String) throws {
        let body = try Self.body.setting("0.aqi", to: index)
        let value = try #require(CityMessage(Array(body.text.utf8)).values.first)
        let isTiny = index == "-0" || index == "1e-320"
        let isNegative = index.hasPrefix("-") && !isTiny
        #expect(value.aqi?.description == (isNegative ? nil : Number(index)?.description))
        // The two others have no end above.
        let isHigh = !isTiny && !isNegative
        #expect((AQIScale.india.band(of: value.aqi?.value) == .unknown) == !isTiny)
        for scale in [AQIScale.us, .europe] {
            #expect((scale.band(of: value.aqi?.value) == .unknown) == !(isTiny || isHigh), "\(scale.name)")
        }
    }
}
